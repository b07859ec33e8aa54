import type { Database } from '#server/db/database.ts';
import { nameCommandOperator } from '#server/db/name-command-operator.ts';
import { readCommand, type ParsedCommand, type SubcommandDefinitions } from '#server/db/read-command.ts';
import type { DatabaseCommandDeps } from '#server/db/run-database-command.ts';
import { requireGame } from '#server/db/require-game.ts';
import { recordCommand } from '#server/features/audit-log/audit-log.ts';
import { createGameKeys, type GameKeys } from './game-keys.ts';

const forms = {
  create: { words: ['game'], does: "creates a key for the game's server and prints it once" },
  list: { words: ['game'], does: "lists the game's keys" },
  revoke: { words: ['key id'], does: 'revokes the key' },
} as const satisfies SubcommandDefinitions;

export const readGameKeyArguments = (given: readonly string[]): ParsedCommand<typeof forms> =>
  readCommand('game-key', forms, given);

export async function runGameKeyCommand(
  { action, words: [name] }: ParsedCommand<typeof forms>,
  { database, sealer, report }: Pick<DatabaseCommandDeps, 'database' | 'sealer' | 'report'>,
): Promise<void> {
  const gameKeys = createGameKeys(database, sealer);
  for (const line of await work[action]({ database, gameKeys, name })) report(line);
}

interface Given {
  readonly database: Database;
  readonly gameKeys: GameKeys;
  readonly name: string;
}

const work = { create, list, revoke } as const;

async function create({ database, gameKeys, name }: Given): Promise<string[]> {
  await requireGame(database.kysely, name);
  return [
    await gameKeys.create(name, { record: recordCommand('game-key create', nameCommandOperator()) }),
    `This is the key for ${name}'s server. It is shown only once: keep it like a password.`,
  ];
}

async function list({ database, name }: Given): Promise<string[]> {
  await requireGame(database.kysely, name);
  const rows = await database.kysely
    .selectFrom('game_keys')
    .select(['key_id', 'created_at', 'revoked_at'])
    .where('game', '=', name)
    .orderBy('created_at')
    .execute();
  if (rows.length === 0) return [`${name} has no key. Create one with: npm run game-key -- create ${name}`];
  return rows.map(({ key_id, created_at, revoked_at }) =>
    [key_id, `made ${created_at.toISOString()}`, ...(revoked_at ? [`revoked ${revoked_at.toISOString()}`] : [])].join(
      '  ',
    ),
  );
}

async function revoke({ gameKeys, name }: Given): Promise<string[]> {
  if (await gameKeys.revoke(name, { record: recordCommand('game-key revoke', nameCommandOperator()) }))
    return [`The key ${name} no longer works.`];
  throw new Error(`There is no active key ${name}. List a game's keys with: npm run game-key -- list <game>`);
}
