// npm run settings: see its --help. New settings are read as JSON from standard input.
import { runDatabaseCommand } from '#server/db/run-database-command.ts';
import { runSettingsCommand, readSettingsArguments } from './run-settings-command.ts';

await runDatabaseCommand({
  read: readSettingsArguments,
  takesInput: ({ action }) => action === 'set',
  work: (asked, parts, json) => runSettingsCommand(asked, json, parts),
});
