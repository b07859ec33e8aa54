// Lets the player select friends to invite to a game. The game may preselect friends, but only the player's click sends
// invitations.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#portal/ui/Button.tsx';
import { EmptyState } from '#portal/ui/EmptyState.tsx';
import { Icon } from '#portal/ui/Icon.tsx';
import { LoadFailed } from '#portal/ui/LoadFailed.tsx';
import { Notice } from '#portal/ui/Notice.tsx';
import { ScrollRegion } from '#portal/ui/ScrollRegion.tsx';
import { useForm } from '#portal/ui/use-form.ts';
import {
  canInvite,
  fitInviteMessage,
  sortInvitableFriends,
  maxInvitesAtOnce,
  countSelectableFriends,
  friendsSelectedByGame,
} from './choose-friends.ts';
import { FriendListSkeleton } from './FriendListSkeleton.tsx';
import { InviteLine } from './InviteLine.tsx';
import { useFriendList, useInviteFriends, type FriendListEntry } from '#portal/queries/use-friends.ts';

export interface InviteOptions {
  readonly game: string;
  /** The game's message and preselected friends, by the ids that the game knows. */
  readonly invite: { readonly message: string; readonly uids: readonly string[] };
  readonly onInvited?: ((count: number) => void) | undefined;
  readonly share: () => void;
  readonly close: () => void;
}

export function InviteForm(options: InviteOptions) {
  const { t, i18n } = useTranslation();
  const friends = useFriendList(options.game);
  const [invited, setInvited] = useState(0);
  if (invited > 0)
    return (
      <div className="sent" role="status">
        <Icon name="check" size={64} />
        <p className="title">{t('social.sent', { number: new Intl.NumberFormat(i18n.language).format(invited) })}</p>
        <p>{t('social.sentText')}</p>
        <Button kind="primary" onClick={options.close}>
          {t('close')}
        </Button>
      </div>
    );
  if (friends.isError) return <LoadFailed title={t('social.failed')} query={friends} />;
  if (!friends.data) return <FriendListSkeleton />;
  if (friends.data.Friends.length === 0)
    return (
      <EmptyState
        drawing="empty"
        title={t('social.noFriends')}
        text={t('social.noFriendsText')}
        action={
          <Button kind="primary" onClick={options.share}>
            {t('social.share')}
          </Button>
        }
      />
    );
  return <Choice {...options} friends={friends.data.Friends} left={friends.data.InvitesLeft} onSent={setInvited} />;
}

interface ChoiceOptions extends InviteOptions {
  readonly friends: readonly FriendListEntry[];
  readonly left: number;
  readonly onSent: (count: number) => void;
}

function Choice({ game, invite, friends, left, onInvited, onSent, share }: ChoiceOptions) {
  const { t, i18n } = useTranslation();
  const inviting = useInviteFriends(game);
  // Kept from when the list opened, so that lines don't move under the pointer.
  const [order] = useState(() =>
    sortInvitableFriends(friends, invite.uids).map(({ FriendAccountId }) => FriendAccountId),
  );
  const [ticked, setTicked] = useState(() => friendsSelectedByGame(friends, invite.uids, left));
  const lines = order.flatMap((id) => friends.find(({ FriendAccountId }) => FriendAccountId === id) ?? []);
  const chosen = lines.filter((friend) => canInvite(friend) && ticked.has(friend.FriendAccountId));
  const isFull = chosen.length >= countSelectableFriends(friends, left);
  const message = fitInviteMessage(invite.message);
  const count = (number: number): string => new Intl.NumberFormat(i18n.language).format(number);
  const tick = (id: string, isTicked: boolean): void =>
    setTicked((before) => new Set(isTicked ? [...before, id] : [...before].filter((each) => each !== id)));
  const send = async (): Promise<void> => {
    const { invited, failed } = await inviting.mutateAsync({
      ids: chosen.map(({ FriendAccountId }) => FriendAccountId),
      message,
    });
    if (invited > 0) onInvited?.(invited);
    if (invited > 0 && !failed) onSent(invited);
  };
  const { form } = useForm({ isBusy: inviting.isPending, send: () => void (chosen.length > 0 && send()) });
  return (
    <form className="invite-form" {...form}>
      {message !== '' && (
        <div className="message">
          <p>{t('social.message')}</p>
          <blockquote>
            <bdi>{message}</bdi>
          </blockquote>
        </div>
      )}
      <ScrollRegion className="list" label={t('social.title')}>
        <ul>
          {lines.map((friend) => (
            <InviteLine
              key={friend.FriendAccountId}
              friend={friend}
              isTicked={ticked.has(friend.FriendAccountId)}
              isOff={isFull || inviting.isPending}
              tick={tick}
            />
          ))}
        </ul>
      </ScrollRegion>
      {inviting.data?.failed && <Notice tone="danger">{t('social.sendFailed')}</Notice>}
      {left === 0 ? (
        <Notice tone="warning">{t('social.dailyLimit')}</Notice>
      ) : (
        left < maxInvitesAtOnce && <p className="left">{t('social.invitesLeft', { number: count(left) })}</p>
      )}
      <div className="actions">
        <Button onClick={share}>
          <Icon name="share" />
          {t('social.share')}
        </Button>
        <Button kind="primary" type="submit" disabled={chosen.length === 0} busy={inviting.isPending}>
          {chosen.length === 0 ? t('social.invite') : t('social.send', { number: count(chosen.length) })}
        </Button>
      </div>
    </form>
  );
}
