// What friends are doing in a game.
import { useTranslation } from 'react-i18next';
import { Button } from '#portal/ui/Button.tsx';
import { EmptyState } from '#portal/ui/EmptyState.tsx';
import { Icon } from '#portal/ui/Icon.tsx';
import { Moment } from '#portal/ui/Moment.tsx';
import { ScrollRegion } from '#portal/ui/ScrollRegion.tsx';
import { FriendLine } from './FriendLine.tsx';
import { FriendsFailed, FriendsWaiting } from './FriendsWaiting.tsx';
import { Invitations } from './Invitations.tsx';
import { useFriendStatuses } from './use-friends.ts';

export function FriendList({ game, invite }: { game: string; invite: () => void }) {
  const { t } = useTranslation();
  const friends = useFriendStatuses(game);
  const list = friends.data?.Friends;
  if (friends.isError) return <FriendsFailed isTrying={friends.isFetching} retry={() => void friends.refetch()} />;
  if (list === undefined) return <FriendsWaiting />;
  return (
    <>
      <Invitations game={game} />
      {list.length === 0 ? (
        <EmptyState drawing="empty" title={t('social.empty')} text={t('social.emptyText')} />
      ) : (
        <ScrollRegion className="list" label={t('social.title')}>
          <ul>
            {/* The server fills in what a friend has not said; the contract lets it be missing. */}
            {list.map(({ FriendAccountId, Name = '', Status = '', LastUpdatedAt }) => (
              <li key={FriendAccountId}>
                <FriendLine id={FriendAccountId} name={Name} end={<Moment at={LastUpdatedAt} say={(time) => time} />}>
                  <bdi>{Status}</bdi>
                </FriendLine>
              </li>
            ))}
          </ul>
        </ScrollRegion>
      )}
      <Button kind="primary" onClick={invite}>
        <Icon name="friends" />
        {t('social.invite')}
      </Button>
    </>
  );
}
