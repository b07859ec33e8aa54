// The payment failed. The buyer can retry here, or in a tab of the provider, which works even if the browser blocks
// third-party scripts.
import { useTranslation } from 'react-i18next';
import type { PurchaseFlow, PurchaseStep } from '#portal/purchase/purchase.ts';
import { Button } from '#portal/ui/Button.tsx';
import { Notice } from '#portal/ui/Notice.tsx';
import { OrderLine } from './OrderLine.tsx';

export function FailedStep({ step, flow }: { step: PurchaseStep & { name: 'failed' }; flow: PurchaseFlow }) {
  const { t } = useTranslation();
  const { order, option, canUseTab, isTrying } = step;
  return (
    <>
      {order && <OrderLine order={order} isCompact />}
      <Notice tone="danger">{order ? t('purchase.notPaid') : t('purchase.startFailed')}</Notice>
      <Button kind="primary" className="wide" autoFocus busy={isTrying} onClick={flow.retry}>
        {t('retry')}
      </Button>
      {option && !option.payHere && canUseTab && (
        <Button className="wide" busy={isTrying} onClick={flow.retryInTab}>
          {t('purchase.payInTab')}
        </Button>
      )}
      <Button kind="quiet" className="wide" onClick={flow.close}>
        {t('close')}
      </Button>
    </>
  );
}
