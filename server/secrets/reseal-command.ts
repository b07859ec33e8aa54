import { runDatabaseCommand } from '#server/db/run-database-command.ts';
import { readResealArguments, runReseal } from './run-reseal.ts';

await runDatabaseCommand({ read: readResealArguments, work: runReseal });
