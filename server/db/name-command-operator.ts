// Who runs a command, for the records of what operators did.
import { hostname, userInfo } from 'node:os';
import process from 'node:process';

export const nameCommandOperator = (): string => `${findUser()} on ${hostname()}`;

/** In a container the user may have no name. */
function findUser(): string {
  try {
    return userInfo().username;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SYSTEM_ERROR') throw error;
    return `user ${process.getuid?.() ?? ''}`;
  }
}
