// Asks the visitor for consent to tracking, on pages with a tag manager.
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { consent, setConsent, subscribeToConsent } from '#portal/reporting/consent.ts';
import { Button } from '#portal/ui/Button.tsx';

/** The server can't know the stored consent. */
const askLater = () => 'denied' as const;
const askNow = () => ('dataLayer' in window ? consent() : askLater());

export function ConsentNotice() {
  const { t } = useTranslation();
  const status = useSyncExternalStore(subscribeToConsent, askNow, askLater);
  if (status !== 'unknown') return null;
  return (
    <section className="consent" aria-label={t('consent.text')}>
      <p>{t('consent.text')}</p>
      <Button onClick={() => setConsent('denied')}>{t('consent.decline')}</Button>
      <Button onClick={() => setConsent('granted')}>{t('consent.accept')}</Button>
    </section>
  );
}
