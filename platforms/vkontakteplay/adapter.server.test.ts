// The examples are published ones, recomputed by hand.
import { describe, expect, it } from 'vitest';
import { signSortedParams } from '#kit/sorted-signature.server.ts';
import type { Webhook } from '#model/payment-operations.server.ts';
import { createSamplePayment, createSampleRefund } from '../kit/testing/sample-payment.server.ts';
import { createTestVendorHost, type VendorResponses } from '../kit/testing/vendor-host.server.ts';
import { adapter } from './adapter.server.ts';
import { createBillingCallback } from './simulator.server.ts';
import { verify } from './verify.server.ts';

const settings = { AppId: '45000', Secret: 'VKPlayTestSecret01' };
const token = { QueryString: '', Uid: '77000001', Hash: '0123456789abcdef0123456789abcdef' };
const proved = { outcome: 'proved', proof: { identity: { type: 'VkontaktePlay', externalId: '77000001' } } };

const { payments } = adapter;
if (!payments) throw new Error('VK Play takes money.');

const hostWith = (more: object = {}, answers: VendorResponses = {}) =>
  createTestVendorHost({ ...settings, ...more }, { answers: [{ status: 'ok' }], ...answers });

describe('a token', () => {
  it.each(['203.0.113.7', '::ffff:203.0.113.7'])(
    'is confirmed for the IP address %s, and signed',
    async (callerAddress) => {
      const host = { ...hostWith(), callerAddress };
      expect(await verify(token, host)).toMatchObject({ ...proved, guest: false });
      const query = `uid=77000001&hash=${token.Hash}&ip=203.0.113.7&sign=fc8126e67032b0f86c24ee850ac20c8a`;
      expect(host.asked.map(({ url }) => url)).toEqual([`https://vkplay.ru/app/45000/gas?${query}`]);
    },
  );

  it('counts as used for a day once VK Play has confirmed it', async () => {
    const spent: unknown[] = [];
    const consumeOnce = async (proof: string, until: Date) => spent.push([proof, until]) === 1;
    const now = new Date('2026-01-01T12:00:00Z');
    const host = { ...hostWith({}, { answers: [{ status: 'ok' }, { status: 'ok' }], now }), consumeOnce };
    expect(await verify(token, host)).toMatchObject(proved);
    expect(await verify(token, host)).toMatchObject({ outcome: 'refused' });
    expect(spent[0]).toEqual([token.Hash, new Date('2026-01-02T12:00:00Z')]);
  });

  it.each([200, 403])('that is unknown to VK Play, with status %s, proves no player', async (http) => {
    const no = { http, status: 'error', errcode: 13, errmsg: `no ${token.Hash}` };
    const host = { ...hostWith({}, { answers: [no] }), consumeOnce: () => expect.unreachable() };
    const verdict = await verify(token, host);
    expect(verdict).toEqual({ outcome: 'refused', reason: 'VK Play does not confirm the token: error 13.' });
  });

  it.each([{ http: 500, status: 'error', errcode: 1 }, { http: 403 }, { status: 'maybe' }, null])(
    'throws if VK Play answers %j, because it may be valid',
    async (answer) => {
      await expect(verify(token, hostWith({}, { answers: [answer] }))).rejects.toThrow('VK Play');
    },
  );

  it.each([
    ['no player', { Uid: '' }],
    ['a player id that is not a number', { Uid: '7&hash=1' }],
    ['characters of a query string', { Hash: 'a&uid=1' }],
  ])('with %s is refused without a request', async (_, change) => {
    const host = hostWith();
    expect(await verify({ ...token, ...change }, host)).toMatchObject({ outcome: 'refused' });
    expect(host.asked).toEqual([]);
  });
});

