import { dirname, join, resolve } from 'node:path';
import process from 'node:process';
import { pino } from 'pino';
import { readConfig } from '#server/config.ts';
import { readBackupArguments } from './backup-arguments.ts';
import { backUpGames } from './back-up-games.ts';
import { backUpDatabase } from './backup.ts';
import { buildEmbeddedConnection } from './cluster-location.ts';
import { openCommandConnection } from './command-connection.ts';
import { locateGamesBackup } from './games-backup-manifest.ts';
import { runCommand } from './run-command.ts';

await runCommand(readBackupArguments, async (asked, { report, now }) => {
  const config = readConfig(process.env);
  const { databaseUrl, dataDir, backupDir } = config;
  // A wrong DATA_DIR must not create a new database and an empty backup.
  if (databaseUrl === undefined) buildEmbeddedConnection(dataDir, 0);
  const stamp = now().toISOString().slice(0, 19).replaceAll(':', '-');
  const file = resolve(asked.file ?? join(backupDir, `fxid-${stamp}.sql.zst`));
  const log = pino({ level: 'warn' });
  const { connection, close } = await openCommandConnection({ databaseUrl, dataDir, whileRunning: true, log, now });
  try {
    const { tables, rows } = await backUpDatabase(connection, { file, report });
    report(`${rows} rows of ${tables} tables written to ${file}`);
    if (!asked.withGames) return;
    const to = locateGamesBackup(dirname(file));
    const games = await backUpGames({ from: join(dataDir, 'games'), to, now });
    if (games.manifest !== undefined)
      report(`${games.files} game files in ${to}, ${games.copiedFiles} of them new (${games.manifest})`);
  } finally {
    await close();
  }
});
