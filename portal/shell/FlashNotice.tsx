// Explains a redirect: the page needs a signed-in player, or the session ended in another tab.
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { Button } from '#portal/ui/Button.tsx';
import { Notice } from '#portal/ui/Notice.tsx';
import { isSignedIn, lastSessionEnding, useSessionNumber } from '#portal/session.ts';
import { useSignIn } from './use-sign-in.ts';
import { readRequestedPage } from './requested-page.ts';

export function FlashNotice() {
  const { t } = useTranslation();
  const session = useSessionNumber();
  const signIn = useSignIn();
  const { state, key } = useLocation();
  const from = readRequestedPage(state);
  useAskOnce(from, key);
  const isLost = lastSessionEnding() === 'elsewhere';
  if (session > 0 || (from === undefined && !isLost)) return null;
  return (
    <div className="flash">
      {isLost ? (
        <Notice tone="warning" action={<Button onClick={() => void signIn({ from })}>{t('signIn')}</Button>}>
          {t('loginPages.signedOut')}
        </Notice>
      ) : (
        <Notice tone="warning">{t('flash.logInFirst')}</Notice>
      )}
    </div>
  );
}

/** Once per redirect: closing the modal navigates back to the same history entry. */
function useAskOnce(from: string | undefined, key: string): void {
  const signIn = useSignIn();
  const asked = useRef<string>(undefined);
  const wasFrom = useRef<string>(undefined);
  useEffect(() => {
    const isNew = wasFrom.current !== from;
    wasFrom.current = from;
    if (from === undefined || !isNew || asked.current === key || isSignedIn()) return;
    asked.current = key;
    void signIn({ from });
  }, [from, key, signIn]);
}
