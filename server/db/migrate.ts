// Brings the database to the version of the program. Migrations are `NNNN-name.sql`, run in the order of their names and
// only forward, each recorded with the SHA-256 of its text.
//
// All of it happens under one lock, and in one transaction as far as it can: several nodes may start at once, one works and
// the others wait and then find nothing to do; a failure leaves the database as it was. A migration that says
// `-- transaction: none` runs between two transactions, statement by statement, for what takes long on large tables. Each of
// its statements must be such that it can be run again, because a failure leaves the ones before it.
//
// A program may meet a database that is newer than itself: during an upgrade, or on the way back. It works with it when every
// newer migration says `-- compatible-with-previous: yes`, and refuses otherwise.
import { setTimeout as sleep } from 'node:timers/promises';
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
    connectionTimeoutMillis: 10_000,
    ...database.connection,
    max: 1,
    application_name: 'fxid-migrate',
  });
  const onLost = (error: Error): void => log.warn({ err: error }, 'The connection for migrations was lost.');
  pool.on('error', onLost).on('connect', (client) => client.on('error', onLost));
  const kysely = new Kysely<MigrationTables>({ dialect: new PostgresDialect({ pool }) });
  try {
    return await kysely.connection().execute(async (connection) => {
      await takeLock(connection);
      const applied = await migrateOn(connection, files);
      for (const name of applied) log.info({ migration: name }, 'The database was migrated.');
      return applied;
    });
  } finally {
    // Frees the lock, too, which belongs to the connection.
    await kysely.destroy();
  }
}

/** The same inside a transaction of the caller, up to and with the migration `upTo`; nobody else may use the tables. */
export async function migrateIn(
  trx: Transaction<MigrationTables>,
  files: readonly MigrationFile[],
  upTo?: string,
): Promise<string[]> {
  await setPatience(trx);
  await sql`SELECT pg_advisory_xact_lock(${sql.lit(lockId)})`.execute(trx);
  return runIn(trx, files.map(withinTransaction), upTo);
}

async function migrateOn(connection: Kysely<MigrationTables>, files: readonly MigrationFile[]): Promise<string[]> {
  const applied: string[] = [];
  const advance = async (upTo?: string, given = files): Promise<void> => {
    const run = (trx: Transaction<MigrationTables>): Promise<string[]> => runIn(trx, given, upTo);
    applied.push(...(await connection.transaction().execute(run)));
  };
  for (const [index, file] of files.entries()) {
    if (file.isTransaction) continue;
    // What comes before it, then the migration itself, then the note that it was done.
    await advance(files[index - 1]?.name ?? '');
    if (await isApplied(connection, file.name)) continue;
    await runByStatement(connection, file);
    await advance(
      file.name,
      files.map((each) => (each === file ? { ...file, text: 'SELECT 1' } : each)),
    );
  }
  await advance();
  return applied;
}

/** Runs what is missing, up to and with `upTo`; up to nothing with an empty name. */
async function runIn(
  trx: Transaction<MigrationTables>,
  files: readonly MigrationFile[],
  upTo?: string,
): Promise<string[]> {
  await setPatience(trx);
  await prepareTables(trx);
  const known = await trx.selectFrom('migration_checksums').selectAll().orderBy('name').execute();
  refuseDifferences(known, files);
  // The migrator would go back to it.
  if (upTo === '' || known.some(({ name }) => name === upTo)) return [];
  let fault: Error | undefined;
  const migrations = files.map((file): [string, Migration] => [
    file.name,
    {
      up: async (db: Kysely<MigrationTables>) => {
        try {
          // Behind a table that is in use for long, a migration gives up instead of holding up everybody behind it.
          await sql`SET LOCAL lock_timeout = '10s'`.execute(db);
          await sql.raw(file.text).execute(db);
          const { name, sha256, isCompatible: compatible } = file;
          await db.insertInto('migration_checksums').values({ name, sha256, compatible }).execute();
        } catch (error) {
          fault = faultOf(file, error);
          throw error;
        }
      },
    },
  ]);
  // Those of a newer program are done; the migrator only wants to know them.
  const newer = known.map(({ name }): [string, Migration] => [name, { up: async () => undefined }]);
  const all = Object.fromEntries([...newer, ...migrations]);
  const migrator = new Migrator({ db: trx, provider: { getMigrations: async () => all } });
  const { error, results = [] } = await (upTo === undefined ? migrator.migrateToLatest() : migrator.migrateTo(upTo));
  // In a transaction the migrator reports only that the transaction is broken; ours says what broke it.
  if (error !== undefined) throw fault ?? error;
  return results.map((result) => result.migrationName);
}

