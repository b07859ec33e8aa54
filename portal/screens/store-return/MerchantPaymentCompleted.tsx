// The final page of a purchase started by a URL. Its token gives access to this one order, even without a session.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import type { OrderStage } from '#portal/purchase/orders/order-stage.ts';
import { orderStageTextKey } from '#portal/purchase/orders/order-stage-text-key.ts';
import { Button } from '#portal/ui/Button.tsx';
import { Notice } from '#portal/ui/Notice.tsx';
import { BoughtProduct, PurchasePageLayout, PurchaseWaiting } from './PurchasePageLayout.tsx';
import { UnknownOrder } from './StoreReturn.tsx';
import { boughtProduct, isUnknownOrderError, toStoreReturnOrderStage, useOrderByToken } from './use-order-by-token.ts';

export function MerchantPaymentCompleted() {
  const { t } = useTranslation();
  const { token = '' } = useParams();
  const [beganAtMs] = useState(() => Date.now());
  const ended = useOrderByToken(token, true);
  const isLate = ended.dataUpdatedAt - beganAtMs > lateMs;
  return (
    <PurchasePageLayout title={t('screen.storeReturn')} screen="merchantPaymentCompleted">
      {isUnknownOrderError(ended.error) ? (
        <UnknownOrder />
      ) : ended.data ? (
        <>
          <BoughtProduct {...boughtProduct(ended.data)} />
          <EndWords stage={toStoreReturnOrderStage(ended.data)} isLate={isLate} />
        </>
      ) : ended.isError ? (
        <>
          <Notice tone="danger">{t('profile.networkError')}</Notice>
          <Button kind="primary" busy={ended.isFetching} onClick={() => void ended.refetch()}>
            {t('retry')}
          </Button>
        </>
      ) : (
        <PurchaseWaiting>{t('loading')}</PurchaseWaiting>
      )}
    </PurchasePageLayout>
  );
}

const lateMs = 60_000;

function EndWords({ stage, isLate }: { stage: OrderStage; isLate: boolean }) {
  const { t } = useTranslation();
  const text = t(orderStageTextKey(stage, isLate));
  if (stage === 'open') return isLate ? <Notice>{text}</Notice> : <PurchaseWaiting>{text}</PurchaseWaiting>;
  return (
    <>
      <Notice tone={stage === 'cancelled' ? 'info' : 'good'}>{text}</Notice>
      <p className="muted">{t('order.canClose')}</p>
    </>
  );
}
