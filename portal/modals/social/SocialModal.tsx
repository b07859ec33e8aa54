import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHref } from 'react-router';
import { useOpenModal } from '#portal/shell/open-modal.ts';
import { useSessionNumber } from '#portal/session.ts';
import { Button } from '#portal/ui/Button.tsx';
import { Dialog } from '#portal/ui/Dialog.tsx';
import { EmptyState } from '#portal/ui/EmptyState.tsx';
import { gamePagePath } from '#portal/shell/own-page-paths.ts';
import { AddFriends } from './AddFriends.tsx';
import { FriendList } from './FriendList.tsx';
import { InviteForm, type InviteOptions } from './InviteForm.tsx';
import { useFriendCount } from '#portal/queries/use-friends.ts';
import './social-modal.css';

type View = 'list' | 'invite' | 'add';

export function SocialModal({
  game,
  view: first = 'list',
  invite,
  onInvited,
  close,
}: {
  game?: string;
  view?: Exclude<View, 'invite'>;
  invite?: InviteOptions['invite'];
  onInvited?: (count: number) => void;
  close: () => void;
}) {
  const { t } = useTranslation();
  const openModal = useOpenModal();
  const isSignedIn = useSessionNumber() > 0;
  const [view, setView] = useState<View>(invite === undefined ? first : 'invite');
  const title = useTitle(view, game);
  const share = useShare(game);
  return (
    <Dialog title={title} onClose={close}>
      <div className="social-modal">
        {!isSignedIn ? (
          <EmptyState
            drawing="empty"
            title={t('social.signIn')}
            action={
              <Button kind="primary" onClick={() => void openModal('signIn', game === undefined ? {} : { game })}>
                {t('signIn')}
              </Button>
            }
          />
        ) : view === 'invite' && game !== undefined ? (
          <InviteForm {...{ game, share, close, onInvited }} invite={invite ?? { message: '', uids: [] }} />
        ) : view === 'add' ? (
          <AddFriends game={game} back={() => setView('list')} />
        ) : (
          <FriendList
            game={game}
            invite={game === undefined ? undefined : () => setView('invite')}
            add={() => setView('add')}
          />
        )}
      </div>
    </Dialog>
  );
}

function useTitle(view: View, game: string | undefined): string {
  const { t } = useTranslation();
  const { title } = useFriendCount(game);
  if (view !== 'list') return t(view === 'invite' ? 'social.invite' : 'social.add');
  return title;
}

/** Opening the link does not make anyone a friend. */
function useShare(game: string | undefined): () => void {
  const openModal = useOpenModal();
  // On a single-game site the game's URL is the site's.
  const path = useHref(game === undefined ? '/' : gamePagePath(game));
  return () => void openModal('share', { link: new URL(path, window.location.href).href });
}
