// Loads the rows of a verified backup into empty tables, in the caller's transaction.
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom, type CopyStreamQuery } from 'pg-copy-streams';
import { readBackupFile } from './backup-file.ts';
import { listTables } from './backup-tables.ts';

export async function loadBackup(
  client: pg.Client,
  file: string,
  tables: readonly string[],
  report: (line: string) => void,
): Promise<void> {
  await refuseUnknown(client, file, tables);
  const restoreGuards = await setGuardsAside(client, tables);
  let stream: CopyStreamQuery | undefined;
  for await (const part of readBackupFile(file)) {
    if (part.kind === 'table') {
      stream = client.query(copyFrom(`COPY ${part.name} (${part.columns}) FROM STDIN`));
      // The error is thrown at the next await; without a listener the process would exit.
      stream.on('error', () => undefined);
      report(`loading ${part.name}`);
    } else if (part.kind === 'rows' && stream !== undefined) {
      if (part.count > 0 && !stream.write(part.bytes)) await drained(stream);
    } else if (part.kind === 'table-end' && stream !== undefined) {
      stream.end();
      await finished(stream);
      stream = undefined;
    } else if (part.kind === 'sequence') {
      await client.query(part.statement);
    }
  }
  await restoreGuards();
}

async function drained(stream: CopyStreamQuery): Promise<void> {
  // A rejected row ends the stream without a drain event.
  const ended = new AbortController();
  try {
    await Promise.race([once(stream, 'drain', { signal: ended.signal }), finished(stream, { signal: ended.signal })]);
  } finally {
    ended.abort();
  }
}

async function refuseUnknown(client: pg.Client, file: string, tables: readonly string[]): Promise<void> {
  const known = new Set((await listTables(client)).map(({ name }) => name));
  const unknown = tables.find((name) => !known.has(name));
  if (unknown !== undefined)
    throw new Error(`The backup ${file} has a table ${unknown} that this program does not have. Nothing was changed.`);
}

// Triggers validate players' changes and must not reject old rows. Circular foreign keys can only be checked when both
// tables are loaded.
async function setGuardsAside(client: pg.Client, tables: readonly string[]): Promise<() => Promise<void>> {
  const { rows: triggers } = await client.query<{ table: string; name: string }>(`
    SELECT format('%I.%I', n.nspname, c.relname) AS table, quote_ident(t.tgname) AS name
    FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE NOT t.tgisinternal AND t.tgparentid = 0 AND t.tgenabled = 'O' AND n.nspname IN ('public', 'pgboss')`);
  const { rows: references } = await client.query<{ table: string; target: string; name: string; definition: string }>(`
    SELECT format('%I.%I', n.nspname, c.relname) AS table, format('%I.%I', tn.nspname, t.relname) AS target,
      quote_ident(f.conname) AS name, pg_get_constraintdef(f.oid) AS definition
    FROM pg_constraint f
    JOIN pg_class c ON c.oid = f.conrelid JOIN pg_namespace n ON n.oid = c.relnamespace
    JOIN pg_class t ON t.oid = f.confrelid JOIN pg_namespace tn ON tn.oid = t.relnamespace
    WHERE f.contype = 'f' AND f.conparentid = 0 AND n.nspname = 'public'`);
  const early = references.filter(
    ({ table, target }) => table !== target && tables.indexOf(target) > tables.indexOf(table),
  );
  for (const { table, name } of triggers) await client.query(`ALTER TABLE ${table} DISABLE TRIGGER ${name}`);
  for (const { table, name } of early) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
  return async () => {
    for (const { table, name, definition } of early)
      await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`);
    for (const { table, name } of triggers) await client.query(`ALTER TABLE ${table} ENABLE TRIGGER ${name}`);
  };
}
