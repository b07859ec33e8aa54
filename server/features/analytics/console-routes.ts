import { sql } from 'kysely';
import type { GameDay } from '#model/game-day.ts';
import { Problem } from '#model/problem.ts';
import type { Infrastructure } from '#server/infrastructure.ts';
import { createGamesReader } from '#server/features/games/read-games.ts';
import type { AreaHandlers } from '#server/http/implement-api.ts';
import { toDay } from './event-days.ts';
import { requirePeriod } from './game-days-route.ts';
import { readGameDays, readPortalDays, type DaysQuery } from './read-game-days.ts';

export function createOperatorAnalyticsRoutes({
  database,
  now,
}: Pick<Infrastructure, 'database' | 'now'>): AreaHandlers<'operatorAnalytics'> {
  const { kysely } = database;
  const { readGameOrHidden } = createGamesReader(database);
  const readDays = async (query: { Game?: string; From?: string; To?: string }): Promise<GameDay[]> => {
    const period = requirePeriod(query, toDay(now()));
    if (query.Game === undefined) return readPortalDays(kysely, period);
    if (!(await readGameOrHidden(query.Game))) throw new Problem('UnknownGame');
    return readGameDays(kysely, { game: query.Game, ...period });
  };
  return {
    days: async ({ query }) => ({ Days: await readDays(query) }),
    games: async ({ query: { OrderBy = 'RevenueUsdMinor', Limit = 50, ...query }, operator }) => ({
      Games: await readGameTotals(
        { database },
        { ...requirePeriod(query, toDay(now())), column: columns[OrderBy], games: operator.games, limit: Limit },
      ),
    }),
    export: async ({ query }) => ({ Csv: formatCsv(await readDays(query)) }),
  };
}

const columns = {
  RevenueUsdMinor: 'revenue',
  Sessions: 'sessions',
  NewPlayers: 'new_players',
  Visits: 'visits',
} as const;

interface TotalsQuery extends DaysQuery {
  readonly column: (typeof columns)[keyof typeof columns];
  readonly games: readonly string[] | undefined;
  readonly limit: number;
}

async function readGameTotals(
  { database: { kysely } }: Pick<Infrastructure, 'database'>,
  { from, to, column, games, limit }: TotalsQuery,
) {
  const { rows } = await sql<{
    game: string;
    name: string;
    new_players: number;
    sessions: number;
    visits: number;
    orders: number;
    revenue: number;
    refunded: number;
  }>`
    select totals.*, coalesce(config #>> '{StorePage,Title,en}', game) as name from (
      select game, sum(new_players)::int as new_players, sum(sessions)::int as sessions, sum(visits)::int as visits,
        sum(orders)::int as orders, sum(revenue_usd_minor)::bigint as revenue, sum(refunded_usd_minor)::bigint as refunded
      from game_days
      where day between ${from}::date and ${to}::date
        and (${games === undefined}::boolean or game = any(${[...(games ?? [])]}::text[]))
      group by game
      order by ${sql.ref(column)} desc, game limit ${limit}
    ) totals join games using (game)
    order by ${sql.ref(column)} desc, game`.execute(kysely);
  return rows.map((row) => ({
    Game: row.game,
    Name: row.name,
    NewPlayers: row.new_players,
    Sessions: row.sessions,
    Visits: row.visits,
    Orders: row.orders,
    RevenueUsdMinor: row.revenue,
    RefundedUsdMinor: row.refunded,
  }));
}

const csvColumns = [
  'Day',
  'Players',
  'NewPlayers',
  'Sessions',
  'Visits',
  'Orders',
  'Buyers',
  'RevenueUsdMinor',
  'RefundedUsdMinor',
  'ReturnedDay1',
  'ReturnedDay7',
  'ReturnedDay30',
] as const satisfies readonly (keyof GameDay)[];

/** Only days and numbers: nothing to escape. */
const formatCsv = (days: readonly GameDay[]): string =>
  [csvColumns, ...days.map((day) => csvColumns.map((column) => day[column] ?? ''))]
    .map((cells) => `${cells.join(',')}\r\n`)
    .join('');
