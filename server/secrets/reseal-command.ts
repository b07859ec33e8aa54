// npm run reseal -- [status | give-up]
import process from 'node:process';
import { runCommand } from '#server/db/run-command.ts';
import { runDatabaseCommand } from '#server/db/run-database-command.ts';
import { readResealArguments, resealUsage, runReseal } from './run-reseal.ts';

await runCommand(async (report) => {
  const action = readResealArguments(process.argv.slice(2));
  if (action === 'help') return report(resealUsage);
  return runDatabaseCommand((parts) => runReseal(action, parts));
});
