import { permissionGroups, permissionsOfKeys } from '#model/operator.ts';
import type { Database } from '#server/db/database.ts';
import { isUniqueViolation } from '#server/db/is-unique-violation.ts';
import { readCommand, type ParsedCommand, type SubcommandDefinitions } from '#server/db/read-command.ts';
import type { DatabaseCommandDeps } from '#server/db/run-database-command.ts';
import { createOperatorKeys } from './operator-keys.ts';

const words = [...Object.keys(permissionGroups), ...permissionsOfKeys];

const forms = {
  create: {
    words: ['name', 'permissions'],
    does: `creates a key and prints it once; permissions, separated by commas: ${words.join(', ')}`,
  },
  list: { words: [], does: 'lists the keys with last use and permissions' },
  revoke: { words: ['key id'], does: 'revokes the key' },
} as const satisfies SubcommandDefinitions;

export const readOperatorKeyArguments = (given: readonly string[]): ParsedCommand<typeof forms> =>
  readCommand('operator-key', forms, given);

export async function runOperatorKeyCommand(
  asked: ParsedCommand<typeof forms>,
  { database, report }: Pick<DatabaseCommandDeps, 'database' | 'report'>,
): Promise<void> {
  for (const line of await work(asked, database)) report(line);
}

async function work(asked: ParsedCommand<typeof forms>, database: Database): Promise<string[]> {
  switch (asked.action) {
    case 'create':
      return create(database, ...asked.words);
    case 'list':
      return list(database);
    case 'revoke':
      return revoke(database, ...asked.words);
  }
}

async function create(database: Database, name: string, permissions: string): Promise<string[]> {
  if (!/^[\p{L}\p{N}][\p{L}\p{N} ._@-]{0,59}$/u.test(name))
    throw new Error(`"${name}" isn't a valid key name. Use 1 to 60 letters, digits, spaces and . _ @ -`);
  const asked = permissions.split(',');
  const unknown = asked.find((each) => !words.includes(each));
  if (unknown !== undefined)
    throw new Error(`There is no permission "${unknown}". Use these, separated by commas: ${words.join(', ')}.`);
  try {
    const wanted = words.filter((each) => asked.includes(each));
    const key = await createOperatorKeys(database).create(name, wanted);
    return [key, `This is the key "${name}" for ${wanted.join(', ')}. It is shown only once: keep it like a password.`];
  } catch (error) {
    if (isUniqueViolation(error))
      throw new Error(`A key "${name}" already exists. Choose another name, or revoke that key.`, { cause: error });
    throw error;
  }
}

async function list({ kysely }: Database): Promise<string[]> {
  const rows = await kysely
    .selectFrom('operator_keys')
    .select(['key_id', 'name', 'scopes', 'created_at', 'last_used_at', 'revoked_at'])
    .orderBy('created_at')
    .execute();
  if (rows.length === 0) return ['No keys. Create one with: npm run operator-key -- create console content'];
  return rows.map(({ key_id, name, scopes, created_at, last_used_at, revoked_at }) =>
    [
      key_id,
      name,
      scopes.join(','),
      `made ${created_at.toISOString()}`,
      last_used_at ? `last used ${last_used_at.toISOString()}` : 'never used',
      ...(revoked_at ? [`revoked ${revoked_at.toISOString()}`] : []),
    ].join('  '),
  );
}

async function revoke(database: Database, keyId: string): Promise<string[]> {
  if (await createOperatorKeys(database).revoke(keyId)) return [`The key ${keyId} no longer works.`];
  throw new Error(`There is no active key ${keyId}. List keys with: npm run operator-key -- list`);
}
