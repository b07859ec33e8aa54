// npm run games: see its --help.
import { findInvocationFolder } from '#server/config.ts';
import { nameCommandOperator } from '#server/db/name-command-operator.ts';
import { runDatabaseCommand } from '#server/db/run-database-command.ts';
import { readGamesArguments } from './read-games-arguments.ts';
import { runGamesCommand } from './run-games-command.ts';

await runDatabaseCommand({
  read: readGamesArguments,
  takesInput: ({ action }) => action === 'set',
  work: (asked, parts, json) =>
    runGamesCommand(asked, { ...parts, json, from: findInvocationFolder(), operator: nameCommandOperator() }),
});
