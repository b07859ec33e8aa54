// Friends in API responses. Account names may come from a platform and exceed the contract's length.
import type { Locale } from '#model/locale.ts';
import { describeFriend } from './friend-texts.ts';
import type { FriendRow } from './read-friends.ts';

/** On this portal a game's name is its id. */
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

export function toDisplayName(accountName: string, locale: Locale): string {
  return describeFriend(locale, { names: [accountName], status: '' }).name.slice(0, maxName);
}

const maxName = 80;
const maxStatus = 200;
