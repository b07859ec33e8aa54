// Asks the player whether they may be measured, starts the tag manager if they agree, and lets them choose again.
import { useEffect, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { log } from '#portal/log.ts';
import { usePageConfig } from '#portal/page-environment.ts';
import { consent, resetConsent, setConsent, subscribeToConsent } from '#portal/reporting/consent.ts';
import { runtimeConfig } from '#portal/runtime-config.ts';
import { Button } from '#portal/ui/Button.tsx';
import './measuring-consent.css';

export function ConsentNotice() {
  const { t } = useTranslation();
  const { tagManager } = usePageConfig();
  const status = useSyncExternalStore(subscribeToConsent, consent);
  const isGranted = status === 'granted';
  useEffect(() => {
    if (isGranted) startTagManager();
  }, [isGranted]);
  if (status !== 'unknown') return null;
  const text = tagManager?.email === undefined ? t('consent.text') : t('consent.textWithEmail');
  return (
    <section className="consent" aria-label={text}>
      <p>{text}</p>
      <div className="choices">
        <Button onClick={() => setConsent('denied')}>{t('consent.decline')}</Button>
        <Button onClick={() => setConsent('granted')}>{t('consent.accept')}</Button>
      </div>
    </section>
  );
}

/** In the footer. Asks again. */
export function ConsentButton() {
  const { t } = useTranslation();
  const status = useSyncExternalStore(subscribeToConsent, consent);
  if (status === 'unknown') return null;
  return (
    <button type="button" className="change-consent" onClick={resetConsent}>
      {t('consent.change')}
    </button>
  );
}

function startTagManager(): void {
  const { tagManager, routerType, basePath } = runtimeConfig;
  if (isStarted || !tagManager) return;
  isStarted = true;
  import('#portal/reporting/load-tag-manager.ts')
    .then(({ runTagManager }) => runTagManager({ tagManager, routerType, basePath }))
    .catch((error: unknown) => log.warn('The tag manager could not be started.', error));
}

let isStarted = false;
