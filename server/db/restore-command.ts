// npm run restore: see its --help.
import process from 'node:process';
import { pino } from 'pino';
import { readConfig } from '#server/config.ts';
import { settleRestored, type Settled } from '#server/features/leaving/settle-restored.ts';
import { readRestoreArguments } from './backup-arguments.ts';
import { openCommandConnection } from './command-connection.ts';
import { restore, settleOnly } from './restore.ts';
import { runCommand } from './run-command.ts';

await runCommand(readRestoreArguments, async ({ file, evenIfInUse }, { report, now }) => {
  const { databaseUrl, dataDir, backupDir } = readConfig(process.env);
  const log = pino({ level: 'warn' });
  const whileRunning = evenIfInUse || file === undefined;
  const { connection, close } = await openCommandConnection({ databaseUrl, dataDir, whileRunning, log, now });
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
