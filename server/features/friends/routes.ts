import { localizedText, toLocale, type Locale } from '#model/locale.ts';
import { NewsPriority } from '#model/news.ts';
import { Problem } from '#model/problem.ts';
import type { Database } from '#server/db/database.ts';
import { gamesReader } from '#server/features/games/read-games.ts';
import type { Session } from '#server/features/sessions/sessions.ts';
import type { AreaHandlers } from '#server/http/implement.ts';
import type { Sealer } from '#server/secrets/sealer.ts';
import { findFriend } from './find-friend.ts';
import { describeFriend } from './friend-texts.ts';
import { gameFriendIds } from './game-friend-id.ts';
import { countInvitesLeft, inviteFriend, mostInvitesADay } from './invite-friend.ts';
import { listFriends, readFriends, readStatuses, type FriendRow } from './read-friends.ts';
import { answerInvite, readInvites } from './read-invites.ts';
import { saveStatus } from './save-status.ts';
import { tidyText } from './tidy-text.ts';

export function friendsRoutes(database: Database, sealer: Pick<Sealer, 'signatures'>): AreaHandlers<'friends'> {
  const { kysely } = database;
  const { requireGame, readGames } = gamesReader(database);
  /** The game that a call is about: the one that it names, or that of the session. */
  const gameOf = async (session: Session, given: string | undefined): Promise<string | undefined> => {
    if (given === undefined) return session.game;
    await requireGame(given);
    return given;
  };
  /** As the game knows a friend. */
  const uidOf = (accountId: string, game: string, row: FriendInGame): string =>
    row.in_this_game
      ? row.friend_account_id
      : gameFriendIds(sealer, { accountId, game, friendId: row.friend_account_id })[0];
  /** A session of a game may be in the game's own hands. */
  const idFor = ({ accountId, game }: Session, row: FriendInGame): string =>
    game === undefined ? row.friend_account_id : uidOf(accountId, game, row);
  const meaning =
    (accountId: string, game: string, given: string) =>
    (friendId: string): boolean =>
      friendId === given || gameFriendIds(sealer, { accountId, game, friendId }).includes(given);
  const localeOf = async (accountId: string): Promise<Locale> => {
    const account = await kysely
      .selectFrom('accounts')
      .select('locale')
      .where('account_id', '=', accountId)
      .executeTakeFirst();
    if (!account) throw new Problem('Unauthenticated');
    return toLocale(account.locale);
  };
  return {
    get: async ({ session, body }) => {
      const game = await gameOf(session, body.Game);
      const locale = await localeOf(session.accountId);
      const rows = await readFriends(kysely, session.accountId, body.FriendsIds, game);
      return { Friends: rows.map((row) => ({ ...toWire(row, locale), InThisGame: row.in_this_game })) };
    },
    list: async ({ session, body }) => {
      const { accountId } = session;
      const game = await gameOf(session, body.Game);
      const locale = await localeOf(accountId);
      const rows = await listFriends(kysely, accountId, game);
      return {
        Friends: rows.map((row) => ({
          ...toWire(row, locale),
          FriendAccountId: idFor(session, row),
          InThisGame: row.in_this_game,
          ...(game !== undefined && { Uid: uidOf(accountId, game, row) }),
          ...(row.invited_at && { InvitedAt: row.invited_at.toISOString() }),
        })),
        InvitesLeft: await countInvitesLeft(kysely, accountId),
      };
    },
    invites: async ({ session, body }) => {
      const game = await gameOf(session, body.Game);
      const locale = body.Locale ?? (await localeOf(session.accountId));
      const rows = await readInvites(kysely, session.accountId, game);
      const games = rows.length === 0 ? [] : await readGames();
      return {
        // A game that is not to be seen is not to be played either.
        Invites: rows.flatMap((row) => {
          const found = games.find((each) => each.game === row.game);
          if (!found) return [];
          const { name } = describeFriend(locale, { names: [row.account_name], status: '' });
          return {
            FriendAccountId: idFor(session, row),
            Name: name.slice(0, longestName),
            Game: row.game,
            Title: localizedText(found.config.StorePage.Title, locale),
            Message: row.message,
            CreatedAt: row.created_at.toISOString(),
          };
        }),
      };
    },
    dismissInvite: async ({ session, body: { FriendAccountId, Game } }) => {
      const { accountId } = session;
      await requireGame(Game);
      const friendId = await findFriend(kysely, accountId, meaning(accountId, Game, FriendAccountId));
      return { Success: friendId !== undefined && (await answerInvite(kysely, accountId, { friendId, game: Game })) };
    },
    status: async ({ session, body }) => {
      await requireGame(body.Game);
      const change = {
        name: body.Name === undefined ? undefined : tidyText(body.Name),
        status: body.Status === undefined ? undefined : tidyText(body.Status),
        priority: body.Priority === undefined ? undefined : NewsPriority.enum.indexOf(body.Priority),
      };
      // Whoever only asks says nothing.
      const says = Object.values(change).some((part) => part !== undefined);
      if (says && !(await saveStatus(kysely, session.accountId, body.Game, change)))
        throw new Problem('Unauthenticated');
      const locale = await localeOf(session.accountId);
      const rows = await readStatuses(kysely, session.accountId, body.Game);
      return { Friends: rows.map((row) => ({ ...toWire(row, locale), Game: body.Game })) };
    },
    sendInviteNotification: async ({ session, body }) => {
      await requireGame(body.Game);
      const outcome = await inviteFriend(database, session.accountId, {
        means: meaning(session.accountId, body.Game, body.FriendAccountId),
        game: body.Game,
        message: tidyText(body.Message ?? ''),
      });
      switch (outcome) {
        case 'invited':
          return { Success: true };
        case 'invited lately':
          return { Success: false };
        case 'not a friend':
          throw new Problem('NotFound', 'None of your friends has this id.');
        case 'too many today':
          throw new Problem('TooManyRequests', `At most ${mostInvitesADay} invitations a day are taken.`);
        case 'no such account':
          throw new Problem('Unauthenticated');
      }
    },
  };
}

type FriendInGame = Pick<FriendRow, 'friend_account_id' | 'in_this_game'>;

function toWire(row: FriendRow, locale: Locale) {
  const { name, status } = describeFriend(locale, { names: [row.game_name, row.account_name], status: row.status });
  return {
    FriendAccountId: row.friend_account_id,
    ...(row.game !== null && { Game: row.game }),
    LastUpdatedAt: row.updated_at.toISOString(),
    Name: name.slice(0, longestName),
    Status: status.slice(0, longestStatus),
  };
}

// As the contract has them: the name of an account may come from elsewhere and be longer.
const longestName = 80;
const longestStatus = 200;
