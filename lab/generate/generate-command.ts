// npm run generate: see its --help.
import { runDatabaseCommand } from '#server/db/run-database-command.ts';
import { readGenerateArguments, runGenerateCommand } from './run-generate-command.ts';

await runDatabaseCommand({ read: readGenerateArguments, work: runGenerateCommand });
