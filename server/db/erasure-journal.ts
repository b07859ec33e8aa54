// A journal of erased accounts next to the backups: one line per account with the SHA-256 of its id and the time. It
// mirrors the `erasures` table and survives the loss of the database. It is append-only; duplicate lines are harmless.
import { mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClientBase } from 'pg';

export interface Erasure {
  readonly accountHash: string;
  readonly erasedAt: Date;
}

export const journalFileName = 'erasures.journal';

/** Reads a folder's journal; empty if there is none. Ignores lines truncated by a crash. */
export async function readJournal(folder: string): Promise<Erasure[]> {
  let text;
  try {
    text = await readFile(join(folder, journalFileName), 'utf8');
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return [];
    throw error;
  }
  const erasures = new Map<string, Erasure>();
  for (const [, accountHash = '', time = ''] of text.matchAll(linePattern))
    erasures.set(accountHash, { accountHash, erasedAt: new Date(time) });
  return [...erasures.values()];
}

export async function appendToJournal(folder: string, erasures: readonly Erasure[]): Promise<void> {
  if (erasures.length === 0) return;
  await mkdir(folder, { recursive: true });
  // Readable by the owner only, like the backups.
  const handle = await open(join(folder, journalFileName), 'a', 0o600);
  try {
    const lines = erasures.map(({ accountHash, erasedAt }) => `${accountHash} ${erasedAt.toISOString()}\n`);
    // The leading line break ends a line that a crash may have truncated.
    await handle.appendFile(`\n${lines.join('')}`);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

export async function addMissingErasuresToJournal(folder: string, erasures: readonly Erasure[]): Promise<Erasure[]> {
  const written = await readJournal(folder);
  const inJournal = new Set(written.map(({ accountHash }) => accountHash));
  await appendToJournal(
    folder,
    erasures.filter(({ accountHash }) => !inJournal.has(accountHash)),
  );
  const given = new Set(erasures.map(({ accountHash }) => accountHash));
  return written.filter(({ accountHash }) => !given.has(accountHash));
}

export async function readErasuresFromDatabase(client: ClientBase): Promise<Erasure[]> {
  const { rows: tables } = await client.query<{ found: string | null }>(
    `SELECT to_regclass('public.erasures') AS found`,
  );
  if (tables[0]?.found === null) return [];
  const { rows } = await client.query<{ hash: string; time: string }>(
    `SELECT encode(account_hash, 'hex') AS hash, to_char(erased_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS time
     FROM public.erasures`,
  );
  return rows.map(({ hash, time }) => ({ accountHash: hash, erasedAt: new Date(time) }));
}

const linePattern = /^([0-9a-f]{64}) (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)$/gm;
