import { runDatabaseCommand } from '#server/db/run-database-command.ts';
import { readResealArguments, runResealCommand } from './run-reseal-command.ts';

await runDatabaseCommand({ read: readResealArguments, work: runResealCommand });
