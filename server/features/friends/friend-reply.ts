// A friend as a reply names him. Names of accounts may come from elsewhere and be longer than the contract has them.
import type { Locale } from '#model/locale.ts';
import { describeFriend } from './friend-texts.ts';
import type { FriendRow } from './read-friends.ts';

/** A friend with the game that he was last heard of in; on this portal a game's name is its id. */
export const toPlayingFriendReply = (row: FriendRow, locale: Locale) => ({
  ...toFriendReply(row, locale),
  ...(row.game !== null && { GameId: row.game }),
  InThisGame: row.in_this_game,
});

export function toFriendReply(row: FriendRow, locale: Locale) {
  const { name, status } = describeFriend(locale, { names: [row.game_name, row.account_name], status: row.status });
  return {
    FriendAccountId: row.friend_account_id,
    ...(row.game !== null && { Game: row.game }),
    LastUpdatedAt: row.updated_at.toISOString(),
    Name: name.slice(0, maxName),
    Status: status.slice(0, maxStatus),
  };
}

/** The name of somebody who has said nothing. */
export function toNameReply(accountName: string, locale: Locale): string {
  return describeFriend(locale, { names: [accountName], status: '' }).name.slice(0, maxName);
}

const maxName = 80;
const maxStatus = 200;
