import type { client } from '#portal/api.ts';
import { Moment } from '#portal/screens/profile/Moment.tsx';
import { Avatar } from '#portal/ui/Avatar.tsx';

type FriendStatus = Awaited<ReturnType<typeof client.friends.status>>['Friends'][number];

export function FriendLine({ friend }: { friend: FriendStatus }) {
  // The server fills in what a friend has not said; the contract lets it be missing.
  const { FriendAccountId, Name = '', Status = '', LastUpdatedAt } = friend;
  return (
    <li className="friend-line">
      <span aria-hidden="true">
        <Avatar id={FriendAccountId} name={Name} size={44} />
      </span>
      <div>
        {/* In whichever direction they are written, they begin where the line does. */}
        <p className="name">
          <bdi>{Name}</bdi>
        </p>
        <p className="status">
          <bdi>{Status}</bdi>
        </p>
      </div>
      <Moment at={LastUpdatedAt} say={(time) => time} />
    </li>
  );
}
