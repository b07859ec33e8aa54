// The journal of erasures beside the backups: one line for each account that was erased, with the SHA-256 of its id and the
// time. The table `erasures` is the same for the running system; the file is there when the database is not. It only grows,
// and a line that stands in it twice says nothing new.
import { mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClientBase } from 'pg';

export interface Erasure {
  /** The SHA-256 of the account's id, in hexadecimal digits. */
  readonly accountHash: string;
  readonly erasedAt: Date;
}

export const journalName = 'erasures.journal';

/** What the journal of a folder says; nothing where there is none. A line that a crash has cut off is not taken. */
export async function readJournal(folder: string): Promise<Erasure[]> {
  let text;
  try {
    text = await readFile(join(folder, journalName), 'utf8');
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return [];
    throw error;
  }
  const erasures = new Map<string, Erasure>();
  for (const [, accountHash = '', time = ''] of text.matchAll(linePattern))
    erasures.set(accountHash, { accountHash, erasedAt: new Date(time) });
  return [...erasures.values()];
}

/** They are on the disk when it returns. */
export async function appendToJournal(folder: string, erasures: readonly Erasure[]): Promise<void> {
  if (erasures.length === 0) return;
  await mkdir(folder, { recursive: true });
  // Only for us, as the backups are.
  const handle = await open(join(folder, journalName), 'a', 0o600);
  try {
    const lines = erasures.map(({ accountHash, erasedAt }) => `${accountHash} ${erasedAt.toISOString()}\n`);
    // The first line break ends a line that a crash has cut off.
    await handle.appendFile(`\n${lines.join('')}`);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Adds what the journal of a folder lacks, and returns what it has that was not given. */
export async function completeJournal(folder: string, erasures: readonly Erasure[]): Promise<Erasure[]> {
  const written = await readJournal(folder);
  const inJournal = new Set(written.map(({ accountHash }) => accountHash));
  await appendToJournal(
    folder,
    erasures.filter(({ accountHash }) => !inJournal.has(accountHash)),
  );
  const given = new Set(erasures.map(({ accountHash }) => accountHash));
  return written.filter(({ accountHash }) => !given.has(accountHash));
}

/** What the database says; nothing where it is empty or older than the journal. */
export async function readErasures(client: ClientBase): Promise<Erasure[]> {
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
