import { useTranslation } from 'react-i18next';
import { CheckoutFrame } from './CheckoutFrame.tsx';
import type { PurchaseFlow, PurchaseStep } from '#portal/purchase/purchase.ts';
import { OrderLine } from './OrderLine.tsx';

export function CheckoutStep({ step, flow }: { step: PurchaseStep & { name: 'paying' }; flow: PurchaseFlow }) {
  const { t } = useTranslation();
  const { order, option, isClosing, isCompleted } = step;
  return (
    <>
      <OrderLine order={order} isCompact />
      <CheckoutFrame folder={option.folder} block={option.block} isClosing={isClosing} listener={flow} />
      <p className="unseen" role="status">
        {isCompleted ? t('purchase.completed') : ''}
      </p>
    </>
  );
}
