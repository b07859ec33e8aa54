// The figures of the whole portal on a day. A player is new on the first day on which they started any game.
import { sql, type Transaction } from 'kysely';
import type { Tables } from '#server/db/tables.ts';
import { addDays, isWithinDay } from './event-days.ts';
import type { GameVisits } from './event-store.ts';
import { isRealMoney } from './is-real-money.ts';

/** Call it once the games' figures of this day are written. */
export async function writePortalDay(
  trx: Transaction<Tables>,
  day: string,
  { visits, sessions }: Pick<GameVisits, 'visits' | 'sessions'>,
): Promise<void> {
  const { rows } = await sql<{ first_day: string; players: number }>`
    select first_day, count(*)::int as players from (
      select min(first_day) as first_day from analytics_player_days
      where day <= ${day}::date
        and account_id in (select account_id from analytics_player_days where day = ${day}::date)
      group by account_id
    ) firsts group by first_day`.execute(trx);
  const countOf = (firstDay: string): number => rows.find((row) => row.first_day === firstDay)?.players ?? 0;
  const players = rows.reduce((sum, row) => sum + row.players, 0);
  await sql`
    insert into portal_days (
      day, players, new_players, sessions, visits, orders, buyers, revenue_usd_minor, refunded_usd_minor)
    select ${day}::date, ${players}, ${countOf(day)}, ${sessions}, ${visits}, coalesce(sum(orders), 0), (
        select count(distinct account_id) from orders where ${isWithinDay(sql.ref('paid_at'), day)} and ${isRealMoney}
      ), coalesce(sum(revenue_usd_minor), 0), coalesce(sum(refunded_usd_minor), 0)
    from game_days where day = ${day}::date
    on conflict (day) do update set
      players = greatest(portal_days.players, excluded.players),
      new_players = greatest(portal_days.new_players, excluded.new_players),
      -- Events of this day may be deleted since.
      sessions = greatest(portal_days.sessions, excluded.sessions),
      visits = greatest(portal_days.visits, excluded.visits), orders = excluded.orders, buyers = excluded.buyers,
      revenue_usd_minor = excluded.revenue_usd_minor, refunded_usd_minor = excluded.refunded_usd_minor,
      computed_at = now()`.execute(trx);
  const [day1, day7, day30] = [addDays(day, -1), addDays(day, -7), addDays(day, -30)];
  await sql`
    update portal_days set
      returned_day1 = case when day = ${day1}::date then greatest(returned_day1, ${countOf(day1)}) else returned_day1 end,
      returned_day7 = case when day = ${day7}::date then greatest(returned_day7, ${countOf(day7)}) else returned_day7 end,
      returned_day30 = case when day = ${day30}::date then greatest(returned_day30, ${countOf(day30)}) else returned_day30 end
    where day in (${day1}::date, ${day7}::date, ${day30}::date)`.execute(trx);
}
