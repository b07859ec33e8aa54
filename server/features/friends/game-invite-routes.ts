import { chooseLocalizedText } from '#model/locale.ts';
import { Problem } from '#model/problem.ts';
import type { Database } from '#server/db/database.ts';
import type { createGamesReader } from '#server/features/games/read-games.ts';
import type { NotifyPlayer } from '#server/features/push/notify-player.ts';
import type { Session } from '#server/features/sessions/sessions.ts';
import type { AreaHandlers } from '#server/http/implement-api.ts';
import { findFriend } from './find-friend.ts';
import type { FriendIds } from './friend-ids.ts';
import { toDisplayName } from './friend-reply.ts';
import { inviteFriendToGame, maxGameInvitesADay } from './invite-friend-to-game.ts';
import { removeGameInvite, readGameInvites } from './read-game-invites.ts';
import { readAccountLocale } from './read-account-locale.ts';
import { cleanStatusText } from './clean-status-text.ts';

export interface GameInviteRoutesDeps {
  readonly database: Database;
  readonly ids: FriendIds;
  readonly readGame: ReturnType<typeof createGamesReader>['readGame'];
  readonly requireGame: ReturnType<typeof createGamesReader>['requireGame'];
  /** The game in the request, or else the session's game. */
  readonly findGame: (session: Session, named: string | undefined) => Promise<string | undefined>;
  readonly notifyPlayer: NotifyPlayer;
}

type InviteHandlers = Pick<AreaHandlers<'friends'>, 'invites' | 'dismissInvite' | 'sendInviteNotification'>;

export function createGameInviteRoutes({
  database,
  ids,
  readGame,
  requireGame,
  findGame,
  notifyPlayer,
}: GameInviteRoutesDeps): InviteHandlers {
  const { kysely } = database;
  return {
    invites: async ({ session, body }) => {
      const game = await findGame(session, body.Game);
      const locale = body.Locale ?? (await readAccountLocale(kysely, session.accountId));
      const rows = await readGameInvites(kysely, session.accountId, game);
      const described = await Promise.all(
        rows.map(async (row) => {
          const found = await readGame(row.game);
          if (!found) return [];
          return {
            FriendAccountId: ids.idFor(session, row),
            Name: toDisplayName(row.account_name, locale),
            Game: row.game,
            Title: chooseLocalizedText(found.config.StorePage.Title, locale),
            Message: row.message,
            CreatedAt: row.created_at.toISOString(),
          };
        }),
      );
      return { Invites: described.flat() };
    },
    dismissInvite: async ({ session: { accountId }, body: { FriendAccountId, Game } }) => {
      await requireGame(Game);
      const friendId = await findFriend(kysely, accountId, ids.isIdOf(accountId, Game, FriendAccountId));
      return {
        Success: friendId !== undefined && (await removeGameInvite(kysely, accountId, { friendId, game: Game })),
      };
    },
    sendInviteNotification: async ({ session: { accountId }, body: { FriendAccountId, Game, Message = '' } }) => {
      await requireGame(Game);
      const outcome = await inviteFriendToGame(database, accountId, {
        means: ids.isIdOf(accountId, Game, FriendAccountId),
        game: Game,
        message: cleanStatusText(Message),
        notifyPlayer,
      });
      switch (outcome) {
        case 'invited':
          return { Success: true };
        case 'invited lately':
          return { Success: false };
        case 'not a friend':
          throw new Problem('NotFound', 'None of your friends has this id.');
        case 'too many today':
          throw new Problem('TooManyRequests', `At most ${maxGameInvitesADay} invitations a day are taken.`);
        case 'no such account':
          throw new Problem('Unauthenticated');
      }
    },
  };
}
