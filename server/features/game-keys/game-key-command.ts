// npm run game-key: see its --help.
import { runDatabaseCommand } from '#server/db/run-database-command.ts';
import { readGameKeyArguments, runGameKeyCommand } from './run-game-key-command.ts';

await runDatabaseCommand({ read: readGameKeyArguments, work: runGameKeyCommand });
