import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { PaymentMethod } from '#model/payment-methods.ts';
import type { ProviderManifest } from '#payments/port.ts';
import { createMoneyTestApp, soldGame, soldSku, type MoneyTestApp } from '#server/testing/create-money-test-app.ts';
import { createTestProvider, type TestProvider } from '#server/testing/test-provider.ts';

let server: MoneyTestApp;
const first = change(createTestProvider(0), {});
const second = change(createTestProvider(1), {});

function change(provider: TestProvider, manifest: Partial<ProviderManifest>): TestProvider {
  const { loaded } = provider;
  Object.assign(loaded.manifest, { platforms: undefined }, manifest);
  return provider;
}

beforeAll(async () => {
  server = await createMoneyTestApp([first, second]);
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(() => {
  for (const provider of [first, second]) {
    provider.trouble = {};
    provider.refuses = false;
    provider.calls.open = 0;
    change(provider, { amounts: {}, paymentMethods: [{ method: 'Card' }] });
  }
});

const down = { open: async () => Promise.reject(new Error('down')) };
const pass = (seconds: number): void => {
  server.clock.now = new Date(server.clock.now.getTime() + seconds * 1000);
};
const buy = (more: object = {}) =>
  server.client(server.token).store.createPayment({
    Game: soldGame,
    Sku: soldSku,
    WebPublishingPlatform: 'FxId',
    IdempotencyKey: randomUUID(),
    ...more,
  });
const keyOf = ({ loaded }: TestProvider): string => loaded.manifest.paymentReply?.key ?? '';
const takerOf = (result: object): 'first' | 'second' | undefined => {
  if (keyOf(first) in result) return 'first';
  return keyOf(second) in result ? 'second' : undefined;
};
const storyOf = async (orderId: string) =>
  (
    await server.database.kysely
      .selectFrom('order_events')
      .select(['kind', 'detail'])
      .where('order_id', '=', orderId)
      .orderBy('position')
      .execute()
  ).map(({ kind, detail }) => [kind, (detail as { provider?: string }).provider].filter(Boolean).join(' '));
const numbers = async (): Promise<string> => (await server.app.inject('/metrics')).body;

test('a failing provider is skipped, tried again with one payment, and used once it responds', async () => {
  first.trouble = down;
  for (let times = 0; times < 3; times += 1) {
    const result = await buy();
    expect(takerOf(result)).toBe('second');
    expect(await storyOf(result.TransactionId)).toContain(`payment-not-opened ${first.loaded.folder}`);
  }
  expect(first.calls.open).toBe(3);

  const passing = await buy();
  expect(takerOf(passing)).toBe('second');
  expect(first.calls.open).toBe(3);
  const story = await storyOf(passing.TransactionId);
  expect(story.slice(0, 2)).toEqual(['created', `provider-skipped ${first.loaded.folder}`]);
  expect(story).toContain(`payment-opened ${second.loaded.folder}`);
  expect(passing.Providers).toMatchObject([
    { Id: second.loaded.manifest.id },
    { Id: first.loaded.manifest.id, IsDegraded: true },
  ]);
  expect(passing.Providers?.[0]).not.toHaveProperty('IsDegraded');
  const methods = passing.PaymentMethods ?? [];
  expect(new Set(methods.map(({ Method }) => Method)).size).toBe(methods.length);
  expect(methods.find(({ Method }) => Method === 'Card')).toEqual({
    Method: 'Card',
    Provider: second.loaded.manifest.id,
  });
  const text = await numbers();
  expect(text).toContain(`fxid_providers_failing{provider="${first.loaded.folder}"} 1`);
  expect(text).toContain(`fxid_providers_skipped_total{provider="${first.loaded.folder}"} 1`);
  expect(text).toContain(`fxid_payments_opened_total{provider="${first.loaded.folder}",outcome="failed"} 3`);

  pass(61);
  expect(takerOf(await buy())).toBe('second');
  expect(first.calls.open).toBe(4);
  await buy();
  expect(first.calls.open).toBe(4);

  pass(61);
  const answering = Promise.withResolvers<void>();
  first.trouble = { open: () => answering.promise };
  const trial = buy();
  await vi.waitFor(() => expect(first.calls.open).toBe(5));
  expect(takerOf(await buy())).toBe('second');
  expect(first.calls.open).toBe(5);
  answering.resolve();
  expect(takerOf(await trial)).toBe('first');
  const well = await buy();
  expect(takerOf(well)).toBe('first');
  expect(await storyOf(well.TransactionId)).not.toContain(`provider-skipped ${first.loaded.folder}`);
  expect(await numbers()).not.toContain(`fxid_providers_failing{provider="${first.loaded.folder}"}`);
});

test('a buyer can choose the failing provider, and an order with a payment there keeps it', async () => {
  const opened = await buy();
  expect(takerOf(opened)).toBe('first');
  first.trouble = down;
  for (let times = 0; times < 3; times += 1) await buy();
  const { id } = first.loaded.manifest;
  await expect(buy({ Provider: id })).rejects.toMatchObject({ code: 'ProviderUnavailable' });
  first.trouble = {};
  const again = await buy({ PublicOrderId: opened.TransactionId });
  expect(takerOf(again)).toBe('first');
  expect(await storyOf(opened.TransactionId)).not.toContain(`provider-skipped ${first.loaded.folder}`);
  const wished = await buy({ Provider: id });
  expect(takerOf(wished)).toBe('first');
  expect(takerOf(await buy())).toBe('first');
});

test('if all providers fail, the one that has failed longest is tried', async () => {
  second.trouble = down;
  const { id } = second.loaded.manifest;
  for (let times = 0; times < 3; times += 1) await buy({ Provider: id }).catch(() => undefined);
  pass(1);
  first.trouble = down;
  for (let times = 0; times < 3; times += 1) await buy().catch(() => undefined);
  first.calls.open = 0;
  second.calls.open = 0;
  second.trouble = {};
  const result = await buy();
  expect(takerOf(result)).toBe('second');
  expect([first.calls.open, second.calls.open]).toEqual([0, 1]);
  expect(await storyOf(result.TransactionId)).not.toContain(`provider-skipped ${first.loaded.folder}`);
  first.trouble = {};
  await buy({ Provider: first.loaded.manifest.id });
});

test("a rejection doesn't count as a failure", async () => {
  first.refuses = true;
  for (let times = 0; times < 4; times += 1) expect(takerOf(await buy())).toBe('second');
  expect(first.calls.open).toBe(4);
});

test("a provider that doesn't accept the amount is neither tried nor offered", async () => {
  change(first, { amounts: { USD: { minMinor: 100_000 }, RUB: { minMinor: 1 } } });
  const result = await buy({ Currency: 'USD' });
  expect(takerOf(result)).toBe('second');
  expect(result.Providers?.map(({ Id }) => Id)).toEqual([second.loaded.manifest.id]);
  change(second, { amounts: { USD: { minMinor: 100_000 } } });
  await expect(buy({ Currency: 'USD' })).rejects.toMatchObject({ code: 'NotConfigured' });
});

test('a provider without payment methods in the buyer’s country is not tried; the one with most comes first', async () => {
  const only = (...countries: string[]) => [{ method: 'Card' as PaymentMethod, countries }];
  change(first, { paymentMethods: only('JP') });
  expect(takerOf(await buy({ Country: 'DEU', Currency: 'USD' }))).toBe('second');
  expect(takerOf(await buy({ Country: 'JPN', Currency: 'USD' }))).toBe('first');
  change(first, { currencies: ['USD'], paymentMethods: [{ method: 'Card' }] });
  change(second, { currencies: ['USD'], paymentMethods: [{ method: 'Card' }, { method: 'Sbp', countries: ['DE'] }] });
  expect(takerOf(await buy({ Country: 'DEU', Currency: 'USD' }))).toBe('second');
  expect(takerOf(await buy({ Country: 'JPN', Currency: 'USD' }))).toBe('first');
});
