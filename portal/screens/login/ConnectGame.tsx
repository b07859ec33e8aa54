import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { apiClient } from '#portal/api.ts';
import { log } from '#portal/log.ts';
import { useProfile, useSessionNumber } from '#portal/session.ts';
import { useSignIn } from '#portal/shell/use-sign-in.ts';
import { connectGameAccount } from '#portal/sign-in/connect-game-account.ts';
import { runOnce } from '#portal/sign-in/run-once.ts';
import { signInError } from '#portal/sign-in/sign-in-error.ts';
import { Button } from '#portal/ui/Button.tsx';
import { Notice } from '#portal/ui/Notice.tsx';
import { gamePagePath } from '#portal/shell/own-page-paths.ts';
import { useGameTitle } from '#portal/queries/use-games-by-name.ts';
import { useAccountOverview } from '../profile/use-overview.ts';
import { LoginFailed } from './LoginFailed.tsx';
import { LoginPageLayout, LoginWaiting } from './LoginPageLayout.tsx';
import { ShareEmail } from './ShareEmail.tsx';

/** Visitors sign in first. */
export function ConnectGame({ game, connectToken }: { game: string; connectToken: string }) {
  const { t } = useTranslation();
  const session = useSessionNumber();
  const title = useGameTitle(game);
  const signIn = useSignIn();
  useEffect(() => {
    if (session === 0) void runOnce(`sign in for ${connectToken}`, () => signIn({ game }));
  }, [session, connectToken, game, signIn]);
  if (session > 0) return <Question {...{ game, title, connectToken }} />;
  return (
    <LoginPageLayout title={t('signIn')}>
      <p>{t('loginPages.signInFirst', { game: title })}</p>
      <Button kind="primary" onClick={() => void signIn({ game })}>
        {t('signIn')}
      </Button>
    </LoginPageLayout>
  );
}

function Question({ game, title, connectToken }: { game: string; title: string; connectToken: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const profile = useProfile();
  // If this fails, the player can still connect the game, without sharing their email.
  const overview = useAccountOverview();
  const { Email, EmailValidated = false } = overview.data?.Account ?? {};
  // The address that was shown when the box was ticked.
  const [shared, setShared] = useState<string>();
  const isShared = EmailValidated && shared !== undefined && shared === Email;
  const leave = () => void navigate(gamePagePath(game), { replace: true });
  const connect = useMutation({
    mutationFn: async () => {
      const result = await connectGameAccount(apiClient.invite, { game, connectToken });
      return { result, isShareFailed: result === 'Success' && isShared && !(await shareEmail(game)) };
    },
    onSuccess: async ({ result, isShareFailed }) => {
      if (result !== 'Success') return;
      await Promise.all([
        queries.invalidateQueries({ queryKey: ['profile'] }),
        queries.invalidateQueries({ queryKey: ['overview'] }),
      ]);
      if (!isShareFailed) leave();
    },
  });
  const isBusy = connect.isPending || connect.isSuccess;
  if (connect.data?.isShareFailed) return <NotShared {...{ title, leave }} />;
  if (profile.isPending || overview.isPending) return <LoginWaiting />;
  if (profile.isError) return <LoginFailed error={profile.error} />;
  if (connect.data && connect.data.result !== 'Success') return <LoginFailed inviteErrorCode={connect.data.result} />;
  return (
    <LoginPageLayout title={t('loginPages.connect.title', { game: title, name: profile.data.Name })}>
      <p className="muted">{t('loginPages.connect.text')}</p>
      {Email !== undefined && EmailValidated && (
        <ShareEmail
          email={Email}
          title={title}
          checked={isShared}
          disabled={isBusy}
          onChange={(wanted) => setShared(wanted ? Email : undefined)}
        />
      )}
      {connect.error && <Notice tone="danger">{t(errorKey(connect.error))}</Notice>}
      <div className="actions">
        <Button kind="primary" busy={isBusy} onClick={() => connect.mutate()}>
          {t('loginPages.connect.yes')}
        </Button>
        <Button onClick={() => void navigate('/', { replace: true })}>{t('loginPages.connect.no')}</Button>
      </div>
    </LoginPageLayout>
  );
}

function NotShared({ title, leave }: { title: string; leave: () => void }) {
  const { t } = useTranslation();
  return (
    <LoginPageLayout title={t('loginPages.connect.done', { game: title })}>
      <Notice>{t('loginPages.connect.notShared')}</Notice>
      <Button kind="primary" autoFocus onClick={leave}>
        {t('loginPages.connect.continue')}
      </Button>
    </LoginPageLayout>
  );
}

/** Resolves to false on failure, which does not affect the connection. */
async function shareEmail(game: string): Promise<boolean> {
  try {
    return (await apiClient.profile.shareEmail({ Game: game, Share: true })).EmailShared;
  } catch (error) {
    log.warn(`The email address could not be shared with ${game}.`, error);
    return false;
  }
}

function errorKey(error: Error) {
  const { key } = signInError(error);
  return key === 'signInModal.errors.network' || key === 'signInModal.errors.tooMany' ? key : 'errors.generic';
}
