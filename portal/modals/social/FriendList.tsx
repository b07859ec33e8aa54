// Friends' activity in a game, or all friends.
import { useTranslation } from 'react-i18next';
import { Button } from '#portal/ui/Button.tsx';
import { EmptyState } from '#portal/ui/EmptyState.tsx';
import { Icon } from '#portal/ui/Icon.tsx';
import { LoadFailed } from '#portal/ui/LoadFailed.tsx';
import { Notice } from '#portal/ui/Notice.tsx';
import { friendErrorKey } from './friend-error.ts';
import { FriendEntry } from './FriendEntry.tsx';
import { FriendListSkeleton } from './FriendListSkeleton.tsx';
import { ReceivedInvitations } from './ReceivedInvitations.tsx';
import { ReceivedFriendRequests } from './ReceivedFriendRequests.tsx';
import { useFriendsWithActivity } from '#portal/queries/use-friends.ts';
import { useFriendAction, useFriendRequests } from './use-friendships.ts';

export function FriendList({
  game,
  invite,
  add,
}: {
  game: string | undefined;
  invite: (() => void) | undefined;
  add: () => void;
}) {
  const { t } = useTranslation();
  const friends = useFriendsWithActivity(game);
  const change = useFriendAction();
  // A game's session can't change friendships.
  const mayChange = !useFriendRequests().isError;
  const list = friends.data?.Friends;
  if (friends.isError) return <LoadFailed title={t('social.failed')} query={friends} />;
  if (list === undefined) return <FriendListSkeleton />;
  return (
    <>
      <ReceivedFriendRequests />
      <ReceivedInvitations {...(game !== undefined && { game })} />
      {list.length === 0 ? (
        <EmptyState
          drawing="empty"
          title={game === undefined ? t('social.noFriends') : t('social.empty')}
          text={t('social.emptyText')}
        />
      ) : (
        <section className="list" aria-label={t('social.title')}>
          <ul>
            {/* The server fills in missing values; the contract still marks them optional. */}
            {list.map(({ FriendAccountId, Name = '', Status = '', LastUpdatedAt }) => (
              <FriendEntry
                key={FriendAccountId}
                id={FriendAccountId}
                name={Name}
                status={Status}
                updatedAt={LastUpdatedAt}
                change={mayChange ? (which, id) => change.mutate({ change: which, id }) : undefined}
              />
            ))}
          </ul>
        </section>
      )}
      {change.isError && <Notice tone="danger">{t(friendErrorKey(change.error))}</Notice>}
      <div className="actions wide">
        {mayChange && (
          <Button kind={invite ? 'plain' : 'primary'} onClick={add}>
            <Icon name="person" />
            {t('social.add')}
          </Button>
        )}
        {invite && (
          <Button kind="primary" onClick={invite}>
            <Icon name="friends" />
            {t('social.invite')}
          </Button>
        )}
      </div>
    </>
  );
}
