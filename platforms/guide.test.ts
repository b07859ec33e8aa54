// Follows the guide "add a platform" to the letter in a copy of the shared folders, and compiles its code like ours.
import { execFile } from 'node:child_process';
import { appendFile, cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildConnectionUrl } from '#server/db/connection-options.ts';
import { requestTestPostgres } from '#server/testing/test-services.ts';
import { replaceCapabilityTable } from './capability-table.ts';
import * as registry from './registry.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..');
let copy: string;

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'fxid-platform-'));
  for (const folder of [
    'model',
    'scripts/setup',
    'scripts/testing',
    'platforms',
    'payments',
    'identities',
    'contract',
    'compat',
    'console/virtual-tables.config.ts',
    'bridge',
    'kit',
    'server',
    'lab',
    'portal/platform',
    'portal/vite.config.ts',
    'portal/virtual-tables.config.ts',
    'tsconfig',
    'package.json',
    'vitest.config.ts',
  ])
    await cp(join(root, folder), join(copy, folder), { recursive: true });
  // Not the folder itself: every run recreates Vite's cache there while others use it.
  await mkdir(join(copy, 'node_modules'));
  for (const name of await readdir(join(root, 'node_modules')))
    if (name !== '.vite') await symlink(join(root, 'node_modules', name), join(copy, 'node_modules', name));
  const guide = await readFile(join(root, 'docs/guides/add-a-platform.md'), 'utf8');
  for (const [, file = '', code = ''] of guide.matchAll(/```ts (\S+)\n(.*?)```/gs)) {
    await mkdir(dirname(join(copy, file)), { recursive: true });
    await appendFile(join(copy, file), code);
  }
});
afterAll(() => rm(copy, { recursive: true, force: true }));

test('a sixteenth platform needs a folder and one line, and is in the contract, the pages and the table', async () => {
  const script = `
    import { platformLoginBlockSchemas, WebPublishingPlatform, IdentityTypeName } from '#contract/registries.ts';
    import { summarisePlatforms } from '#platforms/port.ts';
    import * as registry from '#platforms/registry.ts';
    console.log(JSON.stringify([Object.keys(registry).length, WebPublishingPlatform.enum, Object.keys(platformLoginBlockSchemas), IdentityTypeName.enum,
      summarisePlatforms(registry).madeup]));`;
  await writeFile(join(copy, 'look.ts'), script);
  const [count, names, logins, types, entry] =
    await runScript<[number, string[], string[], string[], object]>('look.ts');
  expect(count).toBe(Object.keys(registry).length + 1);
  expect(names).toContain('MadeUp');
  expect(logins).toContain('MadeUp');
  expect(types).toContain('MadeUp');
  expect(entry).toEqual({
    folder: 'madeup',
    id: 'MadeUp',
    title: 'Made-up Games',
    loginKey: 'MadeUp',
    requestKey: 'MadeUp',
    purchases: 'platform',
  });
});

test('its server adapter accepts data signed by its simulator and refuses the rest', async () => {
  await writeFile(
    join(copy, 'try.ts'),
    `
    import { adapter } from '#platforms/madeup/adapter.server.ts';
    import { simulator } from '#platforms/madeup/simulator.server.ts';
    const player = { id: '7', firstName: 'A', lastName: 'B', gender: 'unspecified', language: 'en', country: 'US', isGuest: false, friends: [] } as const;
    const place = { at: '', hookUrl: '', now: () => new Date() };
    const ends: unknown[] = [];
    for (const kind of ['good', 'changed', 'foreign', 'other game', 'stale', 'future'] as const) {
      const login = await simulator.login(kind, player, place);
      const host = { settings: simulator.settings(place), now: place.now } as never;
      ends.push((await adapter.verify?.(login as never, host))?.outcome);
    }
    console.log(JSON.stringify(ends));`,
  );
  expect(await runScript('try.ts')).toEqual(['proved', 'refused', 'refused', 'refused', 'refused', 'refused']);
});

