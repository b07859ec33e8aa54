// Expiry is decided by the database's clock, which a test can't move. Moving all times of a table's rows back has the
// same effect.
import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';
import type { Tables } from '#server/db/tables.ts';

export async function ageRows({ kysely }: Database, table: keyof Tables, seconds: number): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and data_type = 'timestamp with time zone'`.execute(kysely);
  if (rows.length === 0) throw new Error(`The table ${table} has no times that could be moved.`);
  const age = sql`make_interval(secs => ${seconds})`;
  const moved = rows.map(({ name }) => sql`${sql.ref(name)} = ${sql.ref(name)} - ${age}`);
  await sql`update ${sql.table(table)} set ${sql.join(moved)}`.execute(kysely);
}
