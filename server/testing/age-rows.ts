// The clock of the database decides when links, tokens and sessions end, since nodes have one each. A test cannot move that
// clock; every time of a table's rows moved back is the same to whatever compares them with now().
import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';
import type { Tables } from '#server/db/tables.ts';

/** Lets time pass for all rows of a table. */
export async function ageRows({ kysely }: Database, table: keyof Tables, seconds: number): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and data_type = 'timestamp with time zone'`.execute(kysely);
  if (rows.length === 0) throw new Error(`The table ${table} has no times that could be moved.`);
  const age = sql`make_interval(secs => ${seconds})`;
  const moved = rows.map(({ name }) => sql`${sql.ref(name)} = ${sql.ref(name)} - ${age}`);
  await sql`update ${sql.table(table)} set ${sql.join(moved)}`.execute(kysely);
}
