// The console's virtual module: what a client needs to send the calls of operators and of the console.
import type { Plugin } from 'vite';
import type { RouteGroup } from '../model/route.ts';
import { virtualTable } from '../portal/virtual-tables.config.ts';

export const consoleTablePlugin = (): Plugin => virtualTable('console-call-table', 'consoleCallTable', describeCalls);

async function describeCalls(): Promise<object> {
  const [{ api }, { buildCallTable }] = await Promise.all([
    import('../contract/api.ts'),
    import('../contract/describe.ts'),
  ]);
  const areas = Object.entries<RouteGroup>(api).map(([name, area]): [string, RouteGroup] => [
    name,
    Object.fromEntries(
      Object.entries(area).filter(([, { access }]) => access.includes('operator') || access.includes('console')),
    ),
  ]);
  return buildCallTable(Object.fromEntries(areas.filter(([, area]) => Object.keys(area).length > 0)));
}
