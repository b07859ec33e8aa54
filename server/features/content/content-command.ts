// npm run content: see its --help.
import { hostname, userInfo } from 'node:os';
import process from 'node:process';
import { findInvocationFolder } from '#server/config.ts';
import { listMissingSetup } from '#server/checking/list-missing-setup.ts';
import { runDatabaseCommand } from '#server/db/run-database-command.ts';
import { readContentArguments, runContentCommand } from './run-content-command.ts';

await runDatabaseCommand({
  read: readContentArguments,
  work: async (asked, parts) => {
    const isWell = await runContentCommand(asked, {
      ...parts,
      from: findInvocationFolder(),
      operator: `${findUser()} on ${hostname()}`,
      listMissingSetup: () => listMissingSetup(parts),
    });
    if (!isWell) process.exitCode = 1;
  },
});

/** In a container the user may have no name. */
function findUser(): string {
  try {
    return userInfo().username;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SYSTEM_ERROR') throw error;
    return `user ${process.getuid?.() ?? ''}`;
  }
}
