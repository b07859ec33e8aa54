// npm run content: see its --help.
import process from 'node:process';
import { findInvocationFolder } from '#server/config.ts';
import { listMissingSetup } from '#server/checking/list-missing-setup.ts';
import { nameCommandOperator } from '#server/db/name-command-operator.ts';
import { runDatabaseCommand } from '#server/db/run-database-command.ts';
import { readContentArguments, runContentCommand } from './run-content-command.ts';

await runDatabaseCommand({
  read: readContentArguments,
  work: async (asked, parts) => {
    const isWell = await runContentCommand(asked, {
      ...parts,
      from: findInvocationFolder(),
      operator: nameCommandOperator(),
      listMissingSetup: () => listMissingSetup(parts),
    });
    if (!isWell) process.exitCode = 1;
  },
});
