import { describe, expect, it } from 'vitest';
import type { OrderQueryReply, Webhook, WebhookResult } from '#model/payment-operations.server.ts';
import type { ProvedIdentity } from '#model/proof.ts';
import { createSamplePayment } from '../kit/testing/sample-payment.server.ts';
import { createTestTools } from '../kit/testing/tools.server.ts';
import { createTestVendorHost, type VendorResponses } from '../kit/testing/vendor-host.server.ts';
import { adapter } from './adapter.server.ts';
import { signRequest } from './simulator.server.ts';
import { verify } from './verify.server.ts';

const { payments } = adapter;
if (!payments) throw new Error('The adapter has no payments.');

type Settings = Parameters<typeof verify>[1]['settings'];

// The reference's key and two requests, for a game that doesn't exist.
const ApiKey = '11111111-2222-3333-4444-555555555555';
const vectors = {
  request:
    'qqb0bH4hlXcDtkEsAynrnpKLhWCYIb-AFd7IrXCVaQU.eyJhbGdvcml0aG0iOiJITUFDLVNIQTI1NiIsImV2ZW50IjoiaXRlbV9vcmRlcl9yZXF1ZXN0IiwiZ2FtZV9pZCI6OTAyMTAsImJ1eWVyX2lkIjoxMjM0NTY3LCJyZWNpcGllbnRfaWQiOjEyMzQ1NjcsIm9yZGVyX2lkIjo1NTUwMDEsIm9yZGVyX2luZm8iOiJvcmQ3ZjNhOWMyMSJ9',
  placed:
    'a1sEnVe8ujgAgj2LGMM1nJBduutDb1jEg0zHiwci5-Q.eyJhbGdvcml0aG0iOiJITUFDLVNIQTI1NiIsImV2ZW50IjoiaXRlbV9vcmRlcl9wbGFjZWQiLCJnYW1lX2lkIjo5MDIxMCwiYnV5ZXJfaWQiOjEyMzQ1NjcsInJlY2lwaWVudF9pZCI6MTIzNDU2Nywib3JkZXJfaWQiOjU1NTAwMSwib3JkZXJfaW5mbyI6Im9yZDdmM2E5YzIxIn0',
};
const orderId = '6f5c1a57-2f50-4d59-8a53-0e9a4a4f0c11';
const settings: Settings = { ApiKey, ItemImageUrl: 'https://play.example/item.png' };
const hostWith = (given: VendorResponses = {}, more: Partial<Settings> = {}) =>
  createTestVendorHost<Settings>({ ...settings, ...more }, given);
const refused = { outcome: 'refused', reason: expect.any(String) as string };

describe('a login', () => {
  const login = { UserId: '1234567', UserName: 'somebody', Token: 'a token', IsGuest: false };
  const answer = { success: true, username: 'SamplePlayer', user_id: 1_234_567 };

  it('is confirmed by Kongregate, whose name is used', async () => {
    const host = hostWith({ answers: [answer] });
    expect(await verify(login, host)).toEqual({
      outcome: 'proved',
      proof: { identity: { type: 'Kongregate', externalId: '1234567' }, name: 'SamplePlayer' },
      guest: false,
    });
    const { origin, pathname, searchParams } = new URL(host.asked[0]?.url ?? '');
    expect(origin + pathname).toBe('https://api.kongregate.com/api/authenticate.json');
    expect(Object.fromEntries(searchParams)).toEqual({
      user_id: '1234567',
      game_auth_token: 'a token',
      api_key: ApiKey,
    });
  });

  it.each([
    ['the credentials are wrong', { success: false, error: 403, error_description: 'Invalid credentials' }],
    ['Kongregate proves another player', { ...answer, user_id: 1_234_568 }],
  ])('is refused when %s', async (_, answered) => {
    expect(await verify(login, hostWith({ answers: [answered] }))).toEqual(refused);
  });

  it.each([
    [{ http: 503 }],
    [{ success: false, error: 400, error_description: 'required parameters' }],
    [{ success: true }],
    [null],
  ])('is retried, and doesn’t become a guest, after %j', async (answered) => {
    await expect(verify(login, hostWith({ answers: [answered] }))).rejects.toThrow(
      /^(?!.*(a token|11111111)).*Kongregate/,
    );
  });

  it.each([
    [{ UserId: '0', IsGuest: true }, { outcome: 'guest' }],
    [{ UserId: '0', IsGuest: false }, refused],
    [{ UserId: '1234567', IsGuest: true }, refused],
    [{ UserId: '01', Token: 'a token', IsGuest: false }, refused],
    [{ UserId: '1234567', IsGuest: false }, refused],
  ])('%j is judged without a request', async (given, verdict) => {
    const host = hostWith();
    expect(await verify(given, host)).toEqual(verdict);
    expect(host.asked).toEqual([]);
  });
});

