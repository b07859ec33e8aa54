// Replaces all rows by those of a backup.
//
// Requirements: a damaged file or an error changes nothing; the present rows are saved first; the backup may come from
// the other type of database (embedded or external) and from an older program, never a newer one; accounts erased since
// the backup stay erased.
//
// Steps:
// 1. Read and verify the whole file.
// 2. Refuse while a server uses the database.
// 3. Back up the present rows.
// 4. In one transaction: migrate the tables to the backup's version, empty and load them, migrate to the program's version, and reconcile the effects of going back in time. The file is verified again while it loads, before the commit.
// 5. Disconnect servers that use the database anyway, so that they drop their caches.
import { dirname, join, resolve } from 'node:path';
import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import type pg from 'pg';
import { installJobsSchema } from '#server/jobs/install-jobs-schema.ts';
import { readBackupFile, type BackupHeader } from './backup-file.ts';
import { backUpDatabase, textFormatSettingsSql, readJobsSchemaVersion, readDatabaseTime } from './backup.ts';
import { listTables } from './backup-tables.ts';
import { withSingleConnection } from './with-single-connection.ts';
import type { ConnectionOptions } from './connection-options.ts';
import { readErasuresFromDatabase, readJournal, type Erasure } from './erasure-journal.ts';
import { loadBackup } from './load-backup.ts';
import type { Log } from './log.ts';
import { migrateInTransaction, findNewestMigration, type MigrationTables } from './migrate.ts';
import { defaultMigrationFolder, readMigrations, type MigrationFile } from './migration-files.ts';
import type { Tables } from './tables.ts';

export interface RestoreOptions {
  file: string;
  evenIfInUse?: boolean;
  migrations?: string;
  journalFolders: readonly string[];
  /** Called in the transaction after loading, with the erasures from the journals and the database. */
  secureRestored: SecureRestored;
  log: Log;
  report: (line: string) => void;
}

type SecureRestored = (trx: Transaction<Tables>, erasures: readonly Erasure[]) => Promise<void>;

export interface RestoreSummary {
  rows: number;
  /** The file with the previous rows. Undefined: there were none. */
  before: string | undefined;
  createdAt: Date;
}

export async function restoreDatabase(connection: ConnectionOptions, options: RestoreOptions): Promise<RestoreSummary> {
  const { evenIfInUse = false, log, report } = options;
  const file = resolve(options.file);
  const { header, tables, rows } = await check(file);
  report(`${file} is whole: ${rows} rows of ${tables.length} tables, taken ${header.createdAt}`);
  const migrations = await readMigrations(options.migrations ?? defaultMigrationFolder);
  refuseNewer(file, header, migrations);
  return withSingleConnection(
    connection,
    async (client) => {
      if (!evenIfInUse) await refuseInUse(client);
      await installJobsSchema(connection, log);
      if (header.jobs > (await readJobsSchemaVersion(client)))
        throw newerProgram(file, `version ${header.jobs} of the job queue`);
      const current = await findNewestMigration((text) => client.query(text));
      const erasures = await knownErasures(client, [dirname(file), ...options.journalFolders]);
      const before =
        current === undefined ? undefined : await saveBefore(connection, file, await readDatabaseTime(client), report);
      await transactionOn(client).execute(async (trx) => {
        await bringTo(trx, client, header.migration, migrations);
        await client.query(textFormatSettingsSql);
        await emptyAll(client);
        await loadBackup(client, file, tables, report);
        await migrateInTransaction(trx, migrations);
        await options.secureRestored(ofProgram(trx), erasures);
      });
      if (evenIfInUse) await disconnectServers(client);
      await client.query('ANALYZE');
      return { rows, before, createdAt: new Date(header.createdAt) };
    },
    { applicationName: 'fxid-restore' },
  );
}

/** Secures a database that was restored with other tools, as `restoreDatabase` does. */
export async function secureExternallyRestoredDatabase(
  connection: ConnectionOptions,
  { journalFolders, secureRestored }: Pick<RestoreOptions, 'journalFolders' | 'secureRestored'>,
): Promise<void> {
  await withSingleConnection(
    connection,
    async (client) => {
      const erasures = await knownErasures(client, journalFolders);
      await transactionOn(client).execute((trx) => secureRestored(ofProgram(trx), erasures));
      await disconnectServers(client);
    },
    { applicationName: 'fxid-restore' },
  );
}