describe('the URL that VK Play signed', () => {
  const sign = (texts: Record<string, string>) =>
    new URLSearchParams({ ...texts, sign: signSortedParams(texts, settings.Secret, 'sign') }).toString();
  const texts = { appid: '45000', currency: 'RUB', lang: 'ru_RU', status: '2', uid: '77000001', version: '1' };
  const launch = sign({ ...texts, time: '1767225600' });
  const trusting = (now = new Date('2026-01-01T01:00:00Z'), more: object = {}) =>
    hostWith({ TrustLaunch: true, ...more }, { answers: [], now });

  it('is signed as in the published example', () => {
    expect(signSortedParams(texts, settings.Secret, 'sign')).toBe('20e52821ecc564fcfe912ef0450c5d0a');
  });

  it('is accepted alone only if an operator allows it', async () => {
    expect(await verify({ QueryString: launch }, hostWith())).toMatchObject({ outcome: 'refused' });
    expect(await verify({ QueryString: launch }, trusting())).toMatchObject(proved);
    expect(await verify({ QueryString: `?${launch}` }, trusting())).toMatchObject(proved);
  });

  it.each([
    ['another player', launch.replace('77000001', '77000002')],
    ['one more field', `${launch}&more=1`],
    ['another game', sign({ appid: '45001', time: '1767225600', uid: '77000001' })],
    ['no player', sign({ appid: '45000', time: '1767225600' })],
  ])('proves nothing with %s', async (_, QueryString) => {
    expect(await verify({ QueryString }, trusting())).toMatchObject({ outcome: 'refused' });
  });

  it('is never accepted instead of a token that was refused', async () => {
    const host = hostWith({ TrustLaunch: true }, { answers: [{ status: 'error' }] });
    expect(await verify({ ...token, QueryString: launch }, host)).toMatchObject({ outcome: 'refused' });
  });

  it.each([
    ['no time', texts],
    ['an empty time', { ...texts, time: '' }],
    ['a time that is not a number', { ...texts, time: 'now' }],
  ])('is refused with %s, whatever age is allowed', async (_, unsigned) => {
    const host = trusting(undefined, { MaxLaunchAgeS: 31_536_000 });
    expect(await verify({ QueryString: sign(unsigned) }, host)).toEqual({
      outcome: 'refused',
      reason: 'The launch has no time.',
    });
  });

  it('is refused once it is too old', async () => {
    const QueryString = sign({ appid: '45000', time: '1767225600', uid: '77000001' });
    const at = (text: string) => verify({ QueryString }, trusting(new Date(text)));
    expect(await at('2026-01-01T23:00:00Z')).toMatchObject(proved);
    expect(await at('2026-01-02T01:00:00Z')).toMatchObject({ outcome: 'refused' });
    expect(await at('2025-12-31T23:00:00Z')).toMatchObject({ outcome: 'refused' });
  });
});

it('signs the parameters of a purchase with the same rule', () => {
  const merchant_param =
    '{"amount":149,"currency":"RUB","description":"500 coins","ip":"203.0.113.7","item_id":"coins_500","uid":"77000001"}';
  expect(signSortedParams({ merchant_param }, settings.Secret, 'sign')).toBe('fbf88dd1d4b26941bac898239d59b0a4');
});

describe('a purchase', () => {
  it('is handled by the billing, or by the provider that the operator set', async () => {
    const moment = { game: 'gem-miner' };
    expect(await payments.paymentHandler?.(moment, hostWith())).toBe('platform');
    expect(await payments.paymentHandler?.(moment, hostWith({ Provider: 'MoneyMailRu' }))).toEqual({
      provider: 'MoneyMailRu',
    });
  });

  const request = { IpAddress: '{ip}', Uid: '100200300', Currency: 'RUB' };
  const create = (more: object = {}, block: object = {}) => {
    const payment = {
      ...createSamplePayment({ amountMinor: 14_950, currency: 'RUB', ...more }),
      request: { ...request, ...block },
    };
    return payments.create(payment, hostWith());
  };

  it("is prepared by the server, which adds the buyer's IP address", async () => {
    const opened = await create({ orderId: 'the-order', callerAddress: '::ffff:203.0.113.7' });
    if (opened.outcome !== 'created') throw new Error(opened.reason);
    expect(JSON.parse(opened.reply.MerchantParam)).toEqual({
      amount: 149.5,
      currency: 'RUB',
      description: 'A hundred gems',
      ip: '203.0.113.7',
      item_id: 'the-order',
      uid: '100200300',
    });
    const other = await create({ callerAddress: '203.0.113.7' }, { IpAddress: '198.51.100.1' });
    expect(JSON.stringify(other)).not.toContain('198.51.100.1');
  });

  it.each([
    ['another player', { Uid: '100200301' }],
    ['another currency', { Currency: 'USD' }],
  ])('is not created for %s', async (_, block) => {
    expect(await create({}, block)).toMatchObject({ outcome: 'refused' });
  });

  it('of a player not proved by VK Play is not created, and refunds are only made by hand', async () => {
    expect(await create({ buyer: { accountId: 'a', name: 'A' } })).toMatchObject({ outcome: 'refused' });
    const refund = createSampleRefund(createSamplePayment({}), '1');
    expect(await payments.refund(refund, hostWith())).toMatchObject({ outcome: 'refused' });
    expect(await payments.read(refund, hostWith())).toEqual({ events: [], isOver: false });
  });
});

