import { toLocale, type Locale } from '#model/locale.ts';
import { NewsPriority } from '#model/news.ts';
import { Problem } from '#model/problem.ts';
import type { Database } from '#server/db/database.ts';
import { gamesReader } from '#server/features/games/read-games.ts';
import { checkSessionGame } from '#server/features/sessions/check-session-game.ts';
import type { AreaHandlers } from '#server/http/implement.ts';
import { describeFriend } from './friend-texts.ts';
import { inviteFriend, mostInvitesADay } from './invite-friend.ts';
import { readFriends, readStatuses, type FriendRow } from './read-friends.ts';
import { saveStatus } from './save-status.ts';
import { tidyText } from './tidy-text.ts';

export function friendsRoutes(database: Database): AreaHandlers<'friends'> {
  const { kysely } = database;
  const { readGame } = gamesReader(database);
  const requireGame = async (game: string): Promise<void> => {
    if (!(await readGame(game))) throw new Problem('UnknownGame', `No game is named ${game}.`);
  };
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
      if (body.Game !== undefined) {
        checkSessionGame(session, body.Game);
        await requireGame(body.Game);
      }
      const locale = await localeOf(session.accountId);
      const game = body.Game ?? session.game;
      const rows = await readFriends(kysely, session.accountId, body.FriendsIds, game);
      return { Friends: rows.map((row) => ({ ...toWire(row, locale), InThisGame: row.in_this_game })) };
    },
    status: async ({ session, body }) => {
      checkSessionGame(session, body.Game);
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
      checkSessionGame(session, body.Game);
      await requireGame(body.Game);
      const outcome = await inviteFriend(database, session.accountId, {
        friendId: body.FriendAccountId,
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
