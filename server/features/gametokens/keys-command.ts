// npm run keys -- rotate
import process from 'node:process';
import { pino } from 'pino';
import { readConfig } from '#server/config.ts';
import { embeddedConnection } from '#server/db/cluster-place.ts';
import { openCommandConnection } from '#server/db/command-connection.ts';
import { openDatabase } from '#server/db/database.ts';
import { runCommand } from '#server/db/run-command.ts';
import { createSealer } from '#server/secrets/sealer.ts';
import { createSigningKeys } from './signing-keys.ts';

await runCommand(async (report) => {
  if (process.argv[2] !== 'rotate' || process.argv.length > 3)
    throw new Error('Usage: npm run keys -- rotate. It makes the next key that signs GameJwts.');
  const { databaseUrl, dataDir, secrets } = readConfig(process.env);
  // A wrong DATA_DIR must not end in a new, empty database.
  if (databaseUrl === undefined) embeddedConnection(dataDir, 0);
  const log = pino({ level: 'warn' });
  const { connection, close } = await openCommandConnection({ databaseUrl, dataDir, whileRunning: true, log });
  const database = openDatabase(connection, { log, poolSize: 2 });
  try {
    const sealer = createSealer(secrets);
    const now = () => new Date();
    const { keyId, signsFrom } = await createSigningKeys({ database, sealer, now, log }).rotate();
    report(`The key ${keyId} is published and signs from ${signsFrom.toISOString()} on. Nobody is signed out.`);
  } finally {
    await database.close();
    await close();
  }
});
