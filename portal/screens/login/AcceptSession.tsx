// Starts the session that a link brought. The player is asked first if another account is signed in, or if the link was
// handed over, because it may be another person's.
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { safeDestination } from '#model/safe-destination.ts';
import { createSessionApiClient } from '#portal/api.ts';
import { goToOwnPage } from '#portal/go-to.ts';
import { log } from '#portal/log.ts';
import { requestDocumentConsent } from '#portal/modals/documents/request-document-consent.ts';
import { useOpenModal, type OpenModal } from '#portal/shell/open-modal.ts';
import { isolateTextDirection } from '#portal/i18n/isolate-text-direction.ts';
import { beginSession, isSignedIn, readProfile } from '#portal/session.ts';
import { chooseSession } from '#portal/sign-in/choose-session.ts';
import { endOtherSession } from '#portal/sign-in/end-other-session.ts';
import { signOutNow } from '#portal/sign-in/sign-out-now.ts';
import { trackLogin } from '#portal/sign-in/track-login.ts';
import { runOnce } from '#portal/sign-in/run-once.ts';
import { Button } from '#portal/ui/Button.tsx';
import { WebLink } from '#portal/ui/WebLink.tsx';
import { LoginFailed } from './LoginFailed.tsx';
import { LoginPageLayout, LoginWaiting } from './LoginPageLayout.tsx';
import { useRunOnce } from './use-run-once.ts';

interface LinkSession {
  readonly token: string;
  readonly method: string;
  readonly redirectUri?: string | undefined;
  readonly mergeToken?: string | undefined;
  /** It has fewer rights than an existing session of the same account. */
  readonly isLesser?: boolean;
  /** It came with a one-time token, which may be another person's. */
  readonly isHanded?: boolean;
}

export function AcceptSession({ session, to = '/' }: { session: LinkSession; to?: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [isTaken, setTaken] = useState(false);
  const choice = useRunOnce(`take ${session.token}`, async () => {
    const chosen = await chooseSession({
      isSignedIn: isSignedIn(),
      current: readProfile,
      brought: () => createSessionApiClient(session.token).profile.get({}),
      isLesser: session.isLesser ?? false,
      isHanded: session.isHanded ?? false,
    });
    if (chosen.choice === 'take') await take(session);
    if (chosen.choice === 'keep') void endOtherSession(session.token);
    return chosen;
  });
  if (choice.state === 'pending') return <LoginWaiting />;
  if (choice.state === 'failed') return <LoginFailed error={choice.error} />;
  if (isTaken || choice.value.choice !== 'ask') return <GoOn session={session} to={to} />;
  const { current, other } = choice.value;
  const isFirst = current === undefined;
  return (
    <LoginPageLayout
      title={
        isFirst ? t('loginPages.handoff.title', { other: isolateTextDirection(other) }) : t('loginPages.switch.title')
      }
    >
      {!isFirst && <p>{t('loginPages.switch.text', { current, other })}</p>}
      {session.isHanded && <p className="muted">{t('loginPages.handoff.text')}</p>}
      <div className="actions">
        <Button kind="primary" onClick={() => void take(session).then(() => setTaken(true))}>
          {t('loginPages.switch.yes', { other })}
        </Button>
        <Button
          onClick={() => {
            void endOtherSession(session.token);
            void navigate('/', { replace: true });
          }}
        >
          {isFirst ? t('loginPages.handoff.no') : t('loginPages.switch.no', { current })}
        </Button>
      </div>
    </LoginPageLayout>
  );
}

/** Waits for the event: the next page is another document. */
async function take({ token, method }: LinkSession): Promise<void> {
  beginSession(token);
  await trackLogin(method);
}

/** If the request fails, the player is asked again when they play or buy. */
async function hasAccepted(openModal: OpenModal, decline: string): Promise<boolean> {
  try {
    return await requestDocumentConsent(openModal, { decline });
  } catch (error) {
    log.warn('The documents to accept could not be loaded.', error);
    return true;
  }
}

/** Redirects to the link's target, if it is one of our pages, once all documents are accepted. */
function GoOn({ session, to }: { session: LinkSession; to: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const openModal = useOpenModal();
  const { token, mergeToken, redirectUri = '' } = session;
  const address = safeDestination(redirectUri, [window.location.origin]);
  useEffect(() => {
    const finish = async (): Promise<void> => {
      if (mergeToken !== undefined) await openModal('merge', { mergeToken });
      if (!(await hasAccepted(openModal, t('profile.signOut')))) signOutNow();
    };
    const go = (): void => {
      if (!isSignedIn()) void navigate('/', { replace: true });
      else if (!goToOwnPage(redirectUri, 'replace')) void navigate(to, { replace: true });
    };
    void runOnce(`finish ${token}`, finish).then(go);
  }, [redirectUri, mergeToken, token, navigate, openModal, to, t]);
  return (
    <LoginWaiting>{address !== undefined && <WebLink href={address}>{t('loginPages.redirect')}</WebLink>}</LoginWaiting>
  );
}
