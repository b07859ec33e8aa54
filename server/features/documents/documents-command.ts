// npm run documents: see its --help.
import { findInvocationFolder } from '#server/config.ts';
import { runDatabaseCommand } from '#server/db/run-database-command.ts';
import { readDocumentsArguments, runDocumentsCommand } from './run-documents-command.ts';

await runDatabaseCommand({
  read: readDocumentsArguments,
  work: (asked, parts) => runDocumentsCommand(asked, { ...parts, from: findInvocationFolder() }),
});
