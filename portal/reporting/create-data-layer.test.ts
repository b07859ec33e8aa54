import { expect, test } from 'vitest';
import { createStorage } from '#portal/storage.ts';
import type { ConsentStatus } from './consent.ts';
import { createDataLayer, type DataLayerDeps } from './create-data-layer.ts';

type Entry = Record<string, unknown>;

const inMemory = () =>
  createStorage(() => {
    throw new Error('blocked');
  });

function start({
  digest = async (text: string) => `hash of ${text}`,
  ...rest
}: Partial<Pick<DataLayerDeps, 'digest' | 'email' | 'unread'>> = {}) {
  const page: { dataLayer?: unknown[] } = {};
  const choice: { status: ConsentStatus } = { status: 'granted' };
  const layer = createDataLayer({ page, consent: () => choice.status, kept: inMemory(), digest, ...rest });
  const entries = () => ((page.dataLayer ?? []) as Entry[]).filter((entry) => 'event' in entry);
  return { page, choice, layer, entries };
}

test.each(['unknown', 'denied'] as const)('drops events while consent is %s, without keeping them', async (status) => {
  const { choice, layer, entries } = start();
  choice.status = status;
  await layer.push('login', { accountId: 'a', method: 'game_temp_token' });
  expect(entries()).toEqual([]);
  choice.status = 'granted';
  await layer.push('site_share', {});
  expect(entries().map(({ event }) => event)).toEqual(['site_share']);
});

test('pushes the ids as specified, and no email address', async () => {
  const { layer, entries } = start();
  await layer.push('login', { accountId: 'account', userId: 'user', email: 'ada@mail.example', method: 'email' });
  expect(entries()).toEqual([
    expect.objectContaining({ event: 'login', account_id: 'account', user_id: 'user', method: 'email' }),
  ]);
  expect(JSON.stringify(entries())).not.toContain('ada');
});

test('pushes the email address as configured', async () => {
  const address = { email: ' Ada@Mail.example ' };
  const plain = start({ email: 'plain' });
  await plain.layer.push('login', address);
  expect(plain.entries()[0]).toMatchObject({ email: 'ada@mail.example', sha256_email_address: undefined });
  const hashed = start({ email: 'hashed' });
  await hashed.layer.push('login', address);
  await hashed.layer.push('site_share', {});
  expect(hashed.entries()[0]).toMatchObject({ email: undefined, sha256_email_address: 'hash of ada@mail.example' });
  expect(hashed.entries()[1]).toMatchObject({ sha256_email_address: undefined });
});

test("omits the hashed email address if the browser can't hash", async () => {
  const page: { dataLayer?: unknown[] } = {};
  const layer = createDataLayer({
    page,
    consent: () => 'granted',
    kept: inMemory(),
    email: 'hashed',
    digest: undefined,
  });
  await layer.push('login', { email: 'ada@mail.example' });
  expect(page.dataLayer).toHaveLength(2);
  expect(JSON.stringify(page.dataLayer)).not.toContain('ada');
});

test('keeps events for the next page until a tag manager has read them', async () => {
  const unread = inMemory();
  const first = start({ unread });
  await first.layer.push('login', { accountId: 'ada', method: 'game_temp_token' });
  await first.layer.push('site_purchase_requested', { sku: 'gems' });
  const second = start({ unread });
  expect(second.entries()).toEqual(first.entries());
  second.layer.startTags(5);
  second.layer.endUnread();
  await second.layer.push('site_share', {});
  expect(start({ unread }).entries()).toEqual([]);
  expect(second.entries().map(({ event }) => event)).toEqual([
    'login',
    'site_purchase_requested',
    'gtm.js',
    'site_share',
  ]);
});

test('deletes stored events when consent is withdrawn, and ignores foreign entries', async () => {
  const unread = inMemory();
  const { layer } = start({ unread });
  await layer.push('site_share', {});
  layer.pushConsent('denied');
  expect(start({ unread }).entries()).toEqual([]);
  for (const odd of ['{', '{"length":1}', '[null,3]']) {
    unread.set('UnreadTags', odd);
    expect(start({ unread }).entries()).toEqual([]);
  }
});

test('overwrites the values of the previous event', async () => {
  const { layer, entries } = start();
  await layer.push('site_purchase_requested', { sku: 'gems-100', value: 4.99, currency: 'EUR' });
  await layer.push('site_share', {});
  expect(Object.keys(entries()[1] ?? {})).toEqual(Object.keys(entries()[0] ?? {}));
  expect(entries()[1]?.['value']).toBeUndefined();
});

test('pushes in order, even if an event takes long', async () => {
  let release = (): void => undefined;
  const slow = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { layer, entries } = start({
    email: 'hashed',
    digest: async (text) => {
      await slow;
      return text;
    },
  });
  const first = layer.push('login', { email: 'a@mail.example' });
  const second = layer.push('sdk_game_started', {});
  release();
  await Promise.all([first, second]);
  expect(entries().map(({ event }) => event)).toEqual(['login', 'sdk_game_started']);
});

test('pushes nothing if consent is withdrawn during hashing', async () => {
  const held: { choice?: { status: ConsentStatus } } = {};
  const { choice, layer, entries } = start({
    email: 'hashed',
    digest: async (text) => {
      if (held.choice) held.choice.status = 'denied';
      return text;
    },
  });
  held.choice = choice;
  await layer.push('login', { email: 'a@mail.example' });
  expect(entries()).toEqual([]);
});

test("continues after an event that couldn't be pushed", async () => {
  const { layer, entries } = start({ email: 'hashed', digest: () => Promise.reject(new Error('no digest')) });
  await expect(layer.push('login', { email: 'a@mail.example' })).rejects.toThrow('no digest');
  await layer.push('site_share', {});
  expect(entries()).toHaveLength(1);
});

test('reports a completed purchase once per order', async () => {
  const { layer, entries } = start();
  await layer.push('sdk_product_purchase_completed', { transactionId: '1' });
  await layer.push('sdk_product_purchase_completed', { transactionId: '1' });
  await layer.push('sdk_product_purchase_completed', { transactionId: '2' });
  await layer.push('sdk_product_purchase_requested', { transactionId: '2' });
  await layer.push('sdk_product_purchase_requested', { transactionId: '2' });
  expect(entries().map((entry) => entry['transaction_id'])).toEqual(['1', '2', '2', '2']);
});

test('has a limited length, and stays the same array', async () => {
  const { page, layer } = start();
  await layer.push('login', {});
  const array = page.dataLayer;
  for (let count = 0; count < 400; count += 1) await layer.push('site_share', {});
  expect(page.dataLayer).toBe(array);
  expect(page.dataLayer).toHaveLength(300);
});

test('reports consent to the tag manager, and a denial only after an earlier consent', () => {
  const page: { dataLayer?: unknown[] } = {};
  const layer = createDataLayer({ page, consent: () => 'unknown', kept: inMemory(), digest: undefined });
  layer.pushConsent('denied');
  expect(page.dataLayer).toBeUndefined();
  layer.pushConsent('granted');
  layer.pushConsent('denied');
  const commands = (page.dataLayer ?? []) as ArrayLike<unknown>[];
  expect(commands.map((command) => Object.prototype.toString.call(command))).toEqual([
    '[object Arguments]',
    '[object Arguments]',
  ]);
  expect(Array.from(commands[1] ?? [])).toEqual([
    'consent',
    'update',
    expect.objectContaining({ ad_storage: 'denied' }),
  ]);
});
