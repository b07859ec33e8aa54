// The tables of days that analytics events are stored in, in UTC. Only jobs create and drop them. Events of a day without
// a table are in `analytics.other_days` until a job creates it.
import { sql, type RawBuilder, type Transaction } from 'kysely';
import type { Database } from '#server/db/database.ts';
import type { Tables } from '#server/db/tables.ts';

/** Writes a day as `2026-11-18`. */
export const toDay = (time: Date): string => time.toISOString().slice(0, 10);

export const addDays = (day: string, count: number): string => toDay(new Date(Date.parse(day) + count * 86_400_000));

/** The times of a day, for a statement. */
export const isWithinDay = (column: RawBuilder<unknown>, day: string): RawBuilder<unknown> =>
  sql`${column} >= ${startOf(day)}::timestamptz and ${column} < ${startOf(addDays(day, 1))}::timestamptz`;

const startOf = (day: string): string => `${day}T00:00:00Z`;
const tableOf = (day: string): string => `d${day.replaceAll('-', '')}`;

/** Creates the tables of the next days, and of days that have events but no table. */
export async function createDueDays(database: Database, today: string): Promise<void> {
  const { rows } = await sql<{ day: string }>`
    select distinct (server_created_at at time zone 'UTC')::date as day from analytics.other_days`.execute(
    database.kysely,
  );
  const due = new Set([...rows.map(({ day }) => day), today, addDays(today, 1), addDays(today, 2)]);
  for (const day of due) await createDay(database, day);
}

export async function createDay(database: Database, day: string): Promise<void> {
  if (await hasDay(database, day)) return;
  const table = sql.table(`analytics.${tableOf(day)}`);
  await database.transaction(async (trx) => {
    await allowLongStatements(trx);
    // Otherwise an event of this day could still be written to the table of other days.
    await sql`lock table analytics.other_days in access exclusive mode`.execute(trx);
    await sql`create table ${table} (like analytics_events_by_day including all)`.execute(trx);
    await sql`
      with moved as (
        delete from analytics.other_days where ${isWithinDay(sql.ref('server_created_at'), day)} returning *
      )
      insert into ${table} select * from moved`.execute(trx);
    await sql`
      alter table analytics_events_by_day attach partition ${table}
      for values from (${sql.lit(startOf(day))}) to (${sql.lit(startOf(addDays(day, 1)))})`.execute(trx);
  });
}

export async function hasDay({ kysely }: Pick<Database, 'kysely'>, day: string): Promise<boolean> {
  const { rows } = await sql<{ found: string | null }>`
    select to_regclass(${`analytics.${tableOf(day)}`})::text as found`.execute(kysely);
  return (rows[0]?.found ?? null) !== null;
}

/** Drops all days before this one and returns them. */
export async function dropDaysBefore(database: Database, day: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname::text as name from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = 'analytics_events_by_day'::regclass and relname ~ '^d\\d{8}$' and relname < ${tableOf(day)}
    order by relname`.execute(database.kysely);
  for (const { name } of rows) await sql`drop table ${sql.table(`analytics.${name}`)}`.execute(database.kysely);
  return rows.map(({ name }) => name.replace(/^d(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3'));
}

/** Moves some events of one day to the outbox, those of recent days first. Returns how many; 0 if there are none. */
export async function moveDayToOutbox(database: Database, today: string, batchSize = 5000): Promise<number> {
  const table = (await findFilledDay(database, addDays(today, -1))) ?? (await findFilledDay(database, '2000-01-01'));
  if (table === undefined) return 0;
  const day = sql.table(table);
  return database.transaction(async (trx) => {
    await allowLongStatements(trx);
    const { numAffectedRows } = await sql`
      with due as (
        select ctid as place, * from ${day} limit ${batchSize} for update skip locked
      ), owners as (
        select account_id from accounts where account_id in (select account_id from due)
        -- Erasing one of them waits until its events are moved, and deletes them there.
        for key share
      ), written as (
        insert into analytics_outbox (
          server_created_at, created_at, game, account_id, session_id, platform, build_id, event_id,
          event_platform, event_build, fields)
        select server_created_at, created_at, game, account_id, session_id, platform, build_id, event_id,
          event_platform, event_build, fields
        from due where account_id is null or account_id in (select account_id from owners)
      )
      delete from ${day} where ctid = any(array(select place from due))`.execute(trx);
    return Number(numAffectedRows ?? 0);
  });
}

/** A table with events of this day or a later one. */
async function findFilledDay({ kysely }: Database, day: string): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select tableoid::regclass::text as name from analytics_events_by_day
    where server_created_at >= ${startOf(day)}::timestamptz limit 1`.execute(kysely);
  return rows[0]?.name;
}

/** For jobs: they may take longer than a request. */
export const allowLongStatements = (trx: Transaction<Tables>): Promise<unknown> =>
  sql`set local statement_timeout = '120s'`.execute(trx);
