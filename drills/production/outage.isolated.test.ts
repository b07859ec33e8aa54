// The responses that players get through the reference proxy configurations while the database is down, while no node
// runs, and while a node is replaced. Uses real nodes, nginx and HAProxy. Runs in a separate process, because it starts
// whole servers.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { describeMissingPrograms } from '#scripts/testing/programs.ts';
import { createTestDatabase } from '#server/testing/create-test-database.ts';
import { startDatabaseRelay, type DatabaseRelay } from '#server/testing/database-relay.ts';
import { eventually } from '#server/testing/eventually.ts';
import { startTestNode, type TestNode } from '#server/testing/start-test-node.ts';
import { requestBuiltFolder } from '#server/testing/test-services.ts';
import { createCertificateAuthority } from './certificates.ts';
import { startLocalProxy, type LocalProxy } from './local-proxies.ts';

const parts = new AsyncDisposableStack();
let relay: DatabaseRelay;
let nodes: [TestNode, TestNode];
let proxies: Readonly<Record<'nginx' | 'haproxy', LocalProxy>>;

const missing = describeMissingPrograms('nginx', 'haproxy', 'openssl');

beforeEach(({ skip }) => skip(missing !== undefined, missing));
beforeAll(async () => {
  if (missing !== undefined) return;
  const folder = mkdtempSync(join(tmpdir(), 'fxid-outage-'));
  parts.defer(() => rmSync(folder, { recursive: true, force: true }));
  const { connection } = parts.use(await createTestDatabase());
  relay = parts.use(await startDatabaseRelay(connection));
  const settings = { TRUSTED_PROXIES: '1', REQUESTS_PER_MINUTE: '100000' };
  nodes = [parts.use(await startTestNode(relay.url, settings)), parts.use(await startTestNode(relay.url, settings))];
  const certificate = createCertificateAuthority(folder).sign('portal', [
    'play.example',
    'console.play.example',
    '*.games.example',
  ]);
  const options = { folder, certificate, nodes };
  proxies = {
    nginx: parts.use(await startLocalProxy('nginx', options)),
    haproxy: parts.use(await startLocalProxy('haproxy', options)),
  };
});
afterAll(() => parts.disposeAsync());

const asset = readdirSync(join(await requestBuiltFolder('portal'), 'assets')).find((name) => name.endsWith('.js'));
const askDatabase = 'https://play.example/api/v1/public_game_config/no-such-game';

const countProbes = ({ logged }: TestNode): number => logged.filter((line) => line.includes('"/readyz"')).length;

/** Waits until the health checks have seen the nodes' current state. */
async function untilProbedAgain(): Promise<void> {
  const before = nodes.map(countProbes);
  await eventually(() => nodes.every((node, at) => countProbes(node) >= (before[at] ?? 0) + 4));
}

async function cutDatabase(): Promise<void> {
  await relay.cut();
  onTestFinished(async () => {
    await relay.restore();
    for (const proxy of Object.values(proxies))
      await eventually(async () => (await proxy.ask(askDatabase)).status === 404);
  });
}

describe.each(['nginx', 'haproxy'] as const)('through %s', (name) => {
  test('saves, calls of operators and events of one megabyte reach the server, other large bodies do not', async () => {
    const request = { method: 'POST', headers: { 'content-type': 'application/json' }, body: 'x'.repeat(1_000_000) };
    const calls = { 'saves/write': 401, 'operator/games/gem-miner/uploads': 401, 'analytics/track': 400 };
    for (const [call, status] of Object.entries(calls)) {
      const reply = await proxies[name].ask(`https://play.example/api/v1/${call}`, request);
      expect.soft([call, reply.status, reply.headers['content-type']]).toEqual([call, status, problem]);
    }
    const other = await proxies[name].ask('https://play.example/api/v1/games/list', request);
    expect([other.status, other.headers['x-request-id']]).toEqual([413, undefined]);
  });

  test('files are still served during a database outage, and calls answer with Retry-After', async () => {
    const proxy = proxies[name];
    expect((await proxy.ask(askDatabase)).status).toBe(404);
    await cutDatabase();
    await untilProbedAgain();
    const refused: number[] = [];
    for (let round = 0; round < 20; round += 1) {
      const call = await proxy.ask(askDatabase, { headers: { accept: 'application/json' } });
      expect
        .soft([call.status, call.headers['retry-after'], call.headers['content-type']])
        .toEqual([503, '1', 'application/problem+json; charset=utf-8']);
      const { status } = await proxy.ask(`https://play.example/assets/${asset}`);
      if (status !== 200) refused.push(status);
    }
    expect(refused).toEqual([]);
  });

  test('during a database outage browsers get a page that retries, and API clients a problem', async () => {
    const proxy = proxies[name];
    await cutDatabase();
    // Neither node has served this game since it started.
    const addresses = [askDatabase, `https://never-served.games.example/`];
    for (const address of addresses) {
      const page = await proxy.ask(address, { headers: { ...navigation, 'accept-language': 'de-DE,de;q=0.9' } });
      expect([page.status, page.headers['retry-after'], page.headers['content-type']]).toEqual([
        503,
        '1',
        'text/html; charset=utf-8',
      ]);
      expect(page.body.toString()).toContain('<h1>Wir sind gleich zurück</h1>');
      const problem = await proxy.ask(address, { headers: { 'sec-fetch-mode': 'cors', accept: '*/*' } });
      expect([problem.status, problem.headers['retry-after']]).toEqual([503, '1']);
      expect(JSON.parse(problem.body.toString())).toMatchObject({ Code: 'DatabaseUnavailable' });
    }
  });
});

const problem = 'application/problem+json; charset=utf-8';
const navigation = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'sec-fetch-mode': 'navigate' };

test('while no node runs, both proxies send the outage page to browsers and a problem to API clients', async () => {
  await Promise.all(nodes.map((node) => node.stop()));
  const page = readFileSync(join(import.meta.dirname, '../../ops/outage.html'), 'utf8');
  for (const proxy of Object.values(proxies)) {
    const { name } = proxy;
    for (const address of ['https://play.example/games/all?lang=de', 'https://gem-miner.games.example/']) {
      const shown = await eventually(async () => {
        const answer = await proxy.ask(address, { headers: navigation });
        return answer.status === 503 && answer;
      });
      expect([name, shown.headers['retry-after'], shown.headers['cache-control']]).toEqual([name, '5', 'no-store']);
      expect(shown.headers['content-type']).toMatch(/^text\/html/);
      expect(shown.body.toString()).toBe(page);
    }
    const problem = await eventually(async () => {
      const answer = await proxy.ask('https://play.example/api/v1/games/list', { method: 'POST', body: '{}' });
      return answer.headers['content-type'] === 'application/problem+json' && answer;
    });
    expect([name, problem.status, problem.headers['retry-after']]).toEqual([name, 503, '5']);
    expect(JSON.parse(problem.body.toString())).toMatchObject({ Code: 'Stopping', status: 503 });
  }
});
