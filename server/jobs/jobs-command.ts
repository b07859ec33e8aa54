import { runDatabaseCommand } from '#server/db/run-database-command.ts';
import { readJobAdminArguments, runJobAdminCommand } from './run-job-admin-command.ts';

await runDatabaseCommand({ read: readJobAdminArguments, work: runJobAdminCommand });
