import { NewsPriority } from '#model/news.ts';
import { Problem } from '#model/problem.ts';
import { createGamesReader } from '#server/features/games/read-games.ts';
import type { AreaHandlers } from '#server/http/implement-api.ts';
import type { NotifyPlayer } from '#server/features/push/notify-player.ts';
import type { Sealer } from '#server/secrets/sealer.ts';
import { createFriendIds } from './friend-ids.ts';
import { toFriendReply, toPlayingFriendReply } from './friend-reply.ts';
import { countInvitesLeft } from './invite-friend-to-game.ts';
import { createGameInviteRoutes, type GameInviteRoutesDeps } from './game-invite-routes.ts';
import { createFriendLinkRoutes, type FriendLinkRoutesDeps } from './friend-link-routes.ts';
import { listFriends, readFriendsByIds, readFriendStatuses } from './read-friends.ts';
import { readAccountLocale } from './read-account-locale.ts';
import { createFriendRequestRoutes } from './friend-request-routes.ts';
import { savePlayerStatus } from './save-player-status.ts';
import { cleanStatusText } from './clean-status-text.ts';

export interface FriendsDeps extends Omit<FriendLinkRoutesDeps, 'readGame' | 'requireGame'> {
  readonly notifyPlayer: NotifyPlayer;
  readonly sealer: Pick<Sealer, 'signatures'>;
  readonly notifyStatus: (accountId: string, game: string) => void;
}

export function createFriendsRoutes(deps: FriendsDeps): Omit<AreaHandlers<'friends'>, 'presence'> {
  const { database, sealer, notifyStatus, notifyPlayer } = deps;
  const { kysely } = database;
  const { requireGame, readGame } = createGamesReader(database);
  const findGame: GameInviteRoutesDeps['findGame'] = async (session, named) => {
    if (named === undefined) return session.game;
    await requireGame(named);
    return named;
  };
  const ids = createFriendIds(sealer);
  return {
    get: async ({ session, body }) => {
      const game = await findGame(session, body.Game);
      const locale = await readAccountLocale(kysely, session.accountId);
      const rows = await readFriendsByIds(kysely, session.accountId, body.FriendsIds, game);
      return { Friends: rows.map((row) => toPlayingFriendReply(row, locale)) };
    },
    list: async ({ session, body }) => {
      const { accountId } = session;
      const game = await findGame(session, body.Game);
      const locale = await readAccountLocale(kysely, accountId);
      const rows = await listFriends(kysely, accountId, game);
      return {
        Friends: rows.map((row) => ({
          ...toPlayingFriendReply(row, locale),
          FriendAccountId: ids.idFor(session, row),
          ...(game !== undefined && { Uid: ids.idInGame(accountId, game, row) }),
          ...(row.invited_at && { InvitedAt: row.invited_at.toISOString() }),
        })),
        InvitesLeft: await countInvitesLeft(kysely, accountId),
      };
    },
    status: async ({ session, body }) => {
      await requireGame(body.Game);
      const change = {
        name: body.Name === undefined ? undefined : cleanStatusText(body.Name),
        status: body.Status === undefined ? undefined : cleanStatusText(body.Status),
        priority: body.Priority === undefined ? undefined : NewsPriority.enum.indexOf(body.Priority),
      };
      // A request without changes only reads.
      const says = Object.values(change).some((part) => part !== undefined);
      if (says) {
        if (!(await savePlayerStatus(kysely, session.accountId, body.Game, change)))
          throw new Problem('Unauthenticated');
        notifyStatus(session.accountId, body.Game);
      }
      const locale = await readAccountLocale(kysely, session.accountId);
      const rows = await readFriendStatuses(kysely, session.accountId, body.Game);
      return { Friends: rows.map((row) => ({ ...toFriendReply(row, locale), Game: body.Game })) };
    },
    ...createGameInviteRoutes({ database, ids, readGame, requireGame, findGame, notifyPlayer }),
    ...createFriendRequestRoutes(database, sealer),
    ...createFriendLinkRoutes({ ...deps, readGame, requireGame }),
  };
}
