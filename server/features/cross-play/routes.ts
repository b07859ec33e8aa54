import { randomUUID } from 'node:crypto';
import { Problem } from '#model/problem.ts';
import type { Database } from '#server/db/database.ts';
import { createGamesReader } from '#server/features/games/read-games.ts';
import type { AreaHandlers } from '#server/http/implement-api.ts';
import { readPageEventRules } from './event-rules.ts';
import type { NotifyGameServer } from './play-event-notifier.ts';
import { readMyQuests } from './read-my-quests.ts';
import { recordPlayEvent } from './record-play-event.ts';

export function createCrossPlayRoutes(database: Database, notifyServer: NotifyGameServer): AreaHandlers<'crossPlay'> {
  const { kysely } = database;
  const { requireGame } = createGamesReader(database);
  return {
    rules: async ({ query }) => {
      await requireGame(query.game);
      return { Rules: await readPageEventRules(kysely, query.game) };
    },
    myQuests: async ({ session }) => {
      const quests = await readMyQuests(kysely, session.accountId, session.game);
      return {
        Quests: quests.map(({ questId, game, title, progress, goal }) => ({
          Id: questId,
          Game: game,
          Title: title,
          Progress: progress,
          Goal: goal,
          Done: progress >= goal,
        })),
      };
    },
    send: async ({ session, body }) => {
      await requireGame(body.GameSystemName);
      const outcome = await recordPlayEvent(database, notifyServer, session.accountId, {
        eventId: body.EventId ?? randomUUID(),
        game: body.GameSystemName,
        eventCode: body.EventCode,
        value: body.Value,
        p1: body.P1,
        p2: body.P2,
        p3: body.P3,
      });
      if (outcome === 'no such account') throw new Problem('Unauthenticated');
    },
    dataConnections: async ({ session, body }) => {
      await requireGame(body.Game);
      const rows = await kysely
        .selectFrom('shared_games')
        .innerJoin('connected_games', 'connected_games.game', 'shared_games.game')
        .select(['connected_games.game', 'connected_games.game_uid'])
        .where('shared_games.shown_to', '=', body.Game)
        .where('connected_games.account_id', '=', session.accountId)
        .orderBy('connected_games.game')
        .execute();
      return { Connections: rows.map(({ game, game_uid }) => ({ Game: game, GameUid: game_uid })) };
    },
  };
}
