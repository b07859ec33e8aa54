import { createHmac } from 'node:crypto';
import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import type { OrderStatus } from '#model/order.ts';
import type { ProviderCallTools, ParsedWebhook } from '../port.server.ts';
import {
  sampleAttemptId,
  testHostTime,
  sampleOrderId,
  sampleAttemptReference,
  samplePaymentRequest,
  createTestHostFactory,
} from '../simulator-host.server.ts';
import { adapter } from './adapter.server.ts';
import type { AghanimHost } from './client.server.ts';
import { aghanim } from './provider.ts';

const settings = { ApiKey: 'unit_s2s_key', WebhookSecrets: ['unit_webhook_secret'], Sandbox: true };
const { hostWith, asked, warnings } = createTestHostFactory<AghanimHost['settings']>(settings);
const at = 'https://api.aghanim.com/s2s';
const checkout_url = 'https://pay.aghanim.com/order/ord_unit1';
const created = { http: 201, order_id: 'ord_unit1', checkout_url };
const metadata = { attempt_id: sampleAttemptId, order_id: sampleOrderId };
const nowS = testHostTime.getTime() / 1000;
const order = {
  id: 'ord_unit1',
  status: 'created',
  amount: 499,
  amount_before_discount: 499,
  currency: 'USD',
  player_id: 'acc_42',
  items: [],
  created_at: nowS - 60,
  expires_at: nowS + 3600,
  metadata,
  checkout_url,
};
const paid = { ...order, status: 'paid', paid_at: nowS };
const tried = {
  status: 'created',
  order_id: 'ord_unit1',
  total: 499,
  currency: 'USD',
  currency_minor_unit: 2,
  metadata,
};
const known = { ...sampleAttemptReference, providerPaymentId: 'ord_unit1' };

it('has settings that name the mode of the key', () => {
  const check = (changes: object) => Value.Check(aghanim.settings, { ...settings, ...changes });
  expect(check({})).toBe(true);
  expect(check({ WebhookSecrets: [] })).toBe(false);
  expect(check({ Sandbox: undefined })).toBe(false);
  expect(check({ ApiKey: 'with a space' })).toBe(false);
  expect(adapter.needsEmail(settings)).toBe(false);
});

