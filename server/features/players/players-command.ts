// npm run players: see its --help.
import { nameCommandOperator } from '#server/db/name-command-operator.ts';
import { runDatabaseCommand } from '#server/db/run-database-command.ts';
import { readPlayersArguments, runPlayersCommand } from './run-players-command.ts';

await runDatabaseCommand({
  read: readPlayersArguments,
  work: (asked, parts) => runPlayersCommand(asked, { ...parts, operator: nameCommandOperator() }),
});
