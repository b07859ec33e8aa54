// One's friends, and the games that they invite one to.
import { useTranslation } from 'react-i18next';
import { FriendLine } from '#portal/modals/social/FriendLine.tsx';
import { FriendsWaiting } from '#portal/modals/social/FriendsWaiting.tsx';
import { Invitations } from '#portal/modals/social/Invitations.tsx';
import { useFriendList } from '#portal/modals/social/use-friends.ts';
import { Moment } from '#portal/ui/Moment.tsx';
import { ScrollRegion } from '#portal/ui/ScrollRegion.tsx';
import { Section } from './Section.tsx';

export function Friends() {
  const { t } = useTranslation();
  const friends = useFriendList();
  const list = friends.data?.Friends;
  return (
    <Section id="friends" title={t('social.title')} error={friends.error}>
      <Invitations />
      {list === undefined ? (
        friends.isPending && <FriendsWaiting />
      ) : list.length === 0 ? (
        <p className="muted">{t('social.nobody')}</p>
      ) : (
        <ScrollRegion className="friends" label={t('social.title')}>
          <ul className="rows">
            {list.map(({ FriendAccountId, Name, Status, LastUpdatedAt }) => (
              <li key={FriendAccountId}>
                <FriendLine id={FriendAccountId} name={Name} end={<Moment at={LastUpdatedAt} say={(time) => time} />}>
                  <bdi>{Status}</bdi>
                </FriendLine>
              </li>
            ))}
          </ul>
        </ScrollRegion>
      )}
    </Section>
  );
}