describe('creating', () => {
  it('requests an order with our ids, its price in major units and an expiry', async () => {
    expect(await adapter.create(samplePaymentRequest, hostWith([created]))).toEqual({
      outcome: 'created',
      providerPaymentId: 'ord_unit1',
      reply: { CheckoutUrl: checkout_url },
      redirectUrl: checkout_url,
      expiresAt: samplePaymentRequest.expiresAt,
    });
    expect(asked).toEqual([
      {
        url: `${at}/v1/orders`,
        method: 'POST',
        headers: {
          accept: 'application/json',
          authorization: 'Bearer unit_s2s_key',
          'content-type': 'application/json',
        },
        body: {
          player_id: 'acc_42',
          items: [{ sku: 'gems_100', name: 'A hundred gems × 2', quantity: 1 }],
          price_decimal: 4.99,
          currency: 'USD',
          currency_preferred: true,
          coupons_enabled: false,
          metadata,
          expires_at: nowS + 3 * 3600,
          platform: 'other',
          back_to_store_url: samplePaymentRequest.returnUrl,
          redirect_settings: { mode: 'immediate', target: 'store' },
          player_info: { name: 'Grace' },
          email: 'grace@example.com',
          country: 'DE',
          ip_address: '203.0.113.7',
          locale: 'pt-BR',
        },
      },
    ]);
  });

  it.each([
    ['en', 'en'],
    ['uk', 'uk'],
    ['zh', 'zh'],
    ['fa', undefined],
  ])('sends %s as %s', async (locale, expected) => {
    await adapter.create({ ...samplePaymentRequest, locale }, hostWith([created]));
    expect(asked[0]?.body).toEqual(expect.objectContaining(expected === undefined ? {} : { locale: expected }));
    if (expected === undefined) expect(asked[0]?.body).not.toHaveProperty('locale');
  });

  it('leaves out unknown values', async () => {
    const buyer = { accountId: 'acc_42', name: ' ' };
    const { callerAddress: _, ...payment } = samplePaymentRequest;
    await adapter.create({ ...payment, buyer, amountMinor: 500, currency: 'JPY' }, hostWith([created]));
    expect(asked[0]?.body).toMatchObject({ price_decimal: 500, currency: 'JPY' });
    for (const name of ['email', 'country', 'ip_address', 'player_info'])
      expect(asked[0]?.body).not.toHaveProperty(name);
  });

  it('is refused after an explicit rejection, of which only the field paths are repeated', async () => {
    const detail = [{ loc: ['body', 'items', 0, 'sku'], msg: 'no such sku gems_100', type: 'value_error' }];
    expect(await adapter.create(samplePaymentRequest, hostWith([[422, { detail }]]))).toEqual({
      outcome: 'refused',
      reason: 'Aghanim refused with 422 (body.items.0.sku).',
    });
    expect(await adapter.create(samplePaymentRequest, hostWith([[409, { detail: 'Conflict' }]]))).toMatchObject({
      reason: 'Aghanim refused with 409.',
    });
  });

  it.each([401, 403, 404, 429, 503])('has an unknown result after a %i', async (status) => {
    const answers = hostWith([[status, { detail: 'no' }]]);
    await expect(adapter.create(samplePaymentRequest, answers)).rejects.toThrow(`Aghanim answered ${status}`);
  });

  describe('again, after a lost response', () => {
    const late = { ...samplePaymentRequest, createdAt: new Date(testHostTime.getTime() - 30_000) };

    it('first checks whether a buyer has tried to pay the first order', async () => {
      expect(await adapter.create(late, hostWith([[200, [{ ...tried, metadata: {} }, tried]], order]))).toMatchObject({
        providerPaymentId: 'ord_unit1',
        reply: { CheckoutUrl: checkout_url },
      });
      expect(asked.map(({ method, url }) => `${method} ${url}`)).toEqual([
        `GET ${at}/v1/payments?start_at=${nowS - 90}&end_at=${nowS + 60}&field=created_at&limit=100&offset=0`,
        `GET ${at}/v1/orders/ord_unit1`,
      ]);
    });

    it('creates another order otherwise', async () => {
      expect(await adapter.create(late, hostWith([[200, []], created]))).toMatchObject({ outcome: 'created' });
      expect(asked.at(-1)).toMatchObject({ method: 'POST', body: { metadata } });
    });

    it('creates none while it cannot check', async () => {
      await expect(adapter.create(late, hostWith([[503]]))).rejects.toThrow('503');
      expect(asked).toHaveLength(1);
    });
  });
});

describe('reading', () => {
  const about = { attemptId: sampleAttemptId, isTest: true, currency: 'USD', amountMinor: 499 };
  const charge = { ...about, kind: 'paid', transactionId: 'ord_unit1', dedupKey: 'read:ord_unit1:paid' };

  it.each([
    ['created', {}, false, []],
    ['reattempted', {}, false, []],
    // Authorized money is not captured yet, and the capture may follow after the order has expired.
    ['captured', { expires_at: nowS - 1 }, false, []],
    ['created', { expires_at: nowS }, true, [{ kind: 'expired' }]],
    ['canceled', {}, true, [{ kind: 'failed' }]],
    ['paid', { paid_at: nowS }, true, [charge]],
    ['refund_requested', { paid_at: nowS }, true, [charge]],
    [
      'refunded',
      { paid_at: nowS },
      true,
      [{ ...about, kind: 'refunded', transactionId: 'ord_unit1:refund', chargeId: 'ord_unit1' }, charge],
    ],
    ['disputed', { paid_at: nowS }, true, [{ ...about, kind: 'disputed', transactionId: 'ord_unit1:dispute' }, charge]],
    [
      'canceled',
      { paid_at: nowS },
      true,
      [{ ...about, kind: 'dispute-lost', transactionId: 'ord_unit1:dispute' }, charge],
    ],
  ])('%s %j', async (status, changes, isOver, events) => {
    expect(await adapter.read(known, hostWith([{ ...order, status, ...changes }]))).toMatchObject({ events, isOver });
  });

  it('omits the id of the created order, because either of two orders may be paid', async () => {
    const { events } = await adapter.read(known, hostWith([paid]));
    expect(events[0]).not.toHaveProperty('providerPaymentId');
  });

  it('rejects another order, and an unknown status', async () => {
    const other = { ...order, metadata: { attempt_id: sampleOrderId } };
    await expect(adapter.read(known, hostWith([other]))).rejects.toThrow('belongs to another attempt');
    await expect(adapter.read(known, hostWith([{ ...order, status: 'melted' }]))).rejects.toThrow('"melted"');
  });

  it('reports real money with a live key', async () => {
    const { events } = await adapter.read(known, hostWith([paid], { Sandbox: false }));
    expect(events).toMatchObject([{ kind: 'paid', isTest: false }]);
  });

  it('finds an order without an id among the payment attempts', async () => {
    const found = await adapter.read(sampleAttemptReference, hostWith([[200, [tried]], paid]));
    expect(found).toMatchObject({ events: [charge], isOver: true });
    expect(await adapter.read(sampleAttemptReference, hostWith([[200, []]]))).toEqual({ events: [], isOver: false });
  });
});

