// The page of an invitation link. Only a click accepts it, because mail scanners open links too. Visitors without an
// account sign up first, and the invitation is stored for that time.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { toLocale } from '#model/locale.ts';
import { apiClient } from '#portal/api.ts';
import { friendErrorKey } from '#portal/modals/social/friend-error.ts';
import { friendQueryKeys } from '#portal/modals/social/use-friendships.ts';
import { gameConfigQuery } from '#portal/queries/game-config-query.ts';
import { LoginPageLayout } from '#portal/screens/login/LoginPageLayout.tsx';
import { useUrlToken } from '#portal/screens/login/use-url-token.ts';
import { isSignedIn, useSessionNumber } from '#portal/session.ts';
import { useSignIn } from '#portal/shell/use-sign-in.ts';
import { storage } from '#portal/storage.ts';
import { Avatar } from '#portal/ui/Avatar.tsx';
import { Button, ButtonLink } from '#portal/ui/Button.tsx';
import { Notice } from '#portal/ui/Notice.tsx';
import { Picture } from '#portal/ui/Picture.tsx';
import { Skeleton } from '#portal/ui/Skeleton.tsx';
import { createStoredInvitation } from './stored-invitation.ts';
import { retryUnlessClientError } from '#portal/queries/create-query-client.ts';

const kept = createStoredInvitation(storage, () => Date.now());

export function FriendInvitation() {
  const { t, i18n } = useTranslation();
  const handed = useUrlToken();
  // A token with another prefix was for another page.
  const [token] = useState(() => (handed?.startsWith('fxi_') === true ? handed : kept.read()));
  const session = useSessionNumber();
  const link = useQuery({
    queryKey: ['friendLink', session, token],
    queryFn: () => apiClient.friends.readLink({ Token: token ?? '', Locale: toLocale(i18n.language) }),
    enabled: token !== undefined,
    retry: retryUnlessClientError(2),
  });
  useEffect(() => {
    if (token !== undefined) kept.keep(token);
  }, [token]);
  if (token === undefined || link.isError)
    return (
      <LoginPageLayout title={t('social.invitation')}>
        <Notice tone="warning">{t(link.error ? friendErrorKey(link.error) : 'social.linkExpired')}</Notice>
        <ButtonLink to="/">{t('nav.home')}</ButtonLink>
      </LoginPageLayout>
    );
  if (!link.data)
    return (
      <LoginPageLayout title={t('social.invitation')}>
        <div role="status" aria-label={t('loading')}>
          <Skeleton width="16em" height="1.4em" />
        </div>
      </LoginPageLayout>
    );
  return <Answer token={token} link={link.data} />;
}

type Link = Awaited<ReturnType<typeof apiClient.friends.readLink>>;

function Answer({ token, link: { Name, Own, Game, Title } }: { token: string; link: Link }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const signIn = useSignIn();
  const queries = useQueryClient();
  const accepting = useMutation({
    mutationFn: () => apiClient.friends.acceptLink({ Token: token }),
    networkMode: 'always',
    onSuccess: async ({ Outcome, Game: game }) => {
      kept.forget();
      for (const name of friendQueryKeys) await queries.invalidateQueries({ queryKey: [name] });
      if (Outcome === 'Sent') return;
      await navigate(game === undefined ? '/' : `/play/${encodeURIComponent(game)}`, { replace: true });
    },
  });
  const accept = async (): Promise<void> => {
    if (!isSignedIn())
      await signIn({ from: '/FriendInvitation', reason: t('social.invitationSignIn', { name: Name }), game: Game });
    // If the player closed the sign-in modal, they can press the button again.
    if (isSignedIn()) accepting.mutate();
  };
  if (accepting.data?.Outcome === 'Sent')
    return (
      <LoginPageLayout title={t('social.invitation')}>
        <Notice>{t('social.invitationRequested', { name: Name })}</Notice>
        {Game === undefined ? (
          <ButtonLink to="/">{t('nav.home')}</ButtonLink>
        ) : (
          <ButtonLink to={`/play/${encodeURIComponent(Game)}`}>{t('play')}</ButtonLink>
        )}
      </LoginPageLayout>
    );
  return (
    <LoginPageLayout title={t('social.invitation')}>
      {Game !== undefined && <GameArt game={Game} />}
      <div className="inviter">
        <Avatar id={Name} name={Name} size={56} />
        <p>
          {Title === undefined
            ? t('social.invitationText', { name: Name })
            : t('social.invitationToGame', { name: Name, title: Title })}
        </p>
      </div>
      {Own ? (
        <Notice>{t('social.ownLink')}</Notice>
      ) : (
        <p className="muted">{t('social.invitationEffect', { name: Name })}</p>
      )}
      {accepting.isError && <Notice tone="danger">{t(friendErrorKey(accepting.error))}</Notice>}
      <div className="actions">
        {!Own && (
          <Button kind="primary" busy={accepting.isPending} onClick={() => void accept()}>
            {Game === undefined ? t('social.acceptInvitation') : t('social.acceptAndPlay')}
          </Button>
        )}
        <ButtonLink to="/" onClick={() => kept.forget()}>
          {t(Own ? 'nav.home' : 'social.notNow')}
        </ButtonLink>
      </div>
    </LoginPageLayout>
  );
}

function GameArt({ game }: { game: string }) {
  const page = useQuery(gameConfigQuery(game)).data?.StorePage;
  const made = page?.Pictures?.find(({ Address }) => Address === page.WideArt);
  return (
    <div className="invitation-art">{page && <Picture address={page.WideArt} made={made} sizes="480px" first />}</div>
  );
}
