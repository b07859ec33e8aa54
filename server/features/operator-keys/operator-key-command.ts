// npm run operator-key: see its --help.
import { runDatabaseCommand } from '#server/db/run-database-command.ts';
import { readOperatorKeyArguments, runOperatorKeyCommand } from './run-operator-key-command.ts';

await runDatabaseCommand({ read: readOperatorKeyArguments, work: runOperatorKeyCommand });