describe('the list', () => {
  const span = { from: testHostTime, to: testHostTime };
  const listOf = (...payments: object[]) => adapter.list?.(span, hostWith([[200, payments]]));

  it('lists our payments that took money', async () => {
    const events = await listOf(
      { ...tried, status: 'done' },
      { ...tried, status: 'failed' },
      { ...tried, status: 'done', metadata: undefined },
      { ...tried, order_id: 'ord_2', status: 'chargeback' },
    );
    expect(events).toMatchObject([
      { kind: 'paid', transactionId: 'ord_unit1', amountMinor: 499 },
      { kind: 'dispute-lost', transactionId: 'ord_2:dispute' },
      { kind: 'paid', transactionId: 'ord_2' },
    ]);
  });

  it('omits an amount that is not in our minor units', async () => {
    const [event] = (await listOf({ ...tried, status: 'done', currency_minor_unit: 3 })) ?? [];
    expect(event).not.toHaveProperty('amountMinor');
  });
});

describe('closing', () => {
  it('expires the order', async () => {
    await adapter.cancel?.(known, hostWith([{}]));
    expect(asked).toMatchObject([{ method: 'PATCH', url: `${at}/v1/orders/ord_unit1/expire` }]);
    await adapter.cancel?.(sampleAttemptReference, hostWith([]));
  });

  it('accepts a paid order, and fails if the order stays open', async () => {
    await adapter.cancel?.(known, hostWith([[409, { detail: 'no' }], paid]));
    await expect(adapter.cancel?.(known, hostWith([[409, { detail: 'no' }], order]))).rejects.toThrow('409');
  });
});

describe('a refund', () => {
  const refundId = '9a1f6c1e-7f0a-4b59-9d0a-7c6a1f1d2e3f';
  const whole = { ...known, refundId, transactionId: 'ord_unit1', refundMinor: 499, isOverpayment: false };
  const refunded = { ...paid, status: 'refunded' };
  const requested = { ...paid, status: 'refund_requested' };

  it("is requested with a reason, and reported by the order's status", async () => {
    expect(await adapter.refund(whole, hostWith([{}, refunded]))).toMatchObject({
      outcome: 'done',
      events: [{ kind: 'refunded', transactionId: 'ord_unit1:refund', chargeId: 'ord_unit1', amountMinor: 499 }],
    });
    expect(asked[0]).toMatchObject({ method: 'POST', body: { reason: `Undone (${refundId})` } });
    expect(await adapter.refund({ ...whole, isOverpayment: true }, hostWith([{}, requested]))).toEqual({
      outcome: 'pending',
    });
    expect(asked[0]).toMatchObject({ body: { reason: `Paid twice (${refundId})` } });
  });

  it.each([
    ['was already made', refunded, { outcome: 'done' }],
    ['is pending', requested, { outcome: 'pending' }],
    ['was never requested', paid, { outcome: 'refused' }],
  ])('that is refused and %s', async (_, records, expected) => {
    expect(await adapter.refund(whole, hostWith([[409, { detail: 'no' }], records]))).toMatchObject(expected);
  });

  it('refunds only whole orders', async () => {
    expect(await adapter.refund({ ...whole, refundMinor: 100 }, hostWith([]))).toMatchObject({ outcome: 'refused' });
  });
});

