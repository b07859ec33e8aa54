// Who can be ticked in the list of friends to invite, and who is from the start.
import type { ListedFriend } from '#portal/queries/use-friends.ts';

type Invitable = Pick<ListedFriend, 'FriendAccountId' | 'Uid' | 'InvitedAt'>;

/** As many as the server takes in a minute. */
export const maxAtOnce = 20;

/** How many can be ticked at once: nobody is invited twice a day, and the day has a bound. */
export function maxTicked(friends: readonly Invitable[], invitesLeft: number): number {
  return Math.min(maxAtOnce, invitesLeft, friends.filter(canInvite).length);
}

export const canInvite = ({ InvitedAt }: Invitable): boolean => InvitedAt === undefined;

/** Those whom the game asks for, as far as they can be invited. */
export function tickedByGame(
  friends: readonly Invitable[],
  uids: readonly string[],
  invitesLeft: number,
): ReadonlySet<string> {
  const asked = friends.filter((friend) => isAsked(friend, uids) && canInvite(friend));
  const most = maxTicked(friends, invitesLeft);
  return new Set(asked.slice(0, most).map(({ FriendAccountId }) => FriendAccountId));
}

/** Those first whom the game asks for: nobody is invited out of sight. Those who cannot be invited come last. */
export function inOrder<F extends Invitable>(friends: readonly F[], uids: readonly string[]): F[] {
  const rank = (friend: F): number => (canInvite(friend) ? (isAsked(friend, uids) ? 0 : 1) : 2);
  return friends.toSorted((a, b) => rank(a) - rank(b));
}

const isAsked = ({ Uid }: Invitable, uids: readonly string[]): boolean => Uid !== undefined && uids.includes(Uid);

/** The words that go along, as long as the server takes them and without half a character at the end. */
export function fittingMessage(message: string): string {
  return message
    .trim()
    .slice(0, maxMessage)
    .replace(/[\uD800-\uDBFF]$/, '')
    .toWellFormed();
}

const maxMessage = 200;