const order = { game_id: 90_210, buyer_id: 1_234_567, recipient_id: 1_234_567, order_id: 555_001 };
const question = { orderId, payerId: '1234567', amountMinor: 24, currency: 'KRD' };
const noItem = { status: 200, body: { error: expect.stringContaining('no longer') as string } };
const canceled = { status: 200, body: { state: 'canceled' } };

const webhookOf = (fields: Readonly<Record<string, string>>): Webhook => ({
  body: Buffer.from(new URLSearchParams(fields).toString()),
  headers: {},
  remoteAddress: '127.0.0.1',
});
const read = (fields: Readonly<Record<string, string>>, more?: Partial<Settings>) =>
  payments.parseWebhook(webhookOf(fields), hostWith({}, more));
const readEvent = (event: string, changed: object = {}, more?: Partial<Settings>) => {
  const payload = { algorithm: 'HMAC-SHA256', event, ...order, order_info: `${orderId}:24`, ...changed };
  return read({ signed_request: signRequest(payload, ApiKey) }, more);
};
const answerOf = async (reading: ReturnType<typeof readEvent>, end: WebhookResult) => {
  const found = await reading;
  if (found.outcome !== 'events') throw new Error(`It is read as ${found.outcome}`);
  return { events: found.events, answer: found.answer?.(end) };
};

describe('a callback', () => {
  it.each([
    ['request', noItem],
    ['placed', canceled],
  ] as const)('of the documentation is signed with its key, and has no order of ours: %s', async (name, answer) => {
    expect(await answerOf(read({ signed_request: vectors[name] }), 'done')).toEqual({ events: [], answer });
    const other = { ApiKey: ApiKey.replace('1', '2') };
    expect(await read({ signed_request: vectors[name] }, other)).toEqual(refused);
  });

  it('queries the item, and gets it without empty fields', async () => {
    const reading = await readEvent('item_order_request');
    if (reading.outcome !== 'order-query') throw new Error(`It is read as ${reading.outcome}`);
    expect(reading.question).toEqual(question);
    const asked: OrderQueryReply = {
      orderId,
      sku: 'gems-100',
      name: 'A hundred gems',
      description: ' ',
      imageUrl: 'http://gem-miner.localhost/gems.png',
      amountMinor: 24,
      currency: 'KRD',
    };
    const item = { name: 'A hundred gems', description: 'A hundred gems', price: 24 };
    const itemOf = (image_url: string) => ({ status: 200, body: { items: [{ ...item, image_url }] } });
    expect(reading.answer(asked)).toEqual(itemOf('https://play.example/item.png'));
    const imageUrl = 'https://cdn.example/gems.png';
    expect(reading.answer({ ...asked, imageUrl })).toEqual(itemOf(imageUrl));
    expect(reading.answer(undefined)).toEqual(noItem);
  });

  it('of a placed order reports a payment by this player at this price, and takes the Kreds', async () => {
    const reading = await readEvent('item_order_placed');
    const money = { transactionId: '555001', amountMinor: 24, currency: 'KRD', isTest: false };
    expect(reading).toMatchObject({
      events: [{ kind: 'paid', dedupKey: 'placed:555001', orderId, ...money }],
      question,
    });
  });

  it.each([
    ['done', { status: 200, body: { state: 'completed' } }],
    ['retry', { status: 503 }],
    ['mismatch', canceled],
    ['unknown-order', canceled],
  ] as const)('of an order that ended as %s gets the matching reply', async (end, answer) => {
    expect((await answerOf(readEvent('item_order_placed'), end)).answer).toEqual(answer);
  });

  it.each([[{ IsTest: true }], [{ Testers: ['1234567'] }]])('is a test with %j', async (more) => {
    expect(await readEvent('item_order_placed', {}, more)).toMatchObject({ events: [{ isTest: true }] });
  });

  it.each([
    [{ recipient_id: 765 }],
    [{ order_info: orderId }],
    [{ order_info: `${orderId}:0` }],
    [{ order_info: `${orderId}:-24` }],
    [{ order_info: `${orderId}:24:1` }],
    [{ order_info: '' }],
  ])('with %j sells nothing', async (changed) => {
    expect(await answerOf(readEvent('item_order_request', changed), 'done')).toEqual({ events: [], answer: noItem });
    expect(await answerOf(readEvent('item_order_placed', changed), 'done')).toEqual({ events: [], answer: canceled });
  });

  it.each([[{ order_id: 'x' }], [{ buyer_id: 0 }], [{ event: 'item_order_gift' }]])(
    'with %j is ignored',
    async (changed) => {
      expect(await readEvent('item_order_placed', changed)).toEqual({ outcome: 'ignored' });
    },
  );

  it('about an inventory needs the key, and changes nothing', async () => {
    const event = { event: 'invalidate_user_inventory', user_id: '1234567', time: '1' };
    expect(await read({ ...event, api_key: ApiKey })).toEqual({ outcome: 'ignored' });
    expect(payments.buildWebhookReply('done')).toEqual({ status: 200 });
    expect(await read({ ...event, api_key: `${ApiKey}x` })).toEqual(refused);
    expect(payments.buildWebhookReply('refused')).toEqual({ status: 403 });
  });
});

