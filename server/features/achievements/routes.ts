import { Problem } from '#model/problem.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/database.ts';
import { lockAccount } from '#server/db/lock-account.ts';
import { readAccountLocale } from '#server/features/friends/read-account-locale.ts';
import { toDisplayName } from '#server/features/friends/friend-reply.ts';
import { createGamesReader } from '#server/features/games/read-games.ts';
import type { PlatformSync } from '#server/features/platform-sync/platform-sync.ts';
import type { AreaHandlers } from '#server/http/implement-api.ts';
import {
  readAchievementsByCodes,
  readGameAchievements,
  readShelf,
  type AchievementsQuery,
} from './read-achievements.ts';
import { readFriendsAchievements } from './read-friends-achievements.ts';
import { notifyPageOfUnlock, unlockAchievement, type UnlockRequest } from './unlock-achievement.ts';

export interface AchievementRoutesDeps {
  readonly database: Database;
  readonly config: Pick<Config, 'gamesUrl'>;
  readonly platformSync: PlatformSync;
}

export function createAchievementRoutes({
  database,
  config: { gamesUrl },
  platformSync,
}: AchievementRoutesDeps): AreaHandlers<'achievements'> {
  const { kysely } = database;
  const { requireGame } = createGamesReader(database);
  const unlock = async (request: UnlockRequest, locale?: AchievementsQuery['locale']) => {
    const { accountId, game, code } = request;
    const sync = await platformSync.prepare(game);
    const outcome = await database.transaction(async (trx) => {
      if (!(await lockAccount(trx, accountId, 'shared'))) throw new Problem('Unauthenticated');
      const result = await unlockAchievement(trx, request);
      // Thrown inside the transaction: nothing is stored.
      if (result === 'unknown') throw new Problem('UnknownAchievement');
      if (result === 'forbidden')
        throw new Problem('Forbidden', "This achievement can't be unlocked this way: see `UnlockedBy` in its game.");
      if (result === 'limit') throw new Problem('AchievementLimit');
      if (result === 'unlocked') {
        await sync.queueUnlock(trx, { accountId, game, code });
        if (request.reporter === 'server') await notifyPageOfUnlock(trx, request);
      }
      return result;
    });
    const [achievement] = await readAchievementsByCodes(kysely, game, [code], { accountId, locale, gamesUrl });
    if (!achievement) throw new Problem('UnknownAchievement');
    return { Achievement: achievement, Unlocked: outcome === 'unlocked' };
  };
  return {
    list: async ({ session, body: { GameSystemName, Locale } }) => {
      await requireGame(GameSystemName);
      const player = await session();
      const query = { accountId: player?.accountId, locale: Locale, gamesUrl };
      const { achievements, hiddenCount } = await readGameAchievements(kysely, GameSystemName, query);
      return { Achievements: achievements, HiddenCount: hiddenCount };
    },
    unlock: async ({ session: { accountId }, body: { GameSystemName: game, Code, Progress, Locale } }) => {
      await requireGame(game);
      const player = await kysely
        .selectFrom('connected_games')
        .select('game_uid')
        .where('account_id', '=', accountId)
        .where('game', '=', game)
        .executeTakeFirst();
      if (!player) throw new Problem('GameNotConnected');
      return unlock({ accountId, game, code: Code, progress: Progress, reporter: 'game' }, Locale);
    },
    unlockForPlayer: async ({ gameKey: { game }, body: { GameUid, Code, Progress } }) => {
      const player = await kysely
        .selectFrom('connected_games')
        .select('account_id')
        .where('game', '=', game)
        .where('game_uid', '=', GameUid)
        .executeTakeFirst();
      if (!player) throw new Problem('NotFound', 'The game has no player with this GameUid.');
      return unlock({ accountId: player.account_id, game, code: Code, progress: Progress, reporter: 'server' });
    },
    mine: async ({ session: { accountId }, body: { Locale } }) => {
      const Games = await readShelf(kysely, { accountId, locale: Locale, gamesUrl });
      return { Points: Games.reduce((sum, { Points }) => sum + Points, 0), Games };
    },
    friends: async ({ session: { accountId }, body: { GameSystemName } }) => {
      await requireGame(GameSystemName);
      const locale = await readAccountLocale(kysely, accountId);
      const friends = await readFriendsAchievements(kysely, accountId, GameSystemName);
      return {
        Friends: friends.map(({ account_id, name, points, unlocked }) => ({
          FriendAccountId: account_id,
          Name: toDisplayName(name, locale),
          Points: points,
          Unlocked: unlocked,
        })),
      };
    },
    settings: async ({ session: { accountId }, body: { ShownToFriends } }) => {
      const account = await (
        ShownToFriends === undefined
          ? kysely.selectFrom('accounts').select('shows_achievements').where('account_id', '=', accountId)
          : kysely
              .updateTable('accounts')
              .set({ shows_achievements: ShownToFriends })
              .where('account_id', '=', accountId)
              .where('merged_into', 'is', null)
              .returning('shows_achievements')
      ).executeTakeFirst();
      if (!account) throw new Problem('Unauthenticated');
      return { ShownToFriends: account.shows_achievements };
    },
  };
}
