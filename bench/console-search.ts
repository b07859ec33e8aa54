// The cost of the console's search for an id or an email, and of the first page of each of its lists, with a million
// accounts and orders: our statements and plain ones in turns, over one connection. It takes minutes to fill the database,
// so this runs only by its name. With `--database <url>` the database is kept: a filled one is used as it is.
import { sql } from 'kysely';
import { generateData } from '#lab/generate/generate-data.ts';
import { insertDemoContent } from '#lab/demo/insert-demo-content.ts';
import { withDatabaseName, type ConnectionOptions } from '#server/db/connection-options.ts';
import { openDatabase, type Database } from '#server/db/database.ts';
import { migrate } from '#server/db/migrate.ts';
import { withSingleConnection } from '#server/db/with-single-connection.ts';
import type { Log } from '#server/http/log.ts';
import { compareStatements, type Comparison } from './compare-statements.ts';
import { listOtherLists } from './console-lists.ts';
import { listLookups } from './console-lookups.ts';
import { listOrderLists, toComparison } from './console-order-lists.ts';
import { generateConsoleRows } from './console-rows.ts';

const size = { games: 1000, accounts: 1_000_000, orders: 1_000_000, events: 0 };
const maxListRatio = 3;

interface ConsoleSearchOptions {
  /** Of a database that is kept. */
  readonly kept: string | undefined;
  readonly log: Log;
  readonly print: (line: object) => void;
}

export async function measureConsoleSearch(
  { connection: main }: Pick<Database, 'connection'>,
  { kept, log, print }: ConsoleSearchOptions,
): Promise<void> {
  const connection = kept === undefined ? await createDatabase(main) : { connectionString: kept };
  const database = openDatabase(connection, { log, poolSize: 1, timeoutFactor: 100 });
  try {
    await migrate(database, { log });
    await fill(database, log);
    for (const comparison of await listComparisons(database)) print(await compareStatements(comparison));
  } finally {
    await database.close();
  }
}

async function createDatabase(main: ConnectionOptions): Promise<ConnectionOptions> {
  await withSingleConnection(main, (client) => client.query('create database console_search'));
  return withDatabaseName(main, 'console_search');
}

async function fill(database: Database, log: Log): Promise<void> {
  const { rows } = await sql<{ isFilled: boolean }>`
    select exists (select from support_messages) as "isFilled"`.execute(database.kysely);
  if (rows[0]?.isFilled) return;
  await insertDemoContent(database);
  await generateData(database, { size, now: new Date(), report: () => undefined });
  await generateConsoleRows(database, log);
  await sql`vacuum analyze`.execute(database.kysely);
}

async function listComparisons(database: Database): Promise<readonly Comparison[]> {
  const { rows } = await sql<{ accountId: string; operatorId: string }>`
    select
      (select account_id from orders where account_id is not null order by created_at desc limit 1) as "accountId",
      (select operator_id from operators order by email limit 1) as "operatorId"`.execute(database.kysely);
  const [{ accountId, operatorId } = { accountId: '', operatorId: '' }] = rows;
  return [
    ...(await listLookups(database)),
    ...[...listOrderLists(database, accountId), ...listOtherLists(database, operatorId)].map((list) =>
      toComparison(database, list, maxListRatio),
    ),
  ];
}
