// The embedded database is backed up once a day while the server runs, beside what the operator backs up; the newest seven are kept. A
// cluster behind DATABASE_URL has operators and means of its own.
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { backup } from './backup.ts';
import type { ConnectionOptions } from './connection-options.ts';
import type { Log } from './log.ts';

export interface DailyBackupOptions {
  readonly connection: ConnectionOptions;
  /** Where backups are kept. */
  readonly folder: string;
  readonly log: Log;
  readonly now: () => Date;
}

/** Looks now and then every hour whether a backup is due. Stops when told, after the one that is being made. */
export function startDailyBackups(options: DailyBackupOptions): { stop: () => Promise<void> } {
  let running: Promise<unknown> = Promise.resolve();
  const look = (): void => {
    running = backUpWhenDue(options).catch((error: unknown) =>
      options.log.error({ err: error }, 'The daily backup failed; it is tried again in an hour.'),
    );
  };
  const timer = setInterval(look, hourMs);
  timer.unref();
  look();
  return {
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}

/** The file that was made, if one was due. */
export async function backUpWhenDue({ connection, folder, log, now }: DailyBackupOptions): Promise<string | undefined> {
  const made = await dailyFiles(folder);
  const newest = made.at(-1);
  if (newest !== undefined && now().getTime() - (await stat(newest)).mtimeMs < dayMs) return undefined;
  const stamp = now().toISOString().slice(0, 19).replaceAll(':', '-');
  const file = join(folder, `daily-${stamp}.sql.zst`);
  const { rows } = await backup(connection, { file, report: (line) => log.debug(line) });
  log.info({ file, rows }, 'The database was backed up.');
  for (const old of made.slice(0, Math.max(0, made.length + 1 - kept))) await rm(old);
  return file;
}

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;
const kept = 7;

/** Oldest first: the names sort by time. */
async function dailyFiles(folder: string): Promise<string[]> {
  try {
    const names = await readdir(folder);
    return names
      .filter((name) => /^daily-.*\.sql\.zst$/.test(name))
      .sort()
      .map((name) => join(folder, name));
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return [];
    throw error;
  }
}
