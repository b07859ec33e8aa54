import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { goToOtherSite } from '#portal/go-to.ts';
import { useSessionNumber } from '#portal/session.ts';
import { Notice } from '#portal/ui/Notice.tsx';
import { WebLink } from '#portal/ui/WebLink.tsx';
import type { PaymentInfo } from './bank-calls.ts';

/** After a payment the page redirects by itself; after a failure the buyer can read why. */
export function PaymentOutcomeCard({ info }: { info: PaymentInfo }) {
  const { t } = useTranslation();
  const { State, RedirectUris, CardInfo: card } = info;
  const isPaid = State === 'Paid';
  const next = isPaid ? RedirectUris.Success : RedirectUris.Failure;
  const isForBuyer = useIsForBuyer(next);
  useEffect(() => {
    if (!isPaid || !isForBuyer) return undefined;
    const timer = setTimeout(() => goToOtherSite(next), leadingMs);
    return () => clearTimeout(timer);
  }, [isPaid, isForBuyer, next]);
  return (
    <>
      <Notice tone={isPaid ? 'good' : 'info'}>{t(isPaid ? 'order.text.paid' : 'purchase.notPaid')}</Notice>
      {card && (
        <p className="muted">
          <bdi>{`${card.Brand.toUpperCase()} •••• ${card.Last4}`}</bdi>
        </p>
      )}
      {isForBuyer ? (
        <WebLink className="button primary normal" href={next}>
          {t(isPaid ? 'purchase.continue' : 'bankCard.back')}
        </WebLink>
      ) : (
        <p className="muted">{t('order.canClose')}</p>
      )}
    </>
  );
}

const leadingMs = 3000;

/** The portal's purchase page shows nothing to a visitor who is not signed in, as on another device. */
function useIsForBuyer(address: string): boolean {
  const session = useSessionNumber();
  const isOwn = URL.canParse(address) && new URL(address).origin === window.location.origin;
  return session > 0 || !isOwn;
}