async function runByStatement(connection: Kysely<MigrationTables>, file: MigrationFile): Promise<void> {
  // It locks nobody out while it waits for others to end.
  await sql`SET statement_timeout = '6h'`.execute(connection);
  await sql`SET lock_timeout = '15min'`.execute(connection);
  // A statement ends where a line ends with a semicolon.
  for (const statement of file.text.split(/;[ \t]*$/m).filter((each) => /^(?!--)\S/m.test(each))) {
    try {
      await sql.raw(statement).execute(connection);
    } catch (error) {
      throw faultOf(file, error);
    }
  }
}

const faultOf = (file: MigrationFile, cause: unknown): Error =>
  new Error(`The migration ${file.name} failed: ${(cause as Error).message}`, { cause });

/** On tables that nobody else uses, an index takes no longer in a transaction, where it cannot be made concurrently. */
const withinTransaction = (file: MigrationFile): MigrationFile =>
  file.isTransaction ? file : { ...file, text: file.text.replaceAll(/\bconcurrently\b/gi, '') };

/**
 * Held until the connection is closed. Asked for again and again: a statement that waits holds a snapshot, and an index
 * that is made concurrently waits for the end of those.
 */
async function takeLock(connection: Kysely<MigrationTables>): Promise<void> {
  const endsAt = performance.now() + lockWaitMs;
  for (;;) {
    const { rows } = await sql<{ taken: boolean }>`
      SELECT pg_try_advisory_lock(${sql.lit(lockId)}) AS taken`.execute(connection);
    if (rows[0]?.taken === true) return;
    if (performance.now() > endsAt)
      throw new Error(
        'Another node has been migrating the database for 15 minutes. See what it does, then start again.',
      );
    await sleep(100);
  }
}

/** Whatever the account's own limits are: another node's work is waited for, but not for ever. */
async function setPatience(trx: Transaction<MigrationTables>): Promise<void> {
  await sql`SET LOCAL statement_timeout = '1h'; SET LOCAL lock_timeout = '15min'`.execute(trx);
}

async function prepareTables(trx: Transaction<MigrationTables>): Promise<void> {
  await sql`CREATE TABLE IF NOT EXISTS migration_checksums (name text PRIMARY KEY, sha256 text NOT NULL)`.execute(trx);
  // Looked for first: adding it would wait for everybody who reads the table, a backup for instance.
  const { rows } = await sql`
    SELECT FROM pg_attribute WHERE attrelid = 'migration_checksums'::regclass AND attname = 'compatible'`.execute(trx);
  if (rows.length === 0)
    await sql`ALTER TABLE migration_checksums ADD COLUMN compatible boolean NOT NULL DEFAULT false`.execute(trx);
}

async function isApplied(connection: Kysely<MigrationTables>, name: string): Promise<boolean> {
  const row = await connection
    .selectFrom('migration_checksums')
    .select('name')
    .where('name', '=', name)
    .executeTakeFirst();
  return row !== undefined;
}

/** The newest migration that has been applied, or undefined for an empty database. */
export async function findNewestApplied(
  query: (text: string) => Promise<{ rows: unknown[] }>,
): Promise<string | undefined> {
  const { rows: tables } = await query(`SELECT to_regclass('migration_checksums') AS found`);
  if ((tables[0] as { found: string | null }).found === null) return undefined;
  const { rows } = await query('SELECT max(name) AS name FROM migration_checksums');
  return (rows[0] as { name: string | null }).name ?? undefined;
}

interface AppliedMigration {
  name: string;
  sha256: string;
  /** Whether the program before that migration can work with the database. */
  compatible: boolean;
}

export interface MigrationTables {
  migration_checksums: AppliedMigration;
}

const lockId = 728_105_411;
const lockWaitMs = 15 * 60_000;

function refuseDifferences(applied: readonly AppliedMigration[], files: readonly MigrationFile[]): void {
  const newest = files.at(-1)?.name ?? '';
  for (const { name, sha256, compatible } of applied) {
    const file = files.find((candidate) => candidate.name === name);
    if (file === undefined && name > newest) {
      if (compatible) continue;
      throw new Error(
        `The database is newer than this program: it has the migration ${name}, with which older programs cannot work. Run the newer program, or restore a backup.`,
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
