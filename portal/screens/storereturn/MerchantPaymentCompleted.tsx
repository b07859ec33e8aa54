// Where a purchase ends that was begun by an address, perhaps without a session in this browser: the token in the address shows
// this one order and nothing else.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { ApiError } from '#contract/api-error.ts';
import { formatMoney, minorDigits } from '#model/money.ts';
import { client } from '#portal/api.ts';
import { askPause } from '#portal/orders/ask-pause.ts';
import type { OrderStage } from '#portal/orders/order-stage.ts';
import { orderText } from '#portal/orders/order-text.ts';
import { Button } from '#portal/ui/Button.tsx';
import { Notice } from '#portal/ui/Notice.tsx';
import { BoughtProduct, PurchasePage, PurchaseWaiting } from './PurchasePage.tsx';
import { UnknownOrder } from './StoreReturn.tsx';

type Ended = Awaited<ReturnType<typeof client.store.merchantPaymentCompleted>>;

export function MerchantPaymentCompleted() {
  const { t, i18n } = useTranslation();
  const { token = '' } = useParams();
  const [beganAtMs] = useState(() => Date.now());
  const ended = useQuery({
    queryKey: ['merchantPayment', token],
    queryFn: () => client.store.merchantPaymentCompleted({ Token: token }),
    retry: (count, error) => count < 1 && !isUnknown(error),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchInterval: ({ state }) =>
      isUnknown(state.error) || (state.data && stageOf(state.data) !== 'open')
        ? false
        : askPause(state.dataUpdateCount + state.errorUpdateCount),
  });
  const isLate = ended.dataUpdatedAt - beganAtMs > lateMs;
  return (
    <PurchasePage title={t('screen.storeReturn')} screen="merchantPaymentCompleted">
      {isUnknown(ended.error) ? (
        <UnknownOrder />
      ) : ended.data ? (
        <>
          <BoughtProduct {...shownProduct(ended.data, i18n.language)} />
          <EndWords ended={ended.data} isLate={isLate} />
        </>
      ) : ended.isError ? (
        <>
          <Notice tone="danger">{t('profile.noAnswer')}</Notice>
          <Button kind="primary" busy={ended.isFetching} onClick={() => void ended.refetch()}>
            {t('retry')}
          </Button>
        </>
      ) : (
        <PurchaseWaiting>{t('loading')}</PurchaseWaiting>
      )}
    </PurchasePage>
  );
}

const lateMs = 60_000;

const isUnknown = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 400 || error.status === 404);

function shownProduct({ OrderProduct: product }: Ended, language: string) {
  const { Price, Currency, ImageUrl, LocalizedProductName, Sku = '' } = product;
  return {
    name: LocalizedProductName ?? Sku,
    price: formatMoney({ minor: Math.round(Price * 10 ** minorDigits(Currency)), currency: Currency }, language),
    imageUrl: ImageUrl,
  };
}

function EndWords({ ended, isLate }: { ended: Ended; isLate: boolean }) {
  const { t } = useTranslation();
  const stage = stageOf(ended);
  const text = t(orderText(stage, isLate));
  if (stage === 'open') return isLate ? <Notice>{text}</Notice> : <PurchaseWaiting>{text}</PurchaseWaiting>;
  return (
    <>
      <Notice tone={stage === 'cancelled' ? 'info' : 'good'}>{text}</Notice>
      <p className="muted">{t('order.mayClose')}</p>
    </>
  );
}

function stageOf({ Status, CheckoutStatus }: Ended): OrderStage {
  if (CheckoutStatus === 'Created') return 'open';
  if (CheckoutStatus === 'Cancelled') return 'cancelled';
  return Status === 'Completed' ? 'delivered' : 'paid';
}
