// npm run game-key -- create <game> · revoke <key id> · list <game>
import process from 'node:process';
import { pino } from 'pino';
import { readConfig } from '#server/config.ts';
import { embeddedConnection } from '#server/db/cluster-place.ts';
import { openCommandConnection } from '#server/db/command-connection.ts';
import { openDatabase, type Database } from '#server/db/database.ts';
import { runCommand } from '#server/db/run-command.ts';
import { createSealer } from '#server/secrets/sealer.ts';
import { createGameKeys, type GameKeys } from './game-keys.ts';

await runCommand(async (report) => {
  const [what, name, ...more] = process.argv.slice(2);
  const command = what === undefined ? undefined : commandOf(what);
  if (!command || name === undefined || more.length > 0)
    throw new Error('Usage: npm run game-key -- create <game>, list <game> or revoke <key id>.');
  const { databaseUrl, dataDir, secrets } = readConfig(process.env);
  // A wrong DATA_DIR must not end in a new, empty database.
  if (databaseUrl === undefined) embeddedConnection(dataDir, 0);
  const log = pino({ level: 'warn' });
  const { connection, close } = await openCommandConnection({ databaseUrl, dataDir, whileRunning: true, log });
  const database = openDatabase(connection, { log, poolSize: 2 });
  try {
    const gameKeys = createGameKeys(database, createSealer(secrets));
    for (const line of await command({ database, gameKeys, name })) report(line);
  } finally {
    await database.close();
    await close();
  }
});

interface Given {
  readonly database: Database;
  readonly gameKeys: GameKeys;
  readonly name: string;
}

// Functions only: what stands below runs before a constant here would be set.
function commandOf(what: string): ((given: Given) => Promise<string[]>) | undefined {
  return new Map([
    ['create', create],
    ['list', list],
    ['revoke', revoke],
  ]).get(what);
}

function create({ database, gameKeys, name }: Given): Promise<string[]> {
  return ofGame(database, name, async () => [
    await gameKeys.create(name),
    `This is the credential of ${name}'s server. It is told once: keep it as you keep a password.`,
  ]);
}

function list({ database, name }: Given): Promise<string[]> {
  return ofGame(database, name, async () => {
    const rows = await database.kysely
      .selectFrom('game_keys')
      .select(['key_id', 'created_at', 'revoked_at'])
      .where('game', '=', name)
      .orderBy('created_at')
      .execute();
    if (rows.length === 0) return [`${name} has no key. Make one with: npm run game-key -- create ${name}`];
    return rows.map(({ key_id, created_at, revoked_at }) =>
      [key_id, `made ${created_at.toISOString()}`, ...(revoked_at ? [`revoked ${revoked_at.toISOString()}`] : [])].join(
        '  ',
      ),
    );
  });
}

async function revoke({ gameKeys, name }: Given): Promise<string[]> {
  if (await gameKeys.revoke(name)) return [`The key ${name} no longer works.`];
  throw new Error(`There is no key ${name} that works. List a game's keys with: npm run game-key -- list <game>`);
}

async function ofGame(database: Database, game: string, run: () => Promise<string[]>): Promise<string[]> {
  const found = await database.kysely.selectFrom('games').select('game').where('game', '=', game).executeTakeFirst();
  if (!found) throw new Error(`There is no game ${JSON.stringify(game)}. Give its name as it stands in addresses.`);
  return run();
}
