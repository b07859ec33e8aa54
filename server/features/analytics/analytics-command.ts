// npm run analytics: see its --help.
import { runDatabaseCommand } from '#server/db/run-database-command.ts';
import { readAnalyticsArguments, runAnalyticsCommand } from './run-analytics-command.ts';

await runDatabaseCommand({ read: readAnalyticsArguments, work: runAnalyticsCommand });
