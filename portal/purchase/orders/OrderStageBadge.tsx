import { useTranslation } from 'react-i18next';
import { Badge } from '#portal/ui/Badge.tsx';
import type { OrderStage } from './order-stage.ts';

const toneOf = {
  open: 'calm',
  paid: 'accent',
  undelivered: 'warning',
  delivered: 'good',
  cancelled: 'calm',
  refunded: 'calm',
} as const;

export function OrderStageBadge({ stage }: { stage: OrderStage }) {
  const { t } = useTranslation();
  return <Badge tone={toneOf[stage]}>{t(`order.state.${stage}`)}</Badge>;
}
