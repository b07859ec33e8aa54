// npm run restore -- <file> [--even-if-in-use]
// npm run restore -- --by-other-means
import process from 'node:process';
import { pino } from 'pino';
import { readConfig } from '#server/config.ts';
import { settleRestored, type Settled } from '#server/features/leaving/settle-restored.ts';
import { openCommandConnection } from './command-connection.ts';
import { restore, settleOnly } from './restore.ts';
import { runCommand } from './run-command.ts';

await runCommand(async (report) => {
  const args = process.argv.slice(2);
  const evenIfInUse = args.includes('--even-if-in-use');
  const byOtherMeans = args.includes('--by-other-means');
  const [file, ...more] = args.filter((arg) => arg !== '--even-if-in-use' && arg !== '--by-other-means');
  if ((file === undefined) !== byOtherMeans || more.length > 0)
    throw new Error(
      'Name one backup: npm run restore -- file.sql.zst; or, after restoring by other means: npm run restore -- --by-other-means',
    );
  const { databaseUrl, dataDir, backupDir } = readConfig(process.env);
  const log = pino({ level: 'warn' });
  const whileRunning = evenIfInUse || byOtherMeans;
  const { connection, close } = await openCommandConnection({ databaseUrl, dataDir, whileRunning, log });
  let settled: Settled = { sessionsEnded: 0, erasuresApplied: 0 };
  const settling = {
    journalFolders: [backupDir],
    settle: async (...given: Parameters<typeof settleRestored>) => {
      settled = await settleRestored(...given);
    },
  };
  try {
    if (file === undefined) await settleOnly(connection, settling);
    else
      report(`${(await restore(connection, { ...settling, file, evenIfInUse, log, report })).rows} rows are restored.`);
    report(`${settled.sessionsEnded} sessions were ended: everybody signs in again.`);
    report(`${settled.erasuresApplied} accounts were erased again that had been erased after the backup.`);
  } finally {
    await close();
  }
});
