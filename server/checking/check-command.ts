import process from 'node:process';
import { runDatabaseCommand } from '#server/db/run-database-command.ts';
import { listChecks, readCheckArguments } from './check-portal.ts';
import { runChecks } from './run-checks.ts';

const exitCodes = { ok: 0, warning: 1, problem: 2 } as const;

await runDatabaseCommand({
  read: (given) => {
    const asked = readCheckArguments(given);
    // Set at the start, so that it also applies if the database is unreachable.
    process.exitCode = exitCodes.problem;
    return asked;
  },
  work: async ({ mailTo }, parts) => {
    process.exitCode = exitCodes[await runChecks(listChecks(parts, mailTo), parts.report)];
  },
});
