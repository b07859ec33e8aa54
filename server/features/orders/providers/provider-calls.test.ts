import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Caller } from '#server/http/caller.ts';
import type { ApiCall } from '#server/http/implement-api.ts';
import type { ProviderCallTools } from '#payments/port.server.ts';
import { allSessionKinds, route, type Route } from '#model/route.ts';
import { buyForTest } from '#server/testing/buy-for-test.ts';
import { createMoneyTestApp, soldGame, soldSku, type MoneyTestApp } from '#server/testing/create-money-test-app.ts';
import { createTestProvider, type TestProvider } from '#server/testing/test-provider.ts';
import { createProviderCallHandlers } from './provider-calls.ts';

let provider: TestProvider;
let server: MoneyTestApp;
const calls: { input: object; settings: unknown; tools: ProviderCallTools }[] = [];

beforeAll(async () => {
  provider = createTestProvider(0);
  server = await createMoneyTestApp([provider]);
});
afterAll(() => server[Symbol.asyncDispose]());

const buy = () => buyForTest(server, server.token);

/** Calls the adapter: anyone may call `open`, only the buyer `own`. */
function ask(name: 'open' | 'own', query: object, session?: object): Promise<unknown> {
  const declared = { method: 'GET', path: '/x', summary: 'x' } as const;
  const routes = {
    open: route({ ...declared, access: ['anyone'] }),
    own: route({ ...declared, access: allSessionKinds }),
  };
  const call = async (input: object, host: { settings: unknown }, tools: ProviderCallTools) => {
    calls.push({ input, settings: host.settings, tools });
    return 'answered';
  };
  const { loaded } = provider;
  const own = { ...loaded, manifest: { ...loaded.manifest, routes }, calls: { open: call, own: call } };
  const areas = createProviderCallHandlers({
    orders: { ...server.money.deps, providers: [own] },
    gamesUrl: 'https://{game}.example',
  });
  const asked = { params: {}, query, body: {}, session, caller: () => ({ locale: 'de' }) as Caller };
  const handler = areas[loaded.folder]?.[name];
  if (!handler) throw new Error(`There is no call ${name}.`);
  return handler(asked as unknown as ApiCall<Route>);
}

test("only the buyer can read an order's payment", async () => {
  const { orderId, attemptId, accountId } = await buy();
  expect(await ask('own', { PublicOrderId: orderId }, { accountId })).toBe('answered');
  const { payment } = calls.at(-1)?.tools ?? {};
  expect(payment).toMatchObject({ attemptId, orderId, game: soldGame, isPayable: true, status: 'WaitingForPayment' });
  expect(payment?.product).toMatchObject({ Sku: soldSku });
  expect(payment?.returnUrls.success).toContain(`/Store/Return/${orderId}`);
  expect(calls.at(-1)?.settings).toMatchObject({ Secret: expect.any(String) });
  for (const session of [{ accountId: randomUUID() }, { accountId, game: 'another-game' }])
    await expect(ask('own', { PublicOrderId: orderId }, session)).rejects.toMatchObject({ code: 'NotFound' });
});

test("calls open to anyone accept the payment's id, not the order's", async () => {
  const { orderId, attemptId } = await buy();
  expect(await ask('open', { PublicId: attemptId })).toBe('answered');
  expect(calls.at(-1)?.tools.payment).toMatchObject({ attemptId });
  for (const query of [{ PublicOrderId: orderId }, { PublicId: orderId }, { PublicId: randomUUID() }, {}])
    await expect(ask('open', query)).rejects.toMatchObject({ code: 'NotFound' });
});

test("calls for the buyer need more than the payment's id", async () => {
  const { attemptId, accountId } = await buy();
  expect(await ask('own', { PublicId: attemptId }, { accountId })).toBe('answered');
  const stranger = ask('own', { PublicId: attemptId }, { accountId: randomUUID() });
  await expect(stranger).rejects.toMatchObject({ code: 'NotFound' });
});

test("events that a call proves are applied, and a paid order can't be paid again", async () => {
  const { attemptId } = await buy();
  await ask('open', { PublicId: attemptId });
  const paid = provider.pay(attemptId);
  expect(await calls.at(-1)?.tools.applyEvents([paid])).toBe('done');
  await ask('open', { PublicId: attemptId });
  expect(calls.at(-1)?.tools.payment).toMatchObject({ isPayable: false, status: 'PayedWaitingForSending' });
});

test('a call asks for the records to be read', async () => {
  const { attemptId } = await buy();
  provider.pay(attemptId);
  await ask('open', { PublicId: attemptId });
  await calls.at(-1)?.tools.refresh();
  const jobs = await server.database.kysely
    .selectFrom('payment_attempts')
    .select('checked_at')
    .where('attempt_id', '=', attemptId)
    .executeTakeFirstOrThrow();
  expect(jobs.checked_at).not.toBeNull();
});
