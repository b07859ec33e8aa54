// Our desktop launcher. Its calls serve installable builds, only those that the caller may access.
import { Problem } from '#model/problem.ts';
import { defineServerAdapter } from '../port.server.ts';
import { fxlauncher } from './platform.ts';

export const adapter = defineServerAdapter(fxlauncher, {
  verify: async ({ LoginCode }) => ({ outcome: 'login-code', code: LoginCode }),
  calls: {
    activateKey: async ({ Key }, _, { branches }) => {
      const opened = await branches.open(Key);
      return opened
        ? { Success: true, ...(opened.branch !== undefined && { Branch: opened.branch }) }
        : { Success: false };
    },
    availableBranches: async (_, __, { branches }) => ({ Branches: [...(await branches.list())] }),
    downloadDirect: async ({ Game }, _, { branches }) => ({
      Url: expectFound((await branches.newest())?.InstallUrl, `${Game} has nothing to install for you.`),
    }),
    requestDownload: async ({ Game, Branch }, _, { branches }) => ({
      SessionId: expectFound(await branches.requestDownload(Branch), `${Game} has no such branch for you.`),
    }),
    download: async ({ SessionId }, _, { branches }) => ({
      Url: expectFound(await branches.fetchDownload(SessionId), 'This download is over. Ask for another one.'),
    }),
    manifest: async ({ Game, Branch }, _, { branches }) =>
      expectFound(await branches.newest(Branch), `${Game} has no such branch for you.`),
  },
});

function expectFound<T>(found: T | undefined, otherwise: string): T {
  if (found === undefined) throw new Problem('NotFound', otherwise);
  return found;
}
