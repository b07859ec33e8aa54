// npm run drills -- upgrade: two nodes behind HAProxy serve a hundred requests a second while they are
// restarted, upgraded to a build with new migrations, rolled back and killed. Only requests in progress at a killed
// node may fail.
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { insertDemoContent, demoAccountId } from '#lab/demo/insert-demo-content.ts';
import { buildConnectionUrl } from '#server/db/connection-options.ts';
import { openDatabase } from '#server/db/database.ts';
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts';
import { listenForNodeSignals } from '#server/db/node-signals.ts';
import { createSessions } from '#server/features/sessions/sessions.ts';
import { findFreePorts } from '#server/testing/find-free-ports.ts';
import { startRelease } from '#server/testing/release-process.ts';
import type { ServerProcess } from '#server/testing/server-process.ts';
import { startBalancer } from './balancer.ts';
import { createNextRelease } from './next-release.ts';
import { startVisitors, type VisitorCounts } from './visitors.ts';

const perSecond = 100;
const settleMs = 2000;
const release = join(import.meta.dirname, '../../dist/release');
const log = pino({ level: 'warn' });
const say = (line: string): void => void process.stdout.write(`${line}\n`);

process.exitCode = (await run()) ? 0 : 1;

async function run(): Promise<boolean> {
  await using parts = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'fxid-upgrade-'));
  parts.defer(() => rmSync(folder, { recursive: true, force: true }));
  chmodSync(folder, 0o711);
  const next = join(folder, 'next');
  createNextRelease(release, next);
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'database'), log, now: () => new Date() });
  parts.defer(() => postgres.stop());
  const nodes = parts.use(await createNodes(folder, buildConnectionUrl(postgres.connection)));

  const startMs = await nodes.start(0, release);
  await nodes.start(1, release);
  const token = await prepare(postgres.connection);
  const balancer = await startBalancer(folder, nodes.ports);
  parts.defer(() => balancer.close());
  const visitors = startVisitors({ address: balancer.address, token, perSecond });
  parts.defer(() => visitors.stop());

  // Like an operator: stops the next node once the balancer uses this one again.
  const restart = async (node: 0 | 1, from: string): Promise<void> => {
    await nodes.stop(node);
    await nodes.start(node, from);
    await balancer.untilReady(nodes.ports[node]);
  };
  let isGood = true;
  const step = async (what: string, act: () => Promise<unknown>, allowed = (): number => 0): Promise<void> => {
    await act();
    await sleep(settleMs);
    const tally = visitors.take();
    // A request in progress at the killed node may have been for a page or for one of its files.
    const passed = tally.failed <= allowed() && tally.blank <= allowed();
    isGood &&= passed;
    say(`${passed ? 'ok  ' : 'FAIL'} ${what}: ${describe(tally)}`);
  };

  say(`     A node is ready ${startMs} ms after its start.`);
  await step('Both nodes run the old version', () => sleep(settleMs));
  await step('Rolling restart', async () => {
    for (const node of [0, 1] as const) await restart(node, release);
  });
  await step('The first node is upgraded; both versions run at once', () => restart(0, next));
  await step('The second node is restarted with the old version on the migrated database', () => restart(1, release));
  await step('The second node is upgraded', () => restart(1, next));
  await step('Pages of the old version load all their files from the new nodes', async () => {
    for (const port of nodes.ports) await checkFiles(port, release);
  });
  await step('Rollback: both nodes run the old version again', async () => {
    for (const node of [0, 1] as const) await restart(node, release);
    for (const port of nodes.ports) await checkFiles(port, next);
  });
  let wereRunning = 0;
  const kill = async (): Promise<void> => {
    const [, port] = nodes.ports;
    const before = await balancer.requests(port);
    await nodes.kill(1);
    // On a busy machine the node takes a moment to die and receives more requests until then.
    wereRunning = before.running + (await balancer.requests(port)).total - before.total;
    await sleep(settleMs);
    await nodes.start(1, release);
  };
  await step('A node is killed; only its open requests fail', kill, () => wereRunning);
  return isGood;
}

async function createNodes(folder: string, databaseUrl: string) {
  const [[first, firstGames], [second, secondGames]] = [await findFreePorts(), await findFreePorts()];
  const ports = [first, second] as const;
  const running: (ServerProcess | undefined)[] = [];
  const settingsOf = (node: 0 | 1) => ({
    DATABASE_URL: databaseUrl,
    DATA_DIR: join(folder, `node-${node + 1}`),
    REQUESTS_PER_MINUTE: '1000000',
    LOG_LEVEL: 'warn',
  });
  const stop = async (node: 0 | 1, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> => {
    const server = running[node];
    running[node] = undefined;
    server?.signal(signal);
    const end = await server?.exited;
    if (signal === 'SIGTERM' && end && end.code !== 0)
      throw new Error(`Node ${node + 1} ended with ${end.code ?? end.signal}. It printed:\n${server?.output()}`);
  };
  return {
    ports,
    async start(node: 0 | 1, from: string): Promise<number> {
      const begun = performance.now();
      const nodePorts: [number, number] = node === 0 ? [first, firstGames] : [second, secondGames];
      const server = await startRelease({ folder: from, settings: settingsOf(node), ports: nodePorts });
      running[node] = server;
      await server.untilReady();
      return Math.round(performance.now() - begun);
    },
    stop: (node: 0 | 1) => stop(node, 'SIGTERM'),
    kill: (node: 0 | 1) => stop(node, 'SIGKILL'),
    [Symbol.asyncDispose]: async () => void (await Promise.all([stop(0, 'SIGKILL'), stop(1, 'SIGKILL')])),
  };
}

async function prepare(connection: Parameters<typeof openDatabase>[0]): Promise<string> {
  const database = openDatabase(connection, { log, poolSize: 2 });
  const signals = await listenForNodeSignals(connection, log);
  try {
    await insertDemoContent(database);
    return (await createSessions({ database, signals, now: () => new Date() }).begin(demoAccountId('Ada'))).token;
  } finally {
    await signals.close();
    await database.close();
  }
}

/** Checks that the node serves every file of that build's portal unchanged. */
async function checkFiles(port: number, folder: string): Promise<void> {
  const assets = join(folder, 'dist/portal/assets');
  const names = readdirSync(assets).filter((name) => !/\.(br|gz)$/.test(name));
  for (const name of names) {
    const answer = await fetch(`http://127.0.0.1:${port}/assets/${name}`);
    const bytes = Buffer.from(await answer.arrayBuffer());
    if (answer.status !== 200 || !bytes.equals(readFileSync(join(assets, name))))
      throw new Error(`The node at ${port} answers ${answer.status} for ${name} of ${folder}, or with other bytes.`);
  }
}

function describe({ requests, failed, faults, pages, blank }: VisitorCounts): string {
  const words = [...faults].slice(0, 5).map(([fault, count]) => `\n       ${count} x ${fault}`);
  return `${requests} requests, ${failed} failed; ${pages} pages, ${blank} blank${words.join('')}`;
}
