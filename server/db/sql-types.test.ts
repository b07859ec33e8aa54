// Checks raw SQL and tables.ts against the migrated schema: PostgreSQL describes every `sql<…>` and
// `defineStatement<…>` of the server, and the test compares the columns.
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findSqlTypeClaims } from '#scripts/sql/find-claims.ts';
import { openCompilerProgram, readInterfaceProperties } from '#scripts/sql/open-program.ts';
import { readColumnTypes } from '#scripts/sql/value-types.ts';
import { checkClaim, checkTable, readSchema, type Schema } from '#server/testing/check-sql.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/create-test-database.ts';

const root = join(import.meta.dirname, '../..');
const program = openCompilerProgram(root, 'tsconfig/sql.json');
let testing: TestDatabase;
let client: Client;
let schema: Schema;

beforeAll(async () => {
  testing = await createTestDatabase();
  client = new Client(testing.connection);
  await client.connect();
  schema = await readSchema(client);
});
afterAll(async () => {
  program[Symbol.dispose]();
  await client.end();
  await testing.drop();
});

/** Files whose statements cannot be checked, each with its reason. */
const exceptions: Readonly<Record<string, string>> = {
  'server/features/account-deletion/export-account.ts': 'tables and columns from personal-data-classes.ts',
  'server/features/account-deletion/secure-restored-database.ts': 'tables from a list',
  'server/features/analytics/console-routes.ts': 'the column that the list is sorted by',
  'server/features/analytics/event-days.ts': 'the tables of days',
  'server/features/game-errors/store-game-errors.ts': 'one of two columns of counts',
  'server/features/merging/merge-accounts.ts': 'tables and columns from account-columns.ts',
  'server/features/merging/move-rows.ts': 'tables and columns from account-columns.ts',
  'server/features/orders/search/find-orders.ts': 'the condition is made from what is searched',
  'server/features/publishing/remove-game.ts': "tables from the database's own catalogue",
  'server/features/search/find-anything.ts': 'the lookups for the form of a text; find-anything.test.ts runs each',
  'server/secrets/walk-sealed-rows.ts': 'tables and columns from sealed-columns.ts',
};

test('raw SQL returns what the code declares', async () => {
  const files = program.files.filter((file) => file.startsWith(`${root}/server/`));
  const { claims, unreadable } = findSqlTypeClaims(program.project, root, files);
  const wrong: string[] = [];
  for (const claim of claims)
    for (const fault of await checkClaim(client, schema, claim)) wrong.push(`${claim.place} ${fault}`);
  expect(wrong).toEqual([]);
  const isExcepted = ({ place }: { readonly place: string }, file: string): boolean => place.startsWith(`${file}:`);
  const excepted = Object.keys(exceptions);
  expect(unreadable.filter((each) => !excepted.some((file) => isExcepted(each, file)))).toEqual([]);
  expect(excepted.filter((file) => !unreadable.some((each) => isExcepted(each, file)))).toEqual([]);
});

test('tables match tables.ts', () => {
  const { project } = program;
  const declared = readInterfaceProperties(project, join(root, 'server/db/tables.ts'), 'Tables');
  const wrong = declared.flatMap(({ name, type }) => checkTable(schema, name, readColumnTypes(project.checker, type)));
  expect(wrong).toEqual([]);
  const names = new Set([...declared.map(({ name }) => name), ...ofMigrations]);
  expect([...schema.values()].filter(({ table }) => !names.has(table))).toEqual([]);
});

const ofMigrations = ['migration_checksums', 'kysely_migration', 'kysely_migration_lock'];

test('wrong declarations are found, and right ones are not', async () => {
  const folder = join(root, 'scripts/sql/testing');
  using sample = openCompilerProgram(folder, 'tsconfig.json');
  const { claims, unreadable } = findSqlTypeClaims(sample.project, folder, sample.files);
  const wrong: string[] = [];
  for (const claim of claims) wrong.push(...(await checkClaim(client, schema, claim)));
  expect(claims).toHaveLength(13);
  expect(wrong).toEqual([
    'email can be null',
    'created_at is a Date, not string',
    'gives no id',
    'gives account_id, which is not declared',
    'error: relation "acounts" does not exist',
    'name can be null',
    'error: column "nickname" of relation "accounts" does not exist',
    'is a number, not string',
    'is a number, not string',
    'position is a number, not string',
  ]);
  expect(unreadable.map(({ reason }) => reason)).toEqual(['cannot follow "table"']);
});

test('finds a table that differs from its declaration', () => {
  const text = { kinds: new Set(['string'] as const), isNullable: false, written: 'string' };
  const declared = new Map(
    Object.entries({ account_id: text, game: { ...text, isNullable: true }, created_at: text, when: text }),
  );
  expect(checkTable(schema, 'favorites', declared)).toEqual([
    'favorites.game cannot be null',
    'favorites.created_at is a Date, not string',
    'favorites.when does not exist',
  ]);
  declared.delete('when');
  declared.delete('game');
  expect(checkTable(schema, 'favorites', declared)).toContain('favorites.game is not declared');
});
