// npm run restore -- <file> [--even-if-in-use]
import process from 'node:process';
import { pino } from 'pino';
import { readConfig } from '#server/config.ts';
import { openCommandConnection } from './command-connection.ts';
import { restore } from './restore.ts';
import { runCommand } from './run-command.ts';

await runCommand(async (report) => {
  const args = process.argv.slice(2);
  const evenIfInUse = args.includes('--even-if-in-use');
  const [file, ...more] = args.filter((arg) => arg !== '--even-if-in-use');
  if (file === undefined || more.length > 0) throw new Error('Name one backup: npm run restore -- file.sql.zst');
  const { databaseUrl, dataDir } = readConfig(process.env);
  const log = pino({ level: 'warn' });
  const { connection, close } = await openCommandConnection({ databaseUrl, dataDir, whileRunning: evenIfInUse, log });
  try {
    const { rows } = await restore(connection, { file, evenIfInUse, log, report });
    report(`${rows} rows are restored.`);
  } finally {
    await close();
  }
});
