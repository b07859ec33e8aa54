// Makes a backup: one snapshot of all rows, while the server runs.
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { writeBackupFile, type BackupPart } from './backup-file.ts';
import { listSequences, listTables } from './backup-tables.ts';
import { withSingleConnection } from './with-single-connection.ts';
import type { ConnectionOptions } from './connection-options.ts';
import { addMissingErasuresToJournal, readErasuresFromDatabase } from './erasure-journal.ts';
import { findNewestMigration } from './migrate.ts';

export interface BackupOptions {
  /** The target file: `.gz` selects gzip, anything else zstd. */
  file: string;
  report: (line: string) => void;
  signal?: AbortSignal;
}

export interface BackupSummary {
  tables: number;
  rows: number;
}

export async function backUpDatabase(
  connection: ConnectionOptions,
  { file, report, signal }: BackupOptions,
): Promise<BackupSummary> {
  const summary = { tables: 0, rows: 0 };
  await mkdir(dirname(file), { recursive: true });
  await withSingleConnection(
    connection,
    async (client) => {
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      await client.query(textFormatSettingsSql);
      await writeBackupFile(file, partsOf(client, summary, report, signal));
      // Older backups in the folder contain accounts that were erased since.
      await addMissingErasuresToJournal(dirname(file), await readErasuresFromDatabase(client));
      await client.query('COMMIT');
    },
    { applicationName: 'fxid-backup' },
  );
  return summary;
}

/** Settings that determine the text format of values, the same for writing and reading. */
export const textFormatSettingsSql = `
  SET LOCAL client_encoding = 'UTF8'; SET LOCAL datestyle = 'ISO, YMD'; SET LOCAL intervalstyle = 'postgres';
  SET LOCAL timezone = 'UTC'; SET LOCAL extra_float_digits = 3; SET LOCAL bytea_output = 'hex';
  SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL lock_timeout = '30s'`;

export async function readDatabaseTime(client: pg.ClientBase): Promise<Date> {
  const { rows } = await client.query<{ now: Date }>('SELECT now()');
  const [row] = rows;
  if (!row) throw new Error('The database did not tell its time.');
  return row.now;
}

/** The queue's schema version; 0 if it does not exist yet. */
export async function readJobsSchemaVersion(client: pg.ClientBase): Promise<number> {
  const { rows: tables } = await client.query<{ found: string | null }>(
    `SELECT to_regclass('pgboss.version') AS found`,
  );
  if (tables[0]?.found === null) return 0;
  const { rows } = await client.query<{ version: number }>('SELECT max(version)::int AS version FROM pgboss.version');
  return rows[0]?.version ?? 0;
}

async function* partsOf(
  client: pg.Client,
  summary: BackupSummary,
  report: (line: string) => void,
  signal: AbortSignal | undefined,
): AsyncGenerator<BackupPart> {
  const migration = await findNewestMigration((text) => client.query(text));
  if (migration === undefined)
    throw new Error('The database is empty: there is nothing to back up. Start the server once first.');
  const createdAt = (await readDatabaseTime(client)).toISOString();
  yield { kind: 'header', header: { migration, jobs: await readJobsSchemaVersion(client), createdAt } };
  for (const { name, columns } of await listTables(client)) {
    signal?.throwIfAborted();
    const list = columns.join(', ');
    yield { kind: 'table', name, columns: list };
    const stream = client.query(copyTo(`COPY (SELECT ${list} FROM ${name}) TO STDOUT`));
    for await (const bytes of stream) {
      signal?.throwIfAborted();
      yield { kind: 'rows', bytes: bytes as Buffer, count: 0 };
    }
    yield { kind: 'table-end' };
    summary.rows += stream.rowCount;
    summary.tables++;
    report(`${name}: ${stream.rowCount} rows`);
  }
  for (const statement of await listSequences(client)) yield { kind: 'sequence', statement };
  yield { kind: 'end', rows: summary.rows };
}
