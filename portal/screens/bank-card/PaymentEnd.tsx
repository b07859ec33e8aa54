import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { goToPage } from '#portal/go-to.ts';
import { useSession } from '#portal/session.ts';
import { Notice } from '#portal/ui/Notice.tsx';
import { WebLink } from '#portal/ui/WebLink.tsx';
import type { PaymentInfo } from './bank-calls.ts';

/** How it ended, and the way on. Who has paid is led on; who has not may want to read why he is where he is. */
export function PaymentEnd({ info }: { info: PaymentInfo }) {
  const { t } = useTranslation();
  const { State, RedirectUris, CardInfo: card } = info;
  const isPaid = State === 'Paid';
  const next = isPaid ? RedirectUris.Success : RedirectUris.Failure;
  const isForBuyer = useIsForBuyer(next);
  useEffect(() => {
    if (!isPaid || !isForBuyer) return undefined;
    const timer = setTimeout(() => goToPage(next), leadingMs);
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
        <p className="muted">{t('order.mayClose')}</p>
      )}
    </>
  );
}

/** So long it is seen that it was paid. */
const leadingMs = 3000;

/** The portal's own page for purchases shows nothing to who is not signed in here, as on another device. */
function useIsForBuyer(address: string): boolean {
  const session = useSession();
  const isOwn = URL.canParse(address) && new URL(address).origin === window.location.origin;
  return session > 0 || !isOwn;
}
