// The page for paying by card or SBP, the Russian banks' fast payment system. It may be open on another device than the
// buyer's. Only our server decides whether it was paid.
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { analyticsEventIds } from '#model/analytics-events.ts';
import { trackEvent } from '#portal/analytics/track-event.ts';
import { PaymentMethodLogo } from '#portal/purchase/dialog/PaymentMethods.tsx';
import {
  BoughtProduct,
  PurchasePageLayout,
  PurchaseWaiting,
} from '#portal/screens/store-return/PurchasePageLayout.tsx';
import { Button, ButtonLink } from '#portal/ui/Button.tsx';
import { Notice } from '#portal/ui/Notice.tsx';
import type { PaymentInfo } from './bank-calls.ts';
import { CardPayment } from './CardPayment.tsx';
import { PaymentOutcomeCard } from './PaymentOutcomeCard.tsx';
import { SbpPayment } from './SbpPayment.tsx';
import { isUnknownPaymentError, usePaymentInfo } from './use-payment-info.ts';
import './bank-card.css';

export function BankCard() {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const publicId = query.get('PublicId') ?? '';
  const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(publicId);
  return (
    <PurchasePageLayout title={t('screen.bankCard')} screen="bankCard">
      {isId ? <Payment key={publicId} publicId={publicId} /> : <UnknownPayment />}
    </PurchasePageLayout>
  );
}

function Payment({ publicId }: { publicId: string }) {
  const { t } = useTranslation();
  const { data: info, error, isFetching, refetch } = usePaymentInfo(publicId);
  if (isUnknownPaymentError(error)) return <UnknownPayment />;
  if (info) return <KnownPayment publicId={publicId} info={info} />;
  if (!error) return <PurchaseWaiting>{t('loading')}</PurchaseWaiting>;
  return (
    <>
      <Notice tone="danger">{t('profile.networkError')}</Notice>
      <Button kind="primary" busy={isFetching} onClick={() => void refetch()}>
        {t('retry')}
      </Button>
    </>
  );
}

function UnknownPayment() {
  const { t } = useTranslation();
  return (
    <>
      <Notice tone="warning">{t('order.notFound')}</Notice>
      <div className="actions">
        <ButtonLink to="/" reloadDocument>
          {t('nav.home')}
        </ButtonLink>
      </div>
    </>
  );
}

type Way = 'card' | 'sbp';

function KnownPayment({ publicId, info }: { publicId: string; info: PaymentInfo }) {
  const { t } = useTranslation();
  const [method, setWay] = useState<Way>();
  const { State, ProductInfo: product } = info;
  const isOpen = State === 'Open';
  useEffect(() => {
    if (isOpen) trackEvent(analyticsEventIds.BankCardFormShown);
  }, [isOpen]);
  useEffect(() => {
    if (State !== 'Paid' || method === undefined) return;
    trackEvent(
      method === 'card' ? analyticsEventIds.BankCardFormCardSuccess : analyticsEventIds.BankCardFormFpsSuccess,
    );
  }, [State, method]);
  const choose = (chosen: Way): void => {
    trackEvent(
      chosen === 'card' ? analyticsEventIds.BankCardFormCardClicked : analyticsEventIds.BankCardFormFpsClicked,
    );
    setWay(chosen);
  };
  return (
    <>
      <BoughtProduct
        name={product.LocalizedProductName ?? product.Sku ?? ''}
        price={info.LocalizedPrice}
        imageUrl={product.ImageUrl}
      />
      {!isOpen ? (
        <PaymentOutcomeCard info={info} />
      ) : method === 'card' ? (
        <CardPayment publicId={publicId} leave={() => setWay(undefined)} />
      ) : method === 'sbp' ? (
        <SbpPayment publicId={publicId} leave={() => setWay(undefined)} />
      ) : (
        <SignInMethodList takesCards={info.TakesCards} choose={choose} />
      )}
      <p className="seller">
        <span>
          {t('bankCard.seller')} <bdi>{info.Company}</bdi>
        </span>
        <span>
          <bdi>{info.Address}</bdi>
        </span>
        <span>
          <bdi>{info.BankInfo.Name}</bdi>
        </span>
      </p>
    </>
  );
}

function SignInMethodList({ takesCards, choose }: { takesCards: boolean; choose: (method: Way) => void }) {
  const { t } = useTranslation();
  return (
    <div className="ways" role="group" aria-labelledby="ways-title">
      <h2 id="ways-title">{t('purchase.chooseMethod')}</h2>
      {takesCards && (
        <button type="button" className="way" onClick={() => choose('card')}>
          <PaymentMethodLogo method="Card" size={28} />
          <span>
            <b>{t('purchase.method.Card')}</b> <small>{t('bankCard.cardHint')}</small>
          </span>
        </button>
      )}
      <button type="button" className="way" onClick={() => choose('sbp')}>
        <PaymentMethodLogo method="Sbp" size={28} />
        <span>
          <b>{t('purchase.method.Sbp')}</b> <small>{t('bankCard.sbpHint')}</small>
        </span>
      </button>
    </div>
  );
}
