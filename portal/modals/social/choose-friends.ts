import type { FriendListEntry } from '#portal/queries/use-friends.ts';

type Invitable = Pick<FriendListEntry, 'FriendAccountId' | 'Uid' | 'InvitedAt'>;

/** The server's limit of invitations per minute. */
export const maxInvitesAtOnce = 20;

/** Each friend can be invited once a day, and the number per day is limited. */
export function countSelectableFriends(friends: readonly Invitable[], invitesLeft: number): number {
  return Math.min(maxInvitesAtOnce, invitesLeft, friends.filter(canInvite).length);
}

export const canInvite = ({ InvitedAt }: Invitable): boolean => InvitedAt === undefined;

export function friendsSelectedByGame(
  friends: readonly Invitable[],
  uids: readonly string[],
  invitesLeft: number,
): ReadonlySet<string> {
  const asked = friends.filter((friend) => isAsked(friend, uids) && canInvite(friend));
  const most = countSelectableFriends(friends, invitesLeft);
  return new Set(asked.slice(0, most).map(({ FriendAccountId }) => FriendAccountId));
}

/** Preselected friends come first, those who can't be invited last. */
export function sortInvitableFriends<F extends Invitable>(friends: readonly F[], uids: readonly string[]): F[] {
  const rank = (friend: F): number => (canInvite(friend) ? (isAsked(friend, uids) ? 0 : 1) : 2);
  return friends.toSorted((a, b) => rank(a) - rank(b));
}

const isAsked = ({ Uid }: Invitable, uids: readonly string[]): boolean => Uid !== undefined && uids.includes(Uid);

/** Cuts the message to the server's limit without splitting a character. */
export function fitInviteMessage(message: string): string {
  return message
    .trim()
    .slice(0, maxMessage)
    .replace(/[\uD800-\uDBFF]$/, '')
    .toWellFormed();
}

const maxMessage = 200;
