// Online friends, for clients that can't keep the stream open.
import type { Database } from '#server/db/database.ts';
import { createGamesReader } from '#server/features/games/read-games.ts';
import type { AreaHandlers } from '#server/http/implement-api.ts';
import type { PresenceDescriber } from './describe-presence.ts';
import type { PresenceHub } from './presence-hub.ts';
import { savePollingPresence } from './presence-rows.ts';

export interface PresenceRoutesDeps {
  readonly database: Database;
  readonly hub: Pick<PresenceHub, 'changed'>;
  readonly describeAll: PresenceDescriber['describeAll'];
}

export function createPresenceRoutes({
  database,
  hub,
  describeAll,
}: PresenceRoutesDeps): Pick<AreaHandlers<'friends'>, 'presence'> {
  const { requireGame } = createGamesReader(database);
  return {
    presence: async ({ session, body }) => {
      const { sessionId, accountId } = session;
      if (body.Game !== undefined) await requireGame(body.Game);
      const game = body.Game ?? session.game;
      if (await savePollingPresence(database.kysely, { sessionId, accountId, game })) hub.changed(accountId);
      return { Friends: [...(await describeAll(session)).Friends] };
    },
  };
}
