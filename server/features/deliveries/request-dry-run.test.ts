import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createLog } from '#server/http/log.ts';
import { FetchBlockedError, safeFetch, type SafeFetch } from '#server/http/safe-fetch.ts';
import { startGameServer, type GameServer } from '#server/testing/start-game-server.ts';
import { createDryRunRequester, type DryRunDeps } from './request-dry-run.ts';
import type { WebhookEndpoint } from './endpoints.ts';
import { createSigningSecret } from './sign-delivery.ts';

const secret = createSigningSecret();
const question = { accountId: 'acc-1', gameUid: 'g-7', skus: ['lamp', 'gems-100'] };
const local: SafeFetch = (address, options) => safeFetch(address, { ...options, allowLoopback: true });
let game: GameServer;
let logged: string[];

beforeAll(async () => {
  game = await startGameServer();
});
afterAll(() => game[Symbol.asyncDispose]());
beforeEach(() => {
  game.received.length = 0;
  logged = [];
});

function ask(endpoint: Partial<WebhookEndpoint> | undefined = {}, more: Partial<DryRunDeps> = {}) {
  const found: WebhookEndpoint | undefined = endpoint && {
    url: game.url,
    secrets: [secret],
    disabledAt: undefined,
    disabledBecause: undefined,
    pausedUntil: undefined,
    ...endpoint,
  };
  return createDryRunRequester({
    endpoints: { find: async () => found },
    fetch: local,
    log: createLog({ level: 'warn', write: (line) => logged.push(line) }),
    now: () => new Date(),
    ...more,
  });
}

const answer = (products: unknown) => ({ status: 200, body: JSON.stringify({ products }) });
const unavailable = { canBuy: false, reason: 'GameNotAvailable' };

test('asks the game with a signed request, and returns its verdicts and reasons', async () => {
  game.answer = answer([
    { sku: 'lamp', can_buy: false, reason: ' You have\none already. ' },
    { sku: 'gems-100', can_buy: true, reason: null },
    { sku: 'never-asked', can_buy: true },
  ]);
  const verdicts = await ask()('gem-miner', question);
  expect([...verdicts]).toEqual([
    ['lamp', { canBuy: false, reason: 'You have one already.' }],
    ['gems-100', { canBuy: true }],
  ]);
  const [got] = game.received;
  expect(new Webhook(secret).verify(got?.body ?? '', got?.headers as Record<string, string>)).toMatchObject({
    type: 'order.dry_run',
    data: {
      account_id: 'acc-1',
      game: 'gem-miner',
      game_uid: 'g-7',
      products: [{ sku: 'lamp' }, { sku: 'gems-100' }],
    },
  });
});

test("products missing in the response can't be bought", async () => {
  game.answer = answer([{ sku: 'lamp', can_buy: true }]);
  expect((await ask()('gem-miner', question)).get('gems-100')).toEqual(unavailable);
});

test.each([
  ['another status', { status: 500 }],
  ['no JSON', { status: 200, body: 'yes' }],
  ['another form', { status: 200, body: '{"products":[{"sku":"lamp","can_buy":"yes"}]}' }],
  ['a redirect', { status: 302, headers: { location: 'http://127.0.0.1/' } }],
])('%s means that nothing can be bought', async (_, given) => {
  game.answer = given;
  expect([...(await ask()('gem-miner', question)).values()]).toEqual([unavailable, unavailable]);
  expect(logged.join('')).toContain('Asking a game whether it would deliver failed');
});

test("a game without an endpoint, with a disabled one, or that doesn't respond can't be asked", async () => {
  const silent: SafeFetch = async () =>
    Promise.reject(new FetchBlockedError('game.example did not answer within 5000 ms.'));
  const asked = [createDryRunWithout(), ask({ disabledAt: new Date() }), ask({}, { fetch: silent })];
  for (const each of asked) expect((await each('gem-miner', question)).get('lamp')).toEqual(unavailable);
  expect(game.received).toEqual([]);
});

const createDryRunWithout = () =>
  createDryRunRequester({
    endpoints: { find: async () => undefined },
    fetch: local,
    log: createLog({ level: 'silent' }),
    now: () => new Date(),
  });

test('a hanging game gets at most sixteen concurrent requests', async () => {
  let asked = 0;
  const hanging: SafeFetch = () => {
    asked += 1;
    return new Promise(() => undefined);
  };
  const dryRun = ask({}, { fetch: hanging });
  for (let count = 0; count < 16; count += 1) void dryRun('gem-miner', question);
  expect((await dryRun('gem-miner', question)).get('lamp')).toEqual(unavailable);
  expect(asked).toBeLessThanOrEqual(16);
  const other = ask({}, {});
  game.answer = answer([{ sku: 'lamp', can_buy: true }]);
  expect((await other('sky-courier', question)).get('lamp')).toEqual({ canBuy: true });
});
