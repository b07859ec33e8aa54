// The cost of the console's search for an id or an email, and of first pages of lists, with a million accounts and orders:
// our statements and the bare lookups in turns, over one connection. It takes minutes to fill the database, so this runs
// only by its name.
import { sql } from 'kysely';
import { generateData } from '#lab/generate/generate-data.ts';
import { insertDemoContent } from '#lab/demo/insert-demo-content.ts';
import { withDatabaseName } from '#server/db/connection-options.ts';
import { openDatabase, type Database } from '#server/db/database.ts';
import { defineStatement } from '#server/db/define-statement.ts';
import { migrate } from '#server/db/migrate.ts';
import { withSingleConnection } from '#server/db/with-single-connection.ts';
import { listPlayers } from '#server/features/players/list-players.ts';
import { findAnything, type FoundKind } from '#server/features/search/find-anything.ts';
import type { Log } from '#server/http/log.ts';

const size = { games: 1000, accounts: 1_000_000, orders: 1_000_000, events: 0 };
const rounds = 15;
const warmUpRounds = 3;
const lookups = 300;
const kinds: readonly FoundKind[] = ['Player', 'Order', 'Delivery', 'Ticket', 'Game', 'Request'];

interface Lookup {
  readonly name: string;
  readonly ours: (value: string) => Promise<unknown>;
  readonly bare: (value: string) => Promise<unknown>;
  readonly values: readonly string[];
  readonly maxRatio: number;
}

export async function measureConsoleSearch(
  { connection: main }: Database,
  { log, print }: { readonly log: Log; readonly print: (line: object) => void },
): Promise<void> {
  await withSingleConnection(main, (client) => client.query('create database console_search'));
  const database = openDatabase(withDatabaseName(main, 'console_search'), { log, poolSize: 1, timeoutFactor: 100 });
  try {
    await migrate(database, { log });
    await insertDemoContent(database);
    await generateData(database, { size, now: new Date(), report: () => undefined });
    await sql`vacuum analyze`.execute(database.kysely);
    for (const lookup of await listLookups(database)) await measureLookup(lookup, print);
  } finally {
    await database.close();
  }
}

async function listLookups(database: Database): Promise<readonly Lookup[]> {
  const { kysely } = database;
  const { rows: accounts } = await sql<{ account_id: string; email: string }>`
    select account_id, email from accounts where email is not null order by account_id limit ${lookups}`.execute(
    kysely,
  );
  const { rows: orders } = await sql<{ order_id: string }>`
    select order_id from orders order by order_id limit ${lookups}`.execute(kysely);
  const find = (value: string) => findAnything(database, value, kinds);
  const ids = accounts.map(({ account_id }) => account_id);
  return [
    { name: 'account id', ours: find, bare: (id) => accountById(kysely, { id }), values: ids, maxRatio: 1.5 },
    {
      name: 'email',
      ours: find,
      bare: (email) => accountByEmail(kysely, { email }),
      values: accounts.map(({ email }) => email),
      maxRatio: 1.5,
    },
    {
      name: 'order id',
      ours: find,
      bare: (id) => orderById(kysely, { id }),
      values: orders.map(({ order_id }) => order_id),
      maxRatio: 1.5,
    },
    {
      name: 'first page of players',
      ours: () => listPlayers(database, {}, 50),
      bare: () => newestAccounts(kysely, {}),
      values: ids,
      maxRatio: 3,
    },
  ];
}

const accountById = defineStatement<{ id: string }, { account_id: string; name: string; email: string | null }>(
  ({ id }) => `select account_id, name, email from accounts where account_id = ${id}`,
);
const accountByEmail = defineStatement<{ email: string }, { account_id: string; name: string; email: string | null }>(
  ({ email }) => `select account_id, name, email from accounts where lower(email) = lower(${email})`,
);
const orderById = defineStatement<{ id: string }, { order_id: string; sku: string; game: string }>(
  ({ id }) => `select order_id, sku, game from orders where order_id = ${id}`,
);
const newestAccounts = defineStatement<object>(
  () => `select account_id, name, email, guest, geo_country, created_at, blocked_at, blocked_until, delete_after,
      merged_into, features
    from accounts where merged_into is null
    order by created_at desc, account_id desc limit 50`,
);

async function measureLookup({ name, ours, bare, values, maxRatio }: Lookup, print: (line: object) => void) {
  const time = async (run: (value: string) => Promise<unknown>): Promise<number> => {
    const begun = performance.now();
    for (const value of values) await run(value);
    return (performance.now() - begun) / values.length;
  };
  const pairs: { readonly ours: number; readonly bare: number }[] = [];
  for (let round = -warmUpRounds; round < rounds; round += 1) {
    const pair = { ours: await time(ours), bare: await time(bare) };
    if (round >= 0) pairs.push(pair);
  }
  const ratio = median(pairs.map((pair) => pair.ours / pair.bare));
  print({
    measure: 'console-search',
    lookup: name,
    oursMs: rounded(median(pairs.map((pair) => pair.ours))),
    bareMs: rounded(median(pairs.map((pair) => pair.bare))),
    ratio: rounded(ratio),
    maxRatio,
    isWithin: ratio <= maxRatio,
  });
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const rounded = (value: number): number => Number(value.toFixed(3));
