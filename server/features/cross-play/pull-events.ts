// Lets a game's server pull play events. The last few seconds are held back, because earlier transactions may still
// commit.
import { sql } from 'kysely';
import { Problem } from '#model/problem.ts';
import type { Database } from '#server/db/database.ts';
import type { AreaHandlers } from '#server/http/implement-api.ts';

export function createPullEventsRoutes({ kysely }: Database): Pick<AreaHandlers<'deliveries'>, 'events'> {
  return {
    events: async ({ gameKey: { game }, query }) => {
      const limit = query.Limit ?? defaultLimit;
      const after = query.After === undefined ? undefined : readPlace(query.After);
      const rows = await kysely
        .selectFrom('in_game_events')
        .innerJoin('connected_games', (join) =>
          join
            .onRef('connected_games.account_id', '=', 'in_game_events.account_id')
            .onRef('connected_games.game', '=', 'in_game_events.game'),
        )
        .select(['event_id', 'in_game_events.account_id', 'game_uid', 'code', 'value', 'p1', 'p2', 'p3'])
        .select('created_at')
        // In microseconds, which a JavaScript Date would lose.
        .select(sql<string>`(extract(epoch from created_at) * 1000000)::bigint::text`.as('moment'))
        .where('in_game_events.game', '=', game)
        .where('created_at', '<', sql<Date>`now() - make_interval(secs => ${settledSeconds})`)
        .$if(after !== undefined, (page) =>
          page.where(
            sql<boolean>`(created_at, event_id) >
              ('epoch'::timestamptz + ${after?.moment}::bigint * interval '1 microsecond', ${after?.eventId}::uuid)`,
          ),
        )
        .orderBy('created_at')
        .orderBy('event_id')
        .limit(limit)
        .execute();
      const last = rows.at(-1);
      return {
        Events: rows.map((row) => ({
          EventId: row.event_id,
          CreatedAt: row.created_at.toISOString(),
          AccountId: row.account_id,
          GameUid: row.game_uid,
          EventCode: row.code,
          ...(row.value !== null && { Value: row.value }),
          ...(row.p1 !== null && { P1: row.p1 }),
          ...(row.p2 !== null && { P2: row.p2 }),
          ...(row.p3 !== null && { P3: row.p3 }),
        })),
        ...(last && { Next: `${last.moment}.${last.event_id}` }),
      };
    },
  };
}

const defaultLimit = 100;
const settledSeconds = 10;

function readPlace(text: string): { moment: string; eventId: string } {
  const [, moment, eventId] = /^(\d{1,17})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(text) ?? [];
  if (moment === undefined || eventId === undefined)
    throw new Problem('InvalidRequest', 'After is invalid: send the previous `Next`, or leave it out.');
  return { moment, eventId };
}
