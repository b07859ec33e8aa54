// npm run check [-- --mail-to <address>]
import process from 'node:process';
import { runCommand } from '#server/db/run-command.ts';
import { runDatabaseCommand } from '#server/db/run-database-command.ts';
import { checkUsage, listChecks, readCheckArguments } from './check-portal.ts';
import { runChecks } from './run-checks.ts';

const exitCodes = { ok: 0, warning: 1, problem: 2 } as const;

await runCommand(async (report) => {
  const { isHelp, mailTo } = readCheckArguments(process.argv.slice(2));
  if (isHelp) return report(checkUsage);
  let exitCode: number = exitCodes.problem;
  await runDatabaseCommand(async (parts) => {
    exitCode = exitCodes[await runChecks(listChecks(parts, mailTo), report)];
  });
  // Also when there was no database to begin with.
  process.exitCode = exitCode;
});
