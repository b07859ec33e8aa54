// Vitest's global setup. It starts services only on request (test-services.ts): one temporary PostgreSQL for the whole
// run, with a migrated template that test files clone, or a build of the portal, the SDK or the release.
// TEST_DATABASE_URL names an existing PostgreSQL instead; its account must be allowed to create databases.
import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findDatabasesFolder } from './copy-cluster.ts';
import { servicesVariable } from './test-services.ts';

const root = join(import.meta.dirname, '../..');

export async function setup(): Promise<() => Promise<void>> {
  const cleanUps: (() => void | Promise<void>)[] = [];
  const cluster = once(async () => {
    const { createTestCluster } = await import('./start-test-postgres.ts');
    const folder = makeFolder('fxid-cluster-', cleanUps);
    await createTestCluster(folder);
    return folder;
  });
  const postgres = once(async () => {
    const { startTestPostgres } = await import('./start-test-postgres.ts');
    const { stop, ...started } = await startTestPostgres(async () => ({
      prepared: await cluster(),
      dataDir: makeFolder('fxid-test-', cleanUps),
    }));
    cleanUps.push(stop);
    return JSON.stringify(started);
  });
  let building: Promise<unknown> = Promise.resolve();
  const build = async (name: string): Promise<string> => {
    // A release contains the other two.
    const names = name === 'release' ? ['portal', 'console', 'sdk', 'release'] : [name];
    const run = () => promisify(execFile)(process.execPath, [join(root, 'scripts/build.mjs'), ...names], { cwd: root });
    building = building.then(run, run);
    await building;
    return join(root, 'dist', name);
  };
  const answer = async (path: string): Promise<string> => {
    if (path === '/postgres') return postgres();
    if (path === '/cluster') return cluster();
    return build(path.replace('/built/', ''));
  };

  const server = createServer(({ url = '' }, response) => {
    answer(url).then(
      (text) => response.end(text),
      (error: unknown) => response.writeHead(500).end(`${url} failed: ${String(error)}`),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // Test processes inherit it.
  process.env[servicesVariable] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return async () => {
    server.close();
    server.closeAllConnections();
    for (const cleanUp of cleanUps.toReversed()) await cleanUp();
  };
}

function once<T>(start: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => (result ??= start());
}

function makeFolder(prefix: string, cleanUps: (() => void)[]): string {
  const folder = mkdtempSync(join(findDatabasesFolder(), prefix));
  cleanUps.push(() => rmSync(folder, { recursive: true, force: true }));
  // As root the database runs as another account, which needs access.
  chmodSync(folder, 0o711);
  return folder;
}
