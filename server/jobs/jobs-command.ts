import { runDatabaseCommand } from '#server/db/run-database-command.ts';
import { readJobsArguments, runJobsCommand } from './run-jobs-command.ts';

await runDatabaseCommand({ read: readJobsArguments, work: runJobsCommand });
