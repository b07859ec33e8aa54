import { useTranslation } from 'react-i18next';
import { RelativeTime } from '#portal/ui/RelativeTime.tsx';
import { canInvite } from './choose-friends.ts';
import { FriendLine } from './FriendLine.tsx';
import type { FriendListEntry } from '#portal/queries/use-friends.ts';

export function InviteLine({
  friend,
  isTicked,
  isOff,
  tick,
}: {
  friend: FriendListEntry;
  isTicked: boolean;
  isOff: boolean;
  tick: (id: string, isTicked: boolean) => void;
}) {
  const { t } = useTranslation();
  const { FriendAccountId, Name, InThisGame, InvitedAt } = friend;
  const isPossible = canInvite(friend);
  return (
    <li>
      <label className={isPossible ? 'invite-line' : 'invite-line invited'}>
        <FriendLine
          id={FriendAccountId}
          name={Name}
          end={
            <input
              type="checkbox"
              checked={isPossible && isTicked}
              disabled={!isPossible || (isOff && !isTicked)}
              onChange={({ target }) => tick(FriendAccountId, target.checked)}
            />
          }
        >
          {InvitedAt !== undefined ? (
            <RelativeTime at={InvitedAt} say={(time) => t('social.invited', { time })} />
          ) : (
            InThisGame && t('social.playsThisGame')
          )}
        </FriendLine>
      </label>
    </li>
  );
}
