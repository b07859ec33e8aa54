// npm run branches: see its --help.
import { runDatabaseCommand } from '#server/db/run-database-command.ts';
import { readBranchesArguments, runBranchesCommand } from './run-branches-command.ts';

await runDatabaseCommand({ read: readBranchesArguments, work: runBranchesCommand });