test('it sells in its own unit through the real server, and only its folder names the unit', async () => {
  await writeFile(
    join(copy, 'server/sells.test.ts'),
    `
    import { expect, test } from 'vitest';
    import { insertDemoContent } from '#lab/demo/insert-demo-content.ts';
    import { paidQuery, simulator } from '#platforms/madeup/simulator.server.ts';
    import { createTestApp } from './testing/create-test-app.ts';
    test('sells', async () => {
      const place = { at: '', hookUrl: '', now: () => new Date() };
      const settings = { platforms: { madeup: simulator.settings(place) } } as never;
      await using server = await createTestApp({ settings, env: { REQUESTS_PER_MINUTE: '9999' } });
      await insertDemoContent(server.database);
      const player = { id: '7', firstName: 'A', lastName: 'B', gender: 'unspecified', language: 'en', country: 'US', isGuest: false, friends: [] } as const;
      const login = { Social: 'MadeUp', Game: 'gem-miner', MadeUp: await simulator.login('good', player, place) };
      const { Token } = await server.client().auth.authenticateFromSocial(login as never);
      const { store } = server.client(Token);
      const WebPublishingPlatform = 'MadeUp' as never;
      const { Products, Currency } = await store.storeData({ Game: 'gem-miner', WebPublishingPlatform });
      expect([Currency, Products[0]]).toMatchObject(['MUC', { Price: 199, Currency: 'MUC' }]);
      const wish = { Game: 'gem-miner', Sku: 'gems-100', WebPublishingPlatform, MadeUp: { PlayId: '1' } };
      const { TransactionId, OrderPrice } = await store.createPayment(wish);
      expect(OrderPrice?.LocalizedPrice.replace(/\\s/, ' ')).toBe('199 coins');
      const { Order } = await store.orderHistory({ PublicOrderId: TransactionId, Locale: 'de' });
      expect(Order.Price.LocalizedPrice.replace(/\\s/, ' ')).toBe('199 Münzen');
      const tell = (query: string) => server.app.inject({ url: '/api/v1/hooks/madeup?' + query });
      expect((await tell(paidQuery(TransactionId, 199, 'p1') + '0')).statusCode).toBe(403);
      const told = await tell(paidQuery(TransactionId, 199, 'p1'));
      expect([told.body, told.headers['content-type']]).toEqual(['OK', 'text/plain; charset=utf-8']);
      const { Status } = await store.getPaymentStatus({ PublicOrderId: TransactionId });
      expect(Status).toBe('PayedWaitingForSending');
    });`,
  );
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const env = { ...process.env, TEST_DATABASE_URL: buildConnectionUrl((await requestTestPostgres()).connection) };
  await run(process.execPath, [vitest, 'run', 'server/sells.test.ts'], { cwd: copy, env }).catch(
    (error: Error & { stdout?: string; stderr?: string }) => {
      throw new Error(
        `The platform of the guide sells nothing:\n${error.stdout ?? ''}${error.stderr ?? error.message}`,
      );
    },
  );
});

test('its code compiles with our settings', async () => {
  const config = {
    extends: './tsconfig/base.json',
    compilerOptions: {
      noEmit: true,
      composite: false,
      incremental: false,
      emitDeclarationOnly: false,
      lib: ['es2024', 'dom', 'dom.iterable'],
      types: ['node'],
      rootDir: '.',
    },
    include: ['platforms/madeup', 'platforms/registry.ts', 'tsconfig/universal.d.ts'],
  };
  await writeFile(join(copy, 'tsconfig.json'), JSON.stringify(config));
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  await run(process.execPath, [compiler, '-p', copy], { cwd: copy }).catch((error: Error & { stdout?: string }) => {
    throw new Error(`The guide's code does not compile:\n${error.stdout ?? error.message}`);
  });
});

test('the table of capabilities matches the manifests', async () => {
  const readme = await readFile(join(root, 'platforms/README.md'), 'utf8');
  expect(replaceCapabilityTable(readme, registry), 'Run npm run platforms.').toBe(readme);
});

async function runScript<T>(file: string): Promise<T> {
  const { stdout } = await run(process.execPath, [file], { cwd: copy });
  return JSON.parse(stdout) as T;
}
