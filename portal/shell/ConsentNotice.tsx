// Asks, where a tag manager is on the page, whether it may be told what is done here. Nothing is told before the answer.
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { consent, setConsent, subscribeToConsent } from '#portal/reporting/consent.ts';
import { Button } from '#portal/ui/Button.tsx';

/** Only a browser knows what was answered. */
const askLater = () => 'denied' as const;

export function ConsentNotice() {
  const { t } = useTranslation();
  const status = useSyncExternalStore(subscribeToConsent, consent, askLater);
  if (status !== 'unknown' || !('dataLayer' in window)) return null;
  return (
    <section className="consent" aria-label={t('consent.text')}>
      <p>{t('consent.text')}</p>
      <Button onClick={() => setConsent('denied')}>{t('consent.decline')}</Button>
      <Button onClick={() => setConsent('granted')}>{t('consent.accept')}</Button>
    </section>
  );
}
