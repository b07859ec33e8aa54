// npm run news: see its --help.
import { findInvocationFolder } from '#server/config.ts';
import { runDatabaseCommand } from '#server/db/run-database-command.ts';
import { readNewsArguments, runNewsCommand } from './run-news-command.ts';

await runDatabaseCommand({
  read: readNewsArguments,
  work: (asked, parts) => runNewsCommand(asked, { ...parts, from: findInvocationFolder() }),
});
