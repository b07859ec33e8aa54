import type { FriendEvents } from '#model/friend.ts';

type Present = FriendEvents['presence'];

export function applyPresenceChange(before: readonly Present[], change: Present): readonly Present[] {
  const others = before.filter(({ FriendAccountId }) => FriendAccountId !== change.FriendAccountId);
  return change.Online ? [...others, change] : others;
}
