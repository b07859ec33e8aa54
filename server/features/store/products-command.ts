// npm run products: see its --help. Reads JSON from standard input.
import { nameCommandOperator } from '#server/db/name-command-operator.ts';
import { runDatabaseCommand } from '#server/db/run-database-command.ts';
import { runProductsCommand, readProductsArguments } from './run-products-command.ts';

await runDatabaseCommand({
  read: readProductsArguments,
  takesInput: ({ action }) => action === 'set' || action === 'set-rates',
  work: (asked, parts, json) => runProductsCommand(asked, json, { ...parts, operator: nameCommandOperator() }),
});
