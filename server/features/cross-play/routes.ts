import { randomUUID } from 'node:crypto';
import type { Static } from 'typebox';
import type { Api } from '#contract/api.ts';
import { Problem } from '#model/problem.ts';
import type { Config } from '#server/config.ts';
import { readAchievementsByCodes } from '#server/features/achievements/read-achievements.ts';
import { createGamesReader } from '#server/features/games/read-games.ts';
import type { AreaHandlers } from '#server/http/implement-api.ts';
import { readPageEventRules, type EventReporter } from './event-rules.ts';
import { readQuests } from './read-quests.ts';
import { recordPlayEvent, type PlayEvent, type RecordPlayEventDeps } from './record-play-event.ts';

export interface CrossPlayRoutesDeps extends RecordPlayEventDeps {
  readonly config: Pick<Config, 'gamesUrl'>;
}

export function createCrossPlayRoutes(deps: CrossPlayRoutesDeps): AreaHandlers<'crossPlay'> {
  const {
    database,
    config: { gamesUrl },
  } = deps;
  const { kysely } = database;
  const { requireGame } = createGamesReader(database);
  const record = async (accountId: string, event: PlayEvent, reporter: EventReporter) => {
    const result = await recordPlayEvent(deps, accountId, event, reporter);
    if (result.outcome === 'no such account') throw new Problem('Unauthenticated');
    if (result.outcome !== 'recorded') return { Quests: [], Achievements: [] };
    return {
      Quests: await readQuests(kysely, accountId, { questIds: result.advancedQuestIds }),
      Achievements: await readAchievementsByCodes(kysely, event.game, result.unlockedCodes, { accountId, gamesUrl }),
    };
  };
  return {
    rules: async ({ query }) => {
      await requireGame(query.game);
      return { Rules: await readPageEventRules(kysely, query.game) };
    },
    myQuests: async ({ session, query }) => {
      if (query.Game !== undefined) await requireGame(query.Game);
      return { Quests: await readQuests(kysely, session.accountId, { game: query.Game, locale: query.Locale }) };
    },
    send: async ({ session, body }) => {
      await requireGame(body.GameSystemName);
      const event = readEvent(body.GameSystemName, body.EventId ?? randomUUID(), body);
      return record(session.accountId, event, 'page');
    },
    report: async ({ gameKey: { game }, body }) => {
      const player = await kysely
        .selectFrom('connected_games')
        .select('account_id')
        .where('game', '=', game)
        .where('game_uid', '=', body.GameUid)
        .executeTakeFirst();
      if (!player) throw new Problem('NotFound', 'The game has no player with this GameUid.');
      return record(player.account_id, readEvent(game, body.EventId, body), 'server');
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

type EventBody = Pick<Static<Api['crossPlay']['send']['body']>, 'EventCode' | 'Value' | 'P1' | 'P2' | 'P3'>;

const readEvent = (game: string, eventId: string, { EventCode, Value, P1, P2, P3 }: EventBody): PlayEvent => ({
  eventId,
  game,
  eventCode: EventCode,
  value: Value,
  p1: P1,
  p2: P2,
  p3: P3,
});
