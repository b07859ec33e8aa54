import { useTranslation } from 'react-i18next';
import type { OrderStage } from './order-stage.ts';
import './order-steps.css';

/** The progress from payment to delivery. Renders nothing for an order that was not paid. */
export function OrderProgress({ stage }: { stage: OrderStage }) {
  const { t } = useTranslation();
  const reached = { open: 0, paid: 1, undelivered: 1, delivered: 3, cancelled: undefined, refunded: undefined }[stage];
  if (reached === undefined) return null;
  const steps = [t('order.state.paid'), t('purchases.delivering'), t('order.state.delivered')];
  return (
    <ol className="order-steps">
      {steps.map((step, place) => (
        <li
          key={step}
          className={place < reached ? 'done' : place === reached ? 'next' : 'later'}
          aria-current={place === reached ? 'step' : undefined}
        >
          {step}
        </li>
      ))}
    </ol>
  );
}
