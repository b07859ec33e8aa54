// The figures of each game and day. Players and sessions come from the events of started games, orders and revenue from
// the orders. A day is computed again while it lasts and once after it.
import { sql, type Transaction } from 'kysely';
import type { Database } from '#server/db/database.ts';
import type { Tables } from '#server/db/tables.ts';
import { isRealMoney } from './is-real-money.ts';
import { writePortalDay } from './write-portal-day.ts';
import { addDays, allowLongStatements, isWithinDay } from './event-days.ts';
import type { EventStore, GameStarts, GameVisits } from './event-store.ts';

const maxDaysAgo = 60;

/** Computes all days since the last computation. Returns them; none if events of a past day are still on their way. */
export async function computeDueGameDays(
  database: Database,
  store: EventStore,
  today: string,
  signal?: AbortSignal,
): Promise<string[]> {
  const { rows } = await sql<{ last: string | null }>`select max(day) as last from portal_days`.execute(
    database.kysely,
  );
  const earliest = addDays(today, -maxDaysAgo);
  const last = rows[0]?.last ?? earliest;
  const days: string[] = [];
  // The last computed day may not have been over.
  for (let day = last > earliest ? addDays(last, -1) : earliest; day <= today; day = addDays(day, 1)) days.push(day);
  for (const day of days) if (day < today && !(await store.hasWholeDay(day))) return [];
  for (const day of days) {
    signal?.throwIfAborted();
    await computeGameDays(database, store, day);
  }
  return days;
}

async function computeGameDays(database: Database, store: EventStore, day: string): Promise<void> {
  await store.writePlayerDays(day);
  const starts = await store.countGameStarts(day);
  const visits = await store.countVisits(day);
  await database.transaction(async (trx) => {
    await allowLongStatements(trx);
    await writeGameDays(trx, day, starts, visits);
    await writeReturns(trx, day);
    await writePortalDay(trx, day, visits.find(({ game }) => game === '') ?? { visits: 0, sessions: 0 });
  });
}

/** Counts the players of this day as returned on the days on which they were new. */
async function writeReturns(trx: Transaction<Tables>, day: string): Promise<void> {
  const [day1, day7, day30] = [addDays(day, -1), addDays(day, -7), addDays(day, -30)];
  await sql`
    update game_days set
      returned_day1 = case when day = ${day1}::date then returned else returned_day1 end,
      returned_day7 = case when day = ${day7}::date then returned else returned_day7 end,
      returned_day30 = case when day = ${day30}::date then returned else returned_day30 end
    from (
      select game as of_game, first_day, count(*)::int as returned from analytics_player_days
      where day = ${day}::date and first_day in (${day1}::date, ${day7}::date, ${day30}::date)
      group by game, first_day
    ) back
    where game = of_game and day = first_day`.execute(trx);
}

async function writeGameDays(
  trx: Transaction<Tables>,
  day: string,
  starts: readonly GameStarts[],
  visits: readonly GameVisits[],
): Promise<void> {
  await sql`
    insert into game_days (
      game, day, players, new_players, sessions, visits, time_to_play_ms, orders, buyers, revenue_usd_minor,
      refunded_usd_minor)
    select games.game, ${day}::date, coalesce(players, 0), coalesce(new_players, 0), coalesce(played.sessions, 0),
      coalesce(visits, 0), time_to_play_ms, coalesce(orders, 0), coalesce(buyers, 0), coalesce(revenue, 0), coalesce(refunded, 0)
    from games
    left join jsonb_to_recordset(${JSON.stringify(starts)}::jsonb)
      as played (game text, players integer, sessions integer, time_to_play_ms integer) on played.game = games.game
    left join jsonb_to_recordset(${JSON.stringify(visits)}::jsonb) as visited (game text, visits integer)
      on visited.game = games.game
    left join (
      select game, count(*)::int as new_players from analytics_player_days
      where day = ${day} and first_day = ${day} group by game
    ) added on added.game = games.game
    left join (
      select game, count(*)::int as orders, count(distinct account_id)::int as buyers,
        sum(usd_minor)::bigint as revenue from orders
      where ${isWithinDay(sql.ref('paid_at'), day)} and ${isRealMoney} group by game
    ) paid on paid.game = games.game
    left join (
      -- In dollars as the order was.
      select game, sum(amount_minor * usd_minor::numeric / price_minor)::bigint as refunded
      from ledger join orders using (order_id)
      where kind in ('refunded', 'dispute-lost') and not (kind = 'refunded' and is_overpayment) and price_minor > 0
        and paid_at is not null and ${isWithinDay(sql.ref('ledger.created_at'), day)} and ${isRealMoney}
      group by game
    ) returned on returned.game = games.game
    where coalesce(played.sessions, orders, refunded, nullif(visits, 0)) is not null
    on conflict (game, day) do update set
      -- Fewer sessions than before: events of this day are in ClickHouse, which is no longer used.
      players = case when excluded.sessions < game_days.sessions then game_days.players else excluded.players end,
      new_players = case when excluded.sessions < game_days.sessions then game_days.new_players else excluded.new_players end,
      time_to_play_ms = case when excluded.sessions < game_days.sessions
        then game_days.time_to_play_ms else excluded.time_to_play_ms end,
      sessions = greatest(game_days.sessions, excluded.sessions), visits = greatest(game_days.visits, excluded.visits),
      orders = excluded.orders, buyers = excluded.buyers,
      revenue_usd_minor = excluded.revenue_usd_minor, refunded_usd_minor = excluded.refunded_usd_minor,
      computed_at = now()`.execute(trx);
}
