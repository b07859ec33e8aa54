import type { FriendEvents } from '#model/friend.ts';

type Present = FriendEvents['presence'];

/** The friends who are here after one of them has come, gone or begun something else. */
export function withPresence(before: readonly Present[], change: Present): readonly Present[] {
  const others = before.filter(({ FriendAccountId }) => FriendAccountId !== change.FriendAccountId);
  return change.Online ? [...others, change] : others;
}
