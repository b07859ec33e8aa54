// npm run players: see its --help.
import { runDatabaseCommand } from '#server/db/run-database-command.ts';
import { readPlayersArguments, runPlayersCommand } from './run-players-command.ts';

await runDatabaseCommand({ read: readPlayersArguments, work: runPlayersCommand });