async function knownErasures(client: pg.Client, folders: readonly string[]): Promise<Erasure[]> {
  const erasures = await readErasuresFromDatabase(client);
  for (const folder of folders) erasures.push(...(await readJournal(folder)));
  return erasures;
}

const ofProgram = (trx: Transaction<MigrationTables>): Transaction<Tables> => trx as unknown as Transaction<Tables>;

async function disconnectServers(client: pg.Client): Promise<void> {
  await client.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${isOfServer}`);
}

const isOfServer = `datname = current_database() AND application_name IN ('fxid', 'fxid-jobs')`;

async function check(file: string): Promise<{ header: BackupHeader; tables: string[]; rows: number }> {
  const tables: string[] = [];
  let header: BackupHeader | undefined;
  let rows = 0;
  for await (const part of readBackupFile(file)) {
    if (part.kind === 'header') header = part.header;
    if (part.kind === 'table') tables.push(part.name);
    if (part.kind === 'end') rows = part.rows;
  }
  if (header === undefined) throw new Error(`${file} is not a backup of this program.`);
  return { header, tables, rows };
}

const newerProgram = (file: string, what: string): Error =>
  new Error(
    `The backup ${file} comes from a newer program (it has ${what}). Restore it with that program. Nothing was changed.`,
  );

function refuseNewer(file: string, header: BackupHeader, migrations: readonly MigrationFile[]): void {
  if (migrations.some(({ name }) => name === header.migration)) return;
  throw newerProgram(file, `the migration ${header.migration}`);
}

async function refuseInUse(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity WHERE ${isOfServer}`,
  );
  const count = rows[0]?.count ?? 0;
  if (count === 0) return;
  throw new Error(
    `A server is working with this database (${count} connections). Stop it first, or repeat with --even-if-in-use.`,
  );
}

async function saveBefore(
  connection: ConnectionOptions,
  file: string,
  now: Date,
  report: (line: string) => void,
): Promise<string> {
  const name = `before-restore-${now.toISOString().replaceAll(/[:.]/g, '-')}.sql.zst`;
  const before = join(dirname(file), name);
  const { rows } = await backUpDatabase(connection, { file: before, report: () => undefined });
  report(`What was there (${rows} rows) is kept in ${before}`);
  return before;
}

// Kysely on the connection that also copies, so that both share a transaction.
function transactionOn(client: pg.Client): ReturnType<Kysely<MigrationTables>['transaction']> {
  const poolClient = Object.assign(client, { release: () => undefined });
  const pool = { connect: async () => poolClient, end: async () => undefined, options: {} };
  return new Kysely<MigrationTables>({ dialect: new PostgresDialect({ pool }) }).transaction();
}

// An older database is migrated. A newer one can't go back, so its tables are recreated; their rows have been saved.
async function bringTo(
  trx: Transaction<MigrationTables>,
  client: pg.Client,
  migration: string,
  migrations: readonly MigrationFile[],
): Promise<void> {
  const current = await findNewestMigration((text) => client.query(text));
  if (current === migration) return;
  if (current !== undefined && current > migration) {
    if (!migrations.some(({ name }) => name === current)) {
      throw new Error(
        `The database is newer than this program: it has the migration ${current}. Run the newer program.`,
      );
    }
    await client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  }
  await migrateInTransaction(trx, migrations, migration);
}

async function emptyAll(client: pg.Client): Promise<void> {
  const tables = await listTables(client);
  if (tables.length === 0) return;
  // Such as the audit log's, which refuses to be emptied. 32 is the bit of TRUNCATE.
  const { rows: guards } = await client.query<{ table: string; name: string }>(`
    SELECT tgrelid::regclass::text AS table, quote_ident(tgname) AS name FROM pg_trigger
    WHERE NOT tgisinternal AND tgenabled = 'O' AND tgtype & 32 > 0`);
  const setGuards = async (action: 'DISABLE' | 'ENABLE'): Promise<void> => {
    for (const { table, name } of guards) await client.query(`ALTER TABLE ${table} ${action} TRIGGER ${name}`);
  };
  await setGuards('DISABLE');
  await client.query(`TRUNCATE ${tables.map(({ name }) => name).join(', ')}`);
  await setGuards('ENABLE');
}
