// Friends in a game: what they are doing, and whom to invite. A game opens it to invite; the portal opens it with the list.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHref } from 'react-router';
import { useOpenModal } from '#portal/modals/modal-stack.tsx';
import { useSession } from '#portal/shell/session.ts';
import { Button } from '#portal/ui/Button.tsx';
import { Dialog } from '#portal/ui/Dialog.tsx';
import { EmptyState } from '#portal/ui/EmptyState.tsx';
import { gamePage } from '#portal/shell/own-pages.ts';
import { countFriends } from './count-friends.ts';
import { FriendList } from './FriendList.tsx';
import { InviteForm, type InviteOptions } from './InviteForm.tsx';
import { useFriendStatuses } from './use-friends.ts';
import './social-modal.css';

export function SocialModal({
  game,
  invite,
  onInvited,
  close,
}: {
  game: string;
  /** Given: it begins with the friends to invite. */
  invite?: InviteOptions['invite'];
  /** Told how many were invited. */
  onInvited?: (count: number) => void;
  close: () => void;
}) {
  const { t, i18n } = useTranslation();
  const openModal = useOpenModal();
  const isSignedIn = useSession() > 0;
  const [isInviting, setInviting] = useState(invite !== undefined);
  const list = useFriendStatuses(game).data?.Friends;
  // On a site of one game its address is the site's own.
  const path = useHref(gamePage(game));
  const share = (): void => void openModal('share', { link: new URL(path, window.location.href).href });
  const number = list && new Intl.NumberFormat(i18n.language).format(countFriends(list));
  const title = isInviting
    ? t('social.invite')
    : number === undefined
      ? t('social.title')
      : t('social.count', { number });
  return (
    <Dialog title={title} onClose={close}>
      <div className="social-modal">
        {!isSignedIn ? (
          <EmptyState
            drawing="empty"
            title={t('social.signIn')}
            action={
              <Button kind="primary" onClick={() => void openModal('signIn', { game })}>
                {t('signIn')}
              </Button>
            }
          />
        ) : isInviting ? (
          <InviteForm {...{ game, share, close, onInvited }} invite={invite ?? { message: '', uids: [] }} />
        ) : (
          <FriendList game={game} invite={() => setInviting(true)} />
        )}
      </div>
    </Dialog>
  );
}
