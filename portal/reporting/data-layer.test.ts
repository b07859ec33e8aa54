import { expect, test } from 'vitest';
import { createStorage } from '#portal/storage.ts';
import type { ConsentStatus } from './consent.ts';
import { createDataLayer } from './data-layer.ts';

type Entry = Record<string, unknown>;

function start(digest: ((text: string) => Promise<string>) | undefined = async (text) => `hash of ${text}`) {
  const page: { dataLayer?: unknown[] } = {};
  const choice: { status: ConsentStatus } = { status: 'granted' };
  const kept = createStorage(() => {
    throw new Error('blocked');
  });
  const layer = createDataLayer({ page, consent: () => choice.status, kept, digest });
  return { page, choice, layer, entries: () => (page.dataLayer ?? []) as Entry[] };
}

test.each(['unknown', 'denied'] as const)('drops events while consent is %s, without keeping them', async (status) => {
  const { page, choice, layer, entries } = start();
  choice.status = status;
  await layer.push('login', { accountId: 'a', method: 'game_temp_token' });
  expect(page.dataLayer).toBeUndefined();
  choice.status = 'granted';
  await layer.push('site_share', {});
  expect(entries().map(({ event }) => event)).toEqual(['site_share']);
});

test('pushes ids as hashes made for this reader alone', async () => {
  const { layer, entries } = start();
  await layer.push('login', { accountId: 'account', userId: 'user', method: 'game_temp_token' });
  expect(entries()[0]).toMatchObject({
    event: 'login',
    account_id: 'hash of tag-manager:account',
    user_id: 'hash of tag-manager:user',
    method: 'game_temp_token',
  });
});

test('says with every event who is here and what is played, unless the event says it itself', async () => {
  const { layer, entries } = start();
  layer.setContext({ accountId: 'ada', game: 'miner' });
  layer.setContext({ userId: 'g-1' });
  await layer.push('sdk_language_changed', { language: 'de' });
  await layer.push('login', { accountId: 'bob' });
  const pushed = layer.push('site_share', {});
  layer.setContext({ accountId: undefined, userId: undefined, game: undefined });
  await pushed;
  await layer.push('site_share', {});
  const id = (name: string) => `hash of tag-manager:${name}`;
  expect(entries().map(({ account_id, user_id, game }) => [account_id, user_id, game])).toEqual([
    [id('ada'), id('g-1'), 'miner'],
    [id('bob'), id('g-1'), 'miner'],
    [id('ada'), id('g-1'), 'miner'],
    [undefined, undefined, undefined],
  ]);
});

test('leaves ids out where the browser cannot hash', async () => {
  const page: { dataLayer?: unknown[] } = {};
  const { kept } = { kept: createStorage(() => Object.create(null)) };
  const layer = createDataLayer({ page, consent: () => 'granted', kept, digest: undefined });
  await layer.push('login', { accountId: 'account' });
  expect(JSON.stringify(page.dataLayer)).not.toContain('account"');
});

test('overwrites what the event before has left in the model', async () => {
  const { layer, entries } = start();
  await layer.push('site_purchase_requested', { sku: 'gems-100', value: 4.99, currency: 'EUR' });
  await layer.push('site_share', {});
  expect(Object.keys(entries()[1] ?? {})).toEqual(Object.keys(entries()[0] ?? {}));
  expect(entries()[1]?.['value']).toBeUndefined();
});

test('pushes in order, whatever takes long', async () => {
  let release = (): void => undefined;
  const slow = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { layer, entries } = start(async (text) => {
    await slow;
    return text;
  });
  const first = layer.push('login', { accountId: 'a' });
  const second = layer.push('sdk_game_started', {});
  release();
  await Promise.all([first, second]);
  expect(entries().map(({ event }) => event)).toEqual(['login', 'sdk_game_started']);
});

test('pushes nothing when consent is taken back while it hashes', async () => {
  const held: { choice?: { status: ConsentStatus } } = {};
  const { choice, layer, page } = start(async (text) => {
    if (held.choice) held.choice.status = 'denied';
    return text;
  });
  held.choice = choice;
  await layer.push('login', { accountId: 'a' });
  expect(page.dataLayer).toBeUndefined();
});

test('goes on after an event that could not be pushed', async () => {
  const { layer, entries } = start(() => Promise.reject(new Error('no digest')));
  await expect(layer.push('login', { accountId: 'a' })).rejects.toThrow('no digest');
  await layer.push('site_share', {});
  expect(entries()).toHaveLength(1);
});

test('tells of a finished purchase once for each order', async () => {
  const { layer, entries } = start();
  await layer.push('sdk_product_purchase_completed', { transactionId: '1' });
  await layer.push('sdk_product_purchase_completed', { transactionId: '1' });
  await layer.push('sdk_product_purchase_completed', { transactionId: '2' });
  await layer.push('sdk_product_purchase_requested', { transactionId: '2' });
  await layer.push('sdk_product_purchase_requested', { transactionId: '2' });
  expect(entries().map((entry) => entry['transaction_id'])).toEqual(['1', '2', '2', '2']);
});

test('does not grow for ever, and stays the same array', async () => {
  const { page, layer, entries } = start();
  await layer.push('login', {});
  const array = page.dataLayer;
  for (let count = 0; count < 400; count += 1) await layer.push('site_share', {});
  expect(page.dataLayer).toBe(array);
  expect(entries()).toHaveLength(300);
});

test('tells the tag manager of consent, and of no consent only where there is something to tell', () => {
  const { page, layer } = start();
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