describe('an order', () => {
  const payment = createSamplePayment({ orderId, currency: 'KRD' });

  it('is passed to the dialog with its price, and no request is sent to Kongregate', async () => {
    const host = hostWith();
    expect(await payments.create(payment, host)).toEqual({
      outcome: 'created',
      reply: { OrderInfo: `${orderId}:24` },
    });
    expect(host.asked).toEqual([]);
  });

  it.each([
    [{ currency: 'USD' }],
    [{ amountMinor: 0 }],
    [{ buyer: { ...payment.buyer, externalId: '7e0f3b0c-6f6b-4a51-a5a0-1e1f0f0d0c0b' } }],
  ])('is not created with %j: Kreds only, and not for guests', async (changed) => {
    expect(await payments.create({ ...payment, ...changed }, hostWith())).toEqual(refused);
  });
});

describe('friends', () => {
  const callAs = (caller: ProvedIdentity | undefined, given: VendorResponses) => {
    const host = hostWith(given);
    const tools = { ...createTestTools(), caller: async () => caller };
    return { host, listing: adapter.calls.friends({ Game: 'gem-miner' }, host, tools) };
  };
  const ada = { type: 'Kongregate', externalId: '1234567' };

  it('are described fifty at a time, with a picture where there is one', async () => {
    const friend_ids = Array.from({ length: 51 }, (_, at) => at + 1);
    const users = [
      { user_id: 1, username: 'ap_u', user_vars: { avatar_url: 'https://cdn3.kongregate.com/bug.jpg' } },
      { user_id: 2, username: 'llbundle', avatar_url: 'https://cdn3.kongregate.com/ant.jpg' },
      { user_id: 3, username: 'anthony', user_vars: { avatar_url: null } },
    ];
    const answers = [
      { success: true, private: false, friend_ids },
      { success: true, users },
      { success: true, users: [] },
    ];
    const { host, listing } = callAs(ada, { answers });
    expect(await listing).toEqual({
      Friends: [
        { UserId: '1', UserName: 'ap_u', AvatarUrl: 'https://cdn3.kongregate.com/bug.jpg' },
        { UserId: '2', UserName: 'llbundle', AvatarUrl: 'https://cdn3.kongregate.com/ant.jpg' },
        { UserId: '3', UserName: 'anthony' },
      ],
    });
    const asked = host.asked.map(({ url }) => Object.fromEntries(new URL(url).searchParams));
    expect(asked).toEqual([
      { user_id: '1234567', friends: 'true' },
      { user_ids: friend_ids.slice(0, 50).join(',') },
      { user_ids: '51' },
    ]);
  });

  it.each([[undefined], [{ type: 'KongregateGuest', externalId: 'a' }]])('are empty for %j', async (caller) => {
    const { host, listing } = callAs(caller, {});
    expect(await listing).toEqual({ Friends: [] });
    expect(host.asked).toEqual([]);
  });

  it('of a private profile are empty, and unreadable ones are the provider’s error', async () => {
    expect(await callAs(ada, { answers: [{ success: true, private: true, friend_ids: [] }] }).listing).toEqual({
      Friends: [],
    });
    const { host, listing } = callAs(ada, { answers: [{ http: 502 }] });
    await expect(listing).rejects.toMatchObject({ code: 'ProviderUnavailable' });
    expect(host.warned).toHaveLength(1);
  });
});