describe('a billing callback', () => {
  const orderId = 'b7a1c0de-0000-4000-8000-000000000001';
  const paid = { appid: '45000', amount: '149.50', currency: 'RUB', item_id: orderId, uid: '77000001' };
  const sim = { Secret: 'simulatedVkPlaySecret' };
  const read = (webhook: Partial<Webhook>, more: object = sim) =>
    payments.parseWebhook(
      { body: Buffer.alloc(0), headers: {}, remoteAddress: '127.0.0.1', ...webhook },
      hostWith(more),
    );
  const posted = (texts: Record<string, string>): Partial<Webhook> => ({
    method: 'POST',
    body: Buffer.from(new URLSearchParams({ ...texts, sign: signSortedParams(texts, sim.Secret, 'sign') }).toString()),
  });

  it('has the same result by GET and by POST', async () => {
    const byPost = await read({ method: 'POST', body: Buffer.from(createBillingCallback(paid, 'POST').body) });
    const byGet = await read({ method: 'GET', query: new URLSearchParams(createBillingCallback(paid, 'GET').query) });
    expect(byGet).toEqual(byPost);
    const money = { orderId, amountMinor: 14_950, currency: 'RUB' };
    expect(byPost).toMatchObject({
      outcome: 'events',
      events: [{ kind: 'paid', transactionId: expect.stringMatching(/^\d+$/) as string, isTest: false, ...money }],
      question: { payerId: '77000001', ...money },
      mayBeCharged: true,
    });
    expect(await read(posted({ ...paid, tid: '7' }), { ...sim, IsTest: true })).toMatchObject({
      events: [{ isTest: true }],
    });
  });

  it('is signed with all its fields, including the IP address, and in one form only', async () => {
    const { query = '' } = createBillingCallback(paid, 'GET');
    for (const other of [query.replace('203.0.113.7', '203.0.113.8'), `${query}&uid=1`, `${query}&more=1`])
      expect(await read({ method: 'GET', query: new URLSearchParams(other) })).toMatchObject({ outcome: 'refused' });
    // The body of a GET and the query of a POST are ignored.
    expect(await read({ method: 'GET', body: Buffer.from(query) })).toMatchObject({ outcome: 'refused' });
    expect(await read({ method: 'POST', query: new URLSearchParams(query) })).toMatchObject({ outcome: 'refused' });
  });

  it('uses the field names that an operator set', async () => {
    const names = {
      Transaction: 'transaction',
      Payer: 'user',
      Amount: 'sum',
      Currency: 'valuta',
      Order: 'order',
      App: 'gmrid',
    };
    const texts = { transaction: '7', user: '77000001', sum: '149.5', valuta: 'RUB', order: orderId, gmrid: '45000' };
    expect(await read(posted(texts), { ...sim, BillingFields: names })).toMatchObject({
      events: [{ transactionId: '7', orderId, amountMinor: 14_950 }],
      question: { payerId: '77000001' },
    });
  });

  it.each([
    ['transaction', { tid: '' }],
    ['amount', { amount: '1e3' }],
    ['amount of its currency', { amount: '1.005' }],
    ['currency', { currency: 'XTR' }],
  ])('without a %s is refused', async (_, change) => {
    expect(await read(posted({ ...paid, tid: '7', ...change }))).toMatchObject({ outcome: 'refused' });
  });

  it('for another app, or for none, is refused although it is signed', async () => {
    const { appid: _, ...unnamed } = { ...paid, tid: '7' };
    expect(await read(posted({ ...unnamed, appid: '45001' }))).toEqual({
      outcome: 'refused',
      reason: 'The callback is for another app. Compare its app id with the setting AppId.',
    });
    expect(await read(posted(unnamed))).toEqual({
      outcome: 'refused',
      reason: 'The callback names no app in appid. Set BillingFields.App to the field that does.',
    });
    expect(await read(posted({ ...unnamed, appid: '45000' }))).toMatchObject({ outcome: 'events' });
  });

  it('for an item that is not an order of ours gets an error', async () => {
    const reading = await read(posted({ ...paid, tid: '7', item_id: 'coins_500' }));
    if (reading.outcome !== 'events') throw new Error(reading.outcome);
    expect([reading.events, reading.answer?.('done')]).toEqual([[], payments.buildWebhookReply('unknown-order')]);
  });

  it("is answered in VK Play's format, with a request to retry during an outage", () => {
    expect(payments.buildWebhookReply('done')).toEqual({ status: 200, body: { status: 'ok' } });
    expect(payments.buildWebhookReply('refused')).toEqual({
      status: 200,
      body: { status: 'error', errcode: 403, errmsg: 'Wrong signature' },
    });
    expect(payments.buildWebhookReply('retry')).toMatchObject({ status: 503, body: { status: 'error' } });
  });
});
