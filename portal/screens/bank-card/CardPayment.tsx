// The bank's card form in the checkout frame, for the signed-in buyer. What the form reports is a hint; then the bank
// is queried.
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#contract/api-error.ts';
import { analyticsEventIds } from '#model/analytics-events.ts';
import type { PaymentOutcome } from '#payments/port.browser.ts';
import { trackEvent } from '#portal/analytics/track-event.ts';
import { CheckoutFrame, type CheckoutFrameListener } from '#portal/purchase/dialog/CheckoutFrame.tsx';
import { log } from '#portal/log.ts';
import { PurchaseWaiting } from '#portal/screens/store-return/PurchasePageLayout.tsx';
import { useSessionNumber } from '#portal/session.ts';
import { useSignIn } from '#portal/shell/use-sign-in.ts';
import { Button } from '#portal/ui/Button.tsx';
import { Notice } from '#portal/ui/Notice.tsx';
import { bankAdapterFolder, openCardForm, payWithCard } from './bank-calls.ts';

export function CardPayment({ publicId, leave }: { publicId: string; leave: () => void }) {
  const session = useSessionNumber();
  return session === 0 ? <SignInFirst leave={leave} /> : <CardForm key={session} publicId={publicId} leave={leave} />;
}

function SignInFirst({ leave }: { leave: () => void }) {
  const { t } = useTranslation();
  const signIn = useSignIn();
  return (
    <>
      <Notice>{t('bankCard.signIn')}</Notice>
      <div className="actions">
        <Button kind="primary" onClick={() => void signIn()}>
          {t('signIn')}
        </Button>
        <Button onClick={leave}>{t('bankCard.otherMethod')}</Button>
      </div>
    </>
  );
}

function CardForm({ publicId, leave }: { publicId: string; leave: () => void }) {
  const { t } = useTranslation();
  const [end, setEnd] = useState<PaymentOutcome['outcome']>();
  // A token is valid for one form.
  const [tries, setTries] = useState(1);
  const form = useQuery({
    queryKey: ['bankCardForm', publicId, tries],
    queryFn: () => openCardForm(publicId),
    retry: false,
    gcTime: 0,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });
  const asking = useMutation({
    mutationFn: () => payWithCard(publicId),
    networkMode: 'always',
    onError: (error) => log.warn('The bank could not be queried about the card; its webhook will follow.', error),
  });
  const isSubmitted = useRef(false);
  const take = (outcome: PaymentOutcome): void => {
    setEnd(outcome.outcome);
    if (outcome.outcome !== 'completed') trackEvent(analyticsEventIds.BankCardFormCardCancelled);
    // Also after a failure, which a form may report wrongly.
    if (outcome.outcome === 'completed' || isSubmitted.current) asking.mutate();
  };
  const [listener] = useState<CheckoutFrameListener>(() => ({
    setBusy: (isBusy) => {
      if (isBusy && !isSubmitted.current) trackEvent(analyticsEventIds.BankCardFormCardSubmitted);
      isSubmitted.current ||= isBusy;
    },
    handleFormOutcome: take,
  }));
  const again = (): void => {
    isSubmitted.current = false;
    setEnd(undefined);
    setTries(tries + 1);
  };
  const close = (): void => {
    trackEvent(analyticsEventIds.BankCardFormCardCancelled);
    leave();
  };
  if (end === 'completed') return <PurchaseWaiting>{t('purchase.confirming')}</PurchaseWaiting>;
  if (end !== undefined || form.isError) {
    const isForeign = form.error instanceof ApiError && form.error.status === 404;
    return (
      <>
        <Notice tone="danger">
          {t(isForeign ? 'bankCard.signIn' : form.isError ? 'purchase.startFailed' : 'purchase.notPaid')}
        </Notice>
        <div className="actions">
          <Button kind="primary" onClick={again}>
            {t('retry')}
          </Button>
          <Button onClick={leave}>{t('bankCard.otherMethod')}</Button>
        </div>
      </>
    );
  }
  if (!form.data) return <PurchaseWaiting>{t('purchase.opening')}</PurchaseWaiting>;
  return (
    <>
      <CheckoutFrame key={tries} folder={bankAdapterFolder} block={form.data} isClosing={false} listener={listener} />
      <Button onClick={close}>{t('bankCard.otherMethod')}</Button>
    </>
  );
}
