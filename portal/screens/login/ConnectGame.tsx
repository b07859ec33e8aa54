import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { toLocale } from '#model/locale.ts';
import { client } from '#portal/api.ts';
import { useProfile, useSession } from '#portal/shell/session.ts';
import { useSignIn } from '#portal/shell/use-sign-in.ts';
import { connectGame } from '#portal/signin/connect-game.ts';
import { runOnce } from '#portal/signin/run-once.ts';
import { signInError } from '#portal/signin/sign-in-error.ts';
import { Button } from '#portal/ui/Button.tsx';
import { Notice } from '#portal/ui/Notice.tsx';
import { useGames } from '../games/use-games.ts';
import { LoginFailed } from './LoginFailed.tsx';
import { LoginPage, LoginWaiting } from './LoginPage.tsx';

/** Asks whether a game shall belong to the account; who is not signed in does that first. */
export function ConnectGame({ game, connectToken }: { game: string; connectToken: string }) {
  const { t } = useTranslation();
  const session = useSession();
  const title = useTitle(game);
  const signIn = useSignIn();
  useEffect(() => {
    if (session === 0) void runOnce(`sign in for ${connectToken}`, () => signIn({ game }));
  }, [session, connectToken, game, signIn]);
  if (session > 0) return <Question {...{ game, title, connectToken }} />;
  return (
    <LoginPage title={t('signIn')}>
      <p>{t('loginPages.signInFirst', { game: title })}</p>
      <Button kind="primary" onClick={() => void signIn({ game })}>
        {t('signIn')}
      </Button>
    </LoginPage>
  );
}

function Question({ game, title, connectToken }: { game: string; title: string; connectToken: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const profile = useProfile();
  const connect = useMutation({
    mutationFn: () => connectGame(client.invite, { game, connectToken }),
    onSuccess: async (result) => {
      if (result !== 'Success') return;
      await queries.invalidateQueries({ queryKey: ['profile'] });
      void navigate(`/Games/${encodeURIComponent(game)}`, { replace: true });
    },
  });
  if (profile.isPending) return <LoginWaiting />;
  if (profile.isError) return <LoginFailed error={profile.error} />;
  if (connect.data !== undefined && connect.data !== 'Success') return <LoginFailed inviteErrorCode={connect.data} />;
  return (
    <LoginPage title={t('loginPages.connect.title', { game: title, name: profile.data.Name })}>
      <p className="muted">{t('loginPages.connect.text')}</p>
      {connect.error && <Notice tone="danger">{t(errorKey(connect.error))}</Notice>}
      <div className="actions">
        <Button kind="primary" busy={connect.isPending || connect.isSuccess} onClick={() => connect.mutate()}>
          {t('loginPages.connect.yes')}
        </Button>
        <Button onClick={() => void navigate('/', { replace: true })}>{t('loginPages.connect.no')}</Button>
      </div>
    </LoginPage>
  );
}

function errorKey(error: Error) {
  const { key } = signInError(error);
  return key === 'signInModal.errors.network' || key === 'signInModal.errors.tooMany' ? key : 'errors.generic';
}

/** The game's title, or its system name while the list is not there. */
function useTitle(game: string): string {
  const { i18n } = useTranslation();
  const games = useGames(toLocale(i18n.language));
  return games.data?.find(({ GameSystemName }) => GameSystemName === game)?.Title ?? game;
}
