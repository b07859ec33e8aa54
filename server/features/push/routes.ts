import { Problem } from '#model/problem.ts';
import type { Database } from '#server/db/database.ts';
import { createGamesReader } from '#server/features/games/read-games.ts';
import type { AreaHandlers } from '#server/http/implement.ts';
import type { Sealer } from '#server/secrets/sealer.ts';
import { readSubscription } from './read-subscription.ts';
import { saveSubscription } from './save-subscription.ts';

export function createPushRoutes(database: Database, sealer: Sealer): AreaHandlers<'push'> {
  const { requireGame } = createGamesReader(database);
  return {
    save: async ({ session, body }) => {
      const subscription = readSubscription(body.Token);
      if (!subscription) {
        const message = 'must be the JSON of a push subscription of a browser';
        throw new Problem('InvalidRequest', `Token ${message}`, { fields: { Token: message } });
      }
      await requireGame(body.Game);
      if (!(await saveSubscription({ database, sealer }, session.accountId, body.Game, subscription)))
        throw new Problem('Unauthenticated');
      return { Success: true };
    },
  };
}