describe('the call of the portal', () => {
  const ask = async (status: OrderStatus) => {
    let count = 0;
    const tools = { payment: { status }, refresh: async () => void (count += 1) } as unknown as ProviderCallTools;
    const reply = await adapter.calls?.status({ PublicOrderId: sampleOrderId }, hostWith([]), tools);
    return [reply?.Status, count];
  };

  it.each([
    ['Created', 'Created', 1],
    ['WaitingForPayment', 'Created', 1],
    ['PayedWaitingForSending', 'Payed', 0],
    ['Completed', 'Payed', 0],
    ['Cancelled', 'Cancelled', 0],
    ['CancelledPaid', 'Cancelled', 0],
  ] as const)('answers %s with %s from our own row, and reads the records %i times', async (status, ...expected) => {
    expect(await ask(status)).toEqual(expected);
    expect(asked).toEqual([]);
  });
});

describe('a webhook', () => {
  const vector = {
    timestamp: '1767225605',
    body: '{"event_type":"order.paid","event_data":{"id":"ord_unit1","status":"paid","amount":499,"currency":"USD","player_id":"acc_42"},"event_time":1767225600,"event_id":"whevt_unit1","idempotency_key":"idem_unit1","sandbox":true,"game_id":"gm_unit"}',
    signature: '76b46b46559dec1238818c5680a7dff2d0bff93e5dccf2f017dde1b2bc9c4bf6',
  };
  const read = (body: string, signature: string, host: AghanimHost, timestamp = vector.timestamp) =>
    adapter.parseWebhook(
      {
        body: Buffer.from(body),
        headers: { 'x-aghanim-signature': signature, 'x-aghanim-signature-timestamp': timestamp },
        remoteAddress: '203.0.113.1',
      },
      { ...host, now: () => new Date(1767225605_000) },
    );
  const sign = (body: string, secret = 'unit_webhook_secret', timestamp = vector.timestamp) =>
    createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  const event = (event_type: string, event_data: unknown, changes: object = {}) =>
    JSON.stringify({
      event_type,
      event_data,
      event_id: 'whevt_2',
      idempotency_key: 'idem_2',
      sandbox: true,
      ...changes,
    });
  const tell = (type: string, data: unknown, answers: readonly object[] = [], changes: object = {}) => {
    const body = event(type, data, changes);
    return read(body, sign(body), hostWith(answers));
  };
  const factsIn = (reading: ParsedWebhook) => (reading.outcome === 'events' ? reading.events : []);
  const { metadata: _, ...bare } = order;
  const told = { ...bare, status: 'paid' };

  it('from the documentation is verified, and the order names the attempt', async () => {
    expect(await read(vector.body, vector.signature, hostWith([paid]))).toEqual({
      outcome: 'events',
      events: [
        {
          kind: 'paid',
          dedupKey: 'order.paid:idem_unit1:paid',
          attemptId: sampleAttemptId,
          isTest: true,
          transactionId: 'ord_unit1',
          amountMinor: 499,
          currency: 'USD',
        },
      ],
    });
    expect(asked).toMatchObject([{ method: 'GET', url: `${at}/v1/orders/ord_unit1` }]);
  });

  it('may be signed with any of the secrets, within the time limit, and with nothing else', async () => {
    const both = { WebhookSecrets: ['another_secret', 'unit_webhook_secret'] };
    expect(await read(vector.body, vector.signature.toUpperCase(), hostWith([paid], both))).toMatchObject({
      outcome: 'events',
    });
    const refused = { outcome: 'refused', reason: 'The webhook has no valid signature.' };
    expect(await read(vector.body, sign(vector.body, 'wrong'), hostWith([]))).toEqual(refused);
    expect(await read(vector.body, '', hostWith([]))).toEqual(refused);
    for (const [timestamp, reason] of [
      ['1767225304', 'older than 300 s'],
      ['1767225906', 'from the future'],
      ['soon', 'has no time'],
    ] as const) {
      const signature = sign(vector.body, 'unit_webhook_secret', timestamp);
      expect(await read(vector.body, signature, hostWith([]), timestamp)).toMatchObject({
        reason: expect.stringContaining(reason),
      });
    }
    for (const timestamp of ['1767225305', '1767225905']) {
      const signature = sign(vector.body, 'unit_webhook_secret', timestamp);
      expect(await read(vector.body, signature, hostWith([paid]), timestamp)).toMatchObject({ outcome: 'events' });
    }
  });

  it('of the other mode is refused', async () => {
    expect(await read(vector.body, vector.signature, hostWith([], { Sandbox: false }))).toEqual({
      outcome: 'refused',
      reason: 'It comes from the sandbox, but the settings are for the other mode.',
    });
  });

  it('that is signed but malformed, or a batch, is refused', async () => {
    for (const body of ['[]', '{"event_type":"order.paid"}', event('order.paid', told, { event_id: 'x'.repeat(121) })])
      expect(await read(body, sign(body), hostWith([]))).toMatchObject({ outcome: 'refused' });
    expect(await tell('batch.ready', [])).toMatchObject({ reason: expect.stringContaining('batch_mode') });
  });

  it('with our ids needs no further request', async () => {
    expect(await tell('order.paid', paid)).toMatchObject({
      outcome: 'events',
      events: [{ kind: 'paid', attemptId: sampleAttemptId }],
    });
    expect(asked).toEqual([]);
  });

  it('that reports a payment counts while the records lag', async () => {
    expect(await tell('order.paid', told, [{ ...order, status: 'captured' }])).toMatchObject({
      events: [{ kind: 'paid', amountMinor: 499 }],
    });
  });

  it("about items refers to the order it names, and is deduplicated with the order's own event", async () => {
    const items = { player_id: 'acc_42', items: [], reason: 'Order paid ord_unit1' };
    expect(factsIn(await tell('item.add', items, [paid]))).toMatchObject([
      { kind: 'paid', transactionId: 'ord_unit1', dedupKey: 'item.add:idem_2:paid' },
    ]);
    expect(await tell('item.remove', items, [{ ...paid, status: 'refunded' }])).toMatchObject({
      events: [{ kind: 'refunded' }, { kind: 'paid' }],
    });
    expect(await tell('item.add', { ...items, reason: 'Daily reward' })).toEqual({ outcome: 'ignored' });
  });

  it('without an idempotency key is deduplicated by its own id', async () => {
    expect(await tell('order.paid', paid, [], { idempotency_key: null })).toMatchObject({
      events: [{ dedupKey: 'order.paid:whevt_2:paid' }],
    });
  });

  const payment = { id: 'pay_1', order_id: 'ord_unit1' };
  it.each([
    ['order.refunded', told, { status: 'refunded' }, ['refunded', 'paid']],
    ['order.canceled', told, { status: 'canceled' }, ['dispute-lost', 'paid']],
    ['payment.chargeback', payment, { status: 'canceled' }, ['dispute-lost', 'paid']],
    ['payment.dispute', payment, { status: 'disputed' }, ['disputed', 'paid']],
    ['payment.dispute', payment, { status: 'canceled' }, ['disputed', 'dispute-lost', 'paid']],
    // One of several payments for the order was refunded; the order itself is still paid.
    ['payment.refunded', payment, { status: 'paid' }, ['paid']],
  ])('%s reports the status of the order: %j %j', async (type, data, changes, kinds) => {
    expect(factsIn(await tell(type, data, [{ ...paid, ...changes }])).map(({ kind }) => kind)).toEqual(kinds);
  });

  it('about an order that can still be paid changes nothing', async () => {
    expect(await tell('order.canceled', told, [{ ...order, status: 'canceled' }])).toEqual({ outcome: 'ignored' });
  });

  it.each([
    'order.created',
    'payment.succeeded',
    'payment.pending',
    'payment.declined',
    'payment.rejected',
    'coupon.redeemed',
  ])('%s is accepted and changes nothing', async (type) =>
    expect(await tell(type, payment)).toEqual({ outcome: 'ignored' }),
  );

  it('about fraud is logged', async () => {
    expect(await tell('fraud.reported', payment)).toEqual({ outcome: 'ignored' });
    expect(warnings).toEqual([expect.stringContaining('fraud')]);
  });

  it("about another shop's sale is ignored", async () => {
    expect(await tell('order.paid', told, [{ ...paid, metadata: { game: 'hub' } }])).toEqual({ outcome: 'ignored' });
    await expect(tell('order.paid', told, [{ ...paid, id: 'ord_2' }])).rejects.toThrow('another order');
  });

  it('queries a player by our id', async () => {
    const reading = await tell('player.verify', { player_id: 'acc_42' }, [], { idempotency_key: null });
    if (reading.outcome !== 'player-query') throw new Error(`It is ${reading.outcome}.`);
    expect(reading.accountId).toBe('acc_42');
    const player = { player_id: 'acc_42', name: 'acc_42', attributes: {} };
    expect(reading.answer?.('known-player')).toEqual({ status: 200, body: player });
    expect(reading.answer?.('unknown-player')).toEqual({ status: 400 });
  });
});
