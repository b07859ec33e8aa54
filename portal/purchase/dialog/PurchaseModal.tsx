// All steps of a purchase in one dialog. Closing it asks for confirmation while the provider is processing; so do
// Escape and a press on the backdrop while an order is unpaid, because the dialog changes its size and is easily
// missed.
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import type { PurchaseFlow } from '#portal/purchase/purchase.ts';
import { Button } from '#portal/ui/Button.tsx';
import { Dialog } from '#portal/ui/Dialog.tsx';
import { Notice } from '#portal/ui/Notice.tsx';
import { CheckoutStep } from './CheckoutStep.tsx';
import { ConfirmStep } from './ConfirmStep.tsx';
import { FailedStep } from './FailedStep.tsx';
import { BuyerInfoStep } from './BuyerInfoStep.tsx';
import { PlatformDialogStep } from './PlatformDialogStep.tsx';
import { ProviderTabStep, WaitingStep } from './WaitingStep.tsx';
import './purchase-modal.css';

export function PurchaseModal({ flow, close }: { flow: PurchaseFlow; close: () => void }) {
  const { t } = useTranslation();
  const step = useSyncExternalStore(flow.subscribe, flow.step);
  const [isAsking, setAsking] = useState(false);
  const isOver = step.name === 'over';
  const isPaying = step.name === 'paying' || step.name === 'away';
  const isBusy = step.name === 'paying' && step.isBusy;
  useEffect(() => {
    if (isOver) close();
  }, [isOver, close]);
  // The next form starts without the confirmation.
  if (isAsking && !isPaying) setAsking(false);
  if (isOver) return null;
  const title = { info: t('purchase.title'), confirm: t('purchase.title'), failed: t('purchase.failedTitle') };
  return (
    <Dialog
      title={step.name in title ? title[step.name as keyof typeof title] : t('purchase.paymentTitle')}
      size={step.name === 'paying' ? 'normal' : 'small'}
      onClose={() => (isBusy ? setAsking(true) : flow.close())}
      onDismiss={() => (isPaying ? setAsking(true) : flow.close())}
    >
      <div className="purchase-modal">
        {isAsking && (
          <Notice
            tone="warning"
            action={
              <div className="answers">
                <Button kind="primary" autoFocus onClick={() => setAsking(false)}>
                  {t('purchase.stay')}
                </Button>
                <Button onClick={flow.close}>{t('purchase.closeAnyway')}</Button>
              </div>
            }
          >
            {t(isBusy ? 'purchase.closeWhileProcessing' : 'purchase.confirmLeave')}
          </Notice>
        )}
        <Step flow={flow} />
      </div>
    </Dialog>
  );
}

function Step({ flow }: { flow: PurchaseFlow }) {
  const { t } = useTranslation();
  const step = flow.step();
  switch (step.name) {
    case 'opening':
      return <WaitingStep text={t('purchase.opening')} />;
    case 'info':
      return <BuyerInfoStep step={step} flow={flow} />;
    case 'confirm':
      return <ConfirmStep step={step} flow={flow} />;
    case 'paying':
      return step.option.payHere ? (
        <PlatformDialogStep payHere={step.option.payHere} step={step} flow={flow} />
      ) : (
        <CheckoutStep step={step} flow={flow} />
      );
    case 'away':
      return <ProviderTabStep tabUrl={step.tabUrl} order={step.order} />;
    case 'confirming':
      return <WaitingStep order={step.order} text={t('purchase.confirming')} />;
    case 'late':
      return <WaitingStep order={step.order} text={t('purchase.confirmingSlowly')} onDone={flow.close} />;
    case 'failed':
      return <FailedStep step={step} flow={flow} />;
    case 'over':
      return null;
  }
}
