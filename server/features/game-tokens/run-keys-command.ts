import { readCommand, type ParsedCommand, type SubcommandDefinitions } from '#server/db/read-command.ts';
import type { DatabaseCommandDeps } from '#server/db/run-database-command.ts';
import { createSigningKeys } from './signing-keys.ts';

const forms = {
  rotate: { words: [], does: 'creates the next GameJwt signing key; nobody is signed out' },
} as const satisfies SubcommandDefinitions;

export const readKeysArguments = (given: readonly string[]): ParsedCommand<typeof forms> =>
  readCommand('keys', forms, given);

export async function rotateSigningKeys({ database, sealer, log, now, report }: DatabaseCommandDeps): Promise<void> {
  const { keyId, signsFrom } = await createSigningKeys({ database, sealer, now, log }).rotate();
  report(`The key ${keyId} is published and signs from ${signsFrom.toISOString()}. Nobody is signed out.`);
}
