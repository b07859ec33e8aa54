import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createTestDatabase } from '#server/testing/create-test-database.ts';
import { personalDataClasses } from './personal-data-classes.ts';

test('every column is classified, and every classified column exists', async () => {
  await using testing = await createTestDatabase();
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public'
  `.execute(testing.database.kysely);
  const classified = Object.entries(personalDataClasses).flatMap(([table, columns]) =>
    Object.keys(columns).map((column) => `${table}.${column}`),
  );
  expect(classified.sort()).toEqual(rows.map(({ name }) => name).sort());
});
