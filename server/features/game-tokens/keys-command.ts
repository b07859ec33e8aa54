// npm run keys: see its --help.
import { runDatabaseCommand } from '#server/db/run-database-command.ts';
import { readKeysArguments, rotateSigningKeys } from './run-keys-command.ts';

await runDatabaseCommand({ read: readKeysArguments, work: (_, parts) => rotateSigningKeys(parts) });
