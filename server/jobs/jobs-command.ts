import { runDatabaseCommand } from '#server/db/run-database-command.ts';
import { readJobAdminArguments, runJobAdminCommand } from './run-jobs-command.ts';

await runDatabaseCommand({ read: readJobAdminArguments, work: runJobAdminCommand });
