// Which friends can be selected for an invitation, and which are preselected.
import type { ListedFriend } from '#portal/queries/use-friends.ts';

type Invitable = Pick<ListedFriend, 'FriendAccountId' | 'Uid' | 'InvitedAt'>;

/** The server's limit per minute. */
export const maxInvitesAtOnce = 20;

/** How many can be selected at once: each friend can be invited once a day, and the number per day is limited. */
export function maxSelectedFriends(friends: readonly Invitable[], invitesLeft: number): number {
  return Math.min(maxInvitesAtOnce, invitesLeft, friends.filter(canInvite).length);
}

export const canInvite = ({ InvitedAt }: Invitable): boolean => InvitedAt === undefined;

/** The friends requested by the game, as far as they can be invited. */
export function friendsSelectedByGame(
  friends: readonly Invitable[],
  uids: readonly string[],
  invitesLeft: number,
): ReadonlySet<string> {
  const asked = friends.filter((friend) => isAsked(friend, uids) && canInvite(friend));
  const most = maxSelectedFriends(friends, invitesLeft);
  return new Set(asked.slice(0, most).map(({ FriendAccountId }) => FriendAccountId));
}

/**
 * Friends requested by the game come first, so that preselected ones are visible. Those who can't be invited come last.
 */
export function sortInvitableFriends<F extends Invitable>(friends: readonly F[], uids: readonly string[]): F[] {
  const rank = (friend: F): number => (canInvite(friend) ? (isAsked(friend, uids) ? 0 : 1) : 2);
  return friends.toSorted((a, b) => rank(a) - rank(b));
}

const isAsked = ({ Uid }: Invitable, uids: readonly string[]): boolean => Uid !== undefined && uids.includes(Uid);

/** The game's message, cut to the server's limit without splitting a character. */
export function fitInviteMessage(message: string): string {
  return message
    .trim()
    .slice(0, maxMessage)
    .replace(/[\uD800-\uDBFF]$/, '')
    .toWellFormed();
}

const maxMessage = 200;
