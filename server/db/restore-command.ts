import { dirname, join, resolve } from 'node:path';
import process from 'node:process';
import { pino } from 'pino';
import { findInvocationFolder, readConfig } from '#server/config.ts';
import {
  secureRestoredDatabase,
  type SecureRestoredDatabaseResult,
} from '#server/features/account-deletion/secure-restored-database.ts';
import { readRestoreArguments } from './backup-arguments.ts';
import { openCommandConnection } from './command-connection.ts';
import { locateGamesBackup } from './games-backup-manifest.ts';
import { restoreGames, type GamesRestoreOptions } from './restore-games.ts';
import { restoreDatabase, secureExternallyRestoredDatabase } from './restore.ts';
import { runCommand } from './run-command.ts';

await runCommand(readRestoreArguments, async (asked, { report, now }) => {
  const { databaseUrl, dataDir, backupDir } = readConfig(process.env);
  const restoreGameFiles = async (from: string, more: Pick<GamesRestoreOptions, 'databaseTime'> = {}) => {
    const games = await restoreGames({ from, to: join(dataDir, 'games'), ...more });
    if (games) report(`${games.restored} game files restored from ${games.manifest}; ${games.same} already existed.`);
    return games;
  };
  if (asked.what === 'games') {
    const from = asked.from === undefined ? locateGamesBackup(backupDir) : resolve(findInvocationFolder(), asked.from);
    if (!(await restoreGameFiles(from))) throw new Error(`There is no backup of game files in ${from}.`);
    return;
  }
  const log = pino({ level: 'warn' });
  const whileRunning = asked.what === 'nothing' || asked.evenIfInUse;
  const { connection, close } = await openCommandConnection({ databaseUrl, dataDir, whileRunning, log, now });
  let secured: SecureRestoredDatabaseResult = { sessionsEnded: 0, erasuresApplied: 0 };
  const securing = {
    journalFolders: [backupDir],
    secureRestored: async (...given: Parameters<typeof secureRestoredDatabase>) => {
      secured = await secureRestoredDatabase(...given);
    },
  };
  try {
    if (asked.what === 'nothing') await secureExternallyRestoredDatabase(connection, securing);
    else {
      const { file, evenIfInUse, withGames } = asked;
      const { rows, createdAt } = await restoreDatabase(connection, { ...securing, file, evenIfInUse, log, report });
      report(`${rows} rows restored.`);
      if (withGames) await restoreGameFiles(locateGamesBackup(dirname(resolve(file))), { databaseTime: createdAt });
    }
    report(`${secured.sessionsEnded} sessions ended. All players have to sign in again.`);
    report(`${secured.erasuresApplied} accounts that were erased after the backup were erased again.`);
  } finally {
    await close();
  }
});
