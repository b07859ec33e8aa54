// Migrates the database to the program's version. Migrations are `NNNN-name.sql`, run in the order of their names,
// forward only, and recorded with the SHA-256 of their text.
//
// All of it happens under one lock and, as far as possible, in one transaction: of several starting nodes one migrates
// and the others wait; a failure changes nothing. A migration with `-- transaction: none` runs between two
// transactions, statement by statement, for long work on large tables. Its statements must be repeatable, because a
// failure leaves the earlier ones in place.
//
// A program may find a newer database, during an upgrade or after a rollback. It accepts it if every newer migration
// has `-- compatible-with-previous: yes`, and refuses otherwise.
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

export async function migrate(database: { connection: ConnectionOptions }, options: MigrateOptions): Promise<string[]> {
  const { folder = defaultMigrationFolder, log } = options;
  const files = await readMigrations(folder);
  // A separate connection without request timeouts, because it may wait for another node's migrations.
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
    // Also releases the lock, which belongs to the connection.
    await kysely.destroy();
  }
}

/** Migrates inside the caller's transaction, up to and including `upTo`. Nothing else may use the tables. */
export async function migrateInTransaction(
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

async function runIn(
  trx: Transaction<MigrationTables>,
  files: readonly MigrationFile[],
  upTo?: string,
): Promise<string[]> {
  await setPatience(trx);
  await prepareTables(trx);
  const known = await trx.selectFrom('migration_checksums').selectAll().orderBy('name').execute();
  refuseDifferences(known, files);
  // Kysely's migrator would migrate down to it.
  if (upTo === '' || known.some(({ name }) => name === upTo)) return [];
  let fault: Error | undefined;
  const migrations = files.map((file): [string, Migration] => [
    file.name,
    {
      up: async (db: Kysely<MigrationTables>) => {
        try {
          // If a table stays locked, the migration fails instead of blocking all other queries.
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
  // Migrations of a newer program are already applied; the migrator only has to know their names.
  const newer = known.map(({ name }): [string, Migration] => [name, { up: async () => undefined }]);
  const all = Object.fromEntries([...newer, ...migrations]);
  const migrator = new Migrator({ db: trx, provider: { getMigrations: async () => all } });
  const { error, results = [] } = await (upTo === undefined ? migrator.migrateToLatest() : migrator.migrateTo(upTo));
  // In a transaction the migrator only reports that it was aborted; `fault` is the cause.
  if (error !== undefined) throw fault ?? error;
  return results.map((result) => result.migrationName);
}

async function runByStatement(connection: Kysely<MigrationTables>, file: MigrationFile): Promise<void> {
  // Long limits: building an index concurrently blocks no reads or writes while it waits for other transactions.
  await sql`SET statement_timeout = '6h'`.execute(connection);
  await sql`SET lock_timeout = '15min'`.execute(connection);
  // A statement ends at a semicolon at the end of a line.
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

/** Inside a transaction indexes can't be built concurrently; on unused tables that costs nothing. */
const withinTransaction = (file: MigrationFile): MigrationFile =>
  file.isTransaction ? file : { ...file, text: file.text.replaceAll(/\bconcurrently\b/gi, '') };

/**
 * Held until the connection closes. Polled, because a waiting statement holds a snapshot, and building an index
 * concurrently waits for all snapshots.
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

/** Overrides the account's own limits: waits for another node's work, but not forever. */
async function setPatience(trx: Transaction<MigrationTables>): Promise<void> {
  await sql`SET LOCAL statement_timeout = '1h'; SET LOCAL lock_timeout = '15min'`.execute(trx);
}

async function prepareTables(trx: Transaction<MigrationTables>): Promise<void> {
  await sql`CREATE TABLE IF NOT EXISTS migration_checksums (name text PRIMARY KEY, sha256 text NOT NULL)`.execute(trx);
  // Checked first: adding the column would wait for all readers of the table, such as a backup.
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

export async function findNewestMigration(
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
  /** Whether the previous program version can use the database. */
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
