// Brings the database to the version of the program. Migrations are `NNNN-name.sql`, run in the order of their names and
// only forward, each recorded with the SHA-256 of its text.
//
// All of it happens in one transaction under one lock: several nodes may start at once, one works and the others wait
// and then find nothing to do; a failure leaves the database as it was. The price: no CREATE INDEX CONCURRENTLY here.
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import { Pool } from 'pg';
import type { ConnectionOptions } from './connection-options.ts';
import type { Log } from './log.ts';
import { defaultMigrationFolder, readMigrations, type MigrationFile } from './migration-files.ts';

export interface MigrateOptions {
  folder?: string;
  log: Log;
}

/** Returns the names of the migrations that were run now. */
export async function migrate(database: { connection: ConnectionOptions }, options: MigrateOptions): Promise<string[]> {
  const { folder = defaultMigrationFolder, log } = options;
  const files = await readMigrations(folder);
  // A connection of its own, without the short time-outs of requests: waiting for another node's migrations is right.
  const pool = new Pool({
    ...database.connection,
    max: 1,
    application_name: 'fxid-migrate',
    connectionTimeoutMillis: 10_000,
  });
  const onLost = (error: Error): void => log.warn({ err: error }, 'The connection for migrations was lost.');
  pool.on('error', onLost).on('connect', (client) => client.on('error', onLost));
  const kysely = new Kysely<MigrationTables>({ dialect: new PostgresDialect({ pool }) });
  try {
    const applied = await kysely.transaction().execute((trx) => migrateIn(trx, files));
    for (const name of applied) log.info({ migration: name }, 'The database was migrated.');
    return applied;
  } finally {
    await kysely.destroy();
  }
}

/** The same inside a transaction of the caller, up to and with the migration `upTo`. */
export async function migrateIn(
  trx: Transaction<MigrationTables>,
  files: readonly MigrationFile[],
  upTo?: string,
): Promise<string[]> {
  // Whatever the account's own limits are: another node's migrations are waited for, but not for ever.
  await sql`SET LOCAL statement_timeout = '1h'; SET LOCAL lock_timeout = '15min'`.execute(trx);
  await sql`SELECT pg_advisory_xact_lock(${sql.lit(lockId)})`.execute(trx);
  await sql`CREATE TABLE IF NOT EXISTS migration_checksums (name text PRIMARY KEY, sha256 text NOT NULL)`.execute(trx);
  refuseDifferences(await trx.selectFrom('migration_checksums').selectAll().orderBy('name').execute(), files);
  let fault: Error | undefined;
  const migrations = files.map((file): [string, Migration] => [
    file.name,
    {
      up: async (db: Kysely<MigrationTables>) => {
        try {
          // Behind a table that is in use for long, a migration gives up instead of holding up everybody behind it.
          await sql`SET LOCAL lock_timeout = '10s'`.execute(db);
          await sql.raw(file.text).execute(db);
          await db.insertInto('migration_checksums').values({ name: file.name, sha256: file.sha256 }).execute();
        } catch (error) {
          fault = new Error(`The migration ${file.name} failed: ${(error as Error).message}`, { cause: error });
          throw error;
        }
      },
    },
  ]);
  const migrator = new Migrator({ db: trx, provider: { getMigrations: async () => Object.fromEntries(migrations) } });
  const { error, results = [] } = await (upTo === undefined ? migrator.migrateToLatest() : migrator.migrateTo(upTo));
  // In a transaction the migrator reports only that the transaction is broken; ours says what broke it.
  if (error !== undefined) throw fault ?? error;
  return results.map((result) => result.migrationName);
}

/** The newest migration that has been applied, or undefined for an empty database. */
export async function newestApplied(
  query: (text: string) => Promise<{ rows: unknown[] }>,
): Promise<string | undefined> {
  const { rows: tables } = await query(`SELECT to_regclass('migration_checksums') AS found`);
  if ((tables[0] as { found: string | null }).found === null) return undefined;
  const { rows } = await query('SELECT max(name) AS name FROM migration_checksums');
  return (rows[0] as { name: string | null }).name ?? undefined;
}

export interface MigrationTables {
  migration_checksums: { name: string; sha256: string };
}

const lockId = 728_105_411;

function refuseDifferences(applied: { name: string; sha256: string }[], files: readonly MigrationFile[]): void {
  const newest = files.at(-1)?.name ?? '';
  for (const { name, sha256 } of applied) {
    const file = files.find((candidate) => candidate.name === name);
    if (file === undefined && name > newest) {
      throw new Error(
        `The database is newer than this program: it has the migration ${name}. Run the newer program, or restore a backup.`,
      );
    }
    if (file === undefined) {
      throw new Error(`The migration ${name} was applied to the database but its file is missing. Put the file back.`);
    }
    if (file.sha256 !== sha256) {
      throw new Error(
        `The migration ${name} was changed after it was applied. Undo the change and write a new migration.`,
      );
    }
  }
}
