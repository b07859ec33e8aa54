import { useTranslation } from 'react-i18next';
import type { PurchaseFlow, PurchaseStep } from '#portal/purchase/purchase.ts';
import { Notice } from '#portal/ui/Notice.tsx';
import { BuyerInfoForm, isBuyerInfoFormCompact } from './BuyerInfoForm.tsx';
import { OrderLine } from './OrderLine.tsx';

export function BuyerInfoStep({ step, flow }: { step: PurchaseStep & { name: 'info' }; flow: PurchaseFlow }) {
  const { t } = useTranslation();
  return (
    <BuyerInfoForm
      email={step.email}
      isEmailRequired={step.isEmailRequired}
      isSending={step.isSending}
      send={flow.sendInfo}
      failure={step.hasFailed && <Notice tone="danger">{t('purchase.infoFailed')}</Notice>}
    >
      <OrderLine order={step.order} isCompact={isBuyerInfoFormCompact()} />
    </BuyerInfoForm>
  );
}
