import { createHash, createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { RefundRequest, WebhookResult, ParsedWebhook } from '../port.server.ts';
import {
  sampleAttemptId,
  sampleOrderId,
  sampleAttemptReference as known,
  samplePaymentRequest,
  createTestHostFactory,
} from '../simulator-host.server.ts';
import { adapter } from './adapter.server.ts';
import type { XsollaHost } from '#kit/xsolla/client.server.ts';

const key = 'unit_project_key';
const settings = { MerchantId: 222, ProjectId: 111, ApiKey: 'unit_api_key', WebhookKeys: [key], Sandbox: true };
const { hostWith, asked } = createTestHostFactory<XsollaHost['settings']>(settings);

describe('creating', () => {
  it('requests a token that contains the attempt, twice', async () => {
    expect(await adapter.create(samplePaymentRequest, hostWith([[200, { token: 'tok_1' }]]))).toEqual({
      outcome: 'created',
      reply: { PaymentToken: 'tok_1', Sandbox: true },
      expiresAt: new Date('2026-01-02T00:00:00Z'),
    });
    expect(asked).toMatchObject([
      { method: 'POST', headers: { authorization: `Basic ${Buffer.from('222:unit_api_key').toString('base64')}` } },
    ]);
    expect(asked[0]?.url).toBe('https://api.xsolla.com/merchant/v2/merchants/222/token');
    expect(asked[0]?.body).toEqual({
      user: {
        id: { value: 'acc_42' },
        name: { value: 'Grace' },
        email: { value: 'grace@example.com' },
        country: { value: 'DE', allow_modify: true },
      },
      settings: { project_id: 111, external_id: sampleAttemptId, currency: 'USD', language: 'pt', mode: 'sandbox' },
      purchase: { checkout: { amount: 4.99, currency: 'USD' }, description: { value: 'A hundred gems × 2' } },
      custom_parameters: { attempt_id: sampleAttemptId, order_id: sampleOrderId },
    });
  });

  it('uses real money outside the sandbox, and omits fields that might be malformed', async () => {
    const buyer = { accountId: 'acc_42', name: '  ', email: `${'x'.repeat(100)}@example.com` };
    const answers = hostWith([[200, { token: 'tok_1' }]], { Sandbox: false });
    expect(await adapter.create({ ...samplePaymentRequest, buyer, locale: 'fa' }, answers)).toMatchObject({
      reply: { Sandbox: false },
    });
    expect(asked[0]?.body).toMatchObject({ user: { id: { value: 'acc_42' } } });
    for (const field of ['user.name', 'user.email', 'user.country', 'settings.mode', 'settings.language'])
      expect(asked[0]?.body).not.toHaveProperty(field);
  });

  it.each([
    [true, 'https://sandbox-secure.xsolla.com/paystation4/?token=tok%2F1'],
    [false, 'https://secure.xsolla.com/paystation4/?token=tok%2F1'],
  ])('returns the URL of Pay Station for a buyer outside the portal (sandbox: %s)', async (Sandbox, page) => {
    const created = await adapter.create(
      { ...samplePaymentRequest, wantsRedirect: true },
      hostWith([[200, { token: 'tok/1' }]], { Sandbox }),
    );
    expect(created).toMatchObject({ redirectUrl: page, reply: { ConfirmationUrl: page } });
    expect(asked[0]?.body).toMatchObject({ settings: { return_url: samplePaymentRequest.returnUrl } });
  });

  it('names the fields of a rejection without their content', async () => {
    const fault = {
      http_status_code: 422,
      message: 'JSON does not contain grace@example.com',
      extended_message: { global_errors: [], property_errors: { 'user.email': ['grace@example.com is wrong'] } },
    };
    const created = await adapter.create(samplePaymentRequest, hostWith([[422, fault]]));
    expect(created).toEqual({ outcome: 'refused', reason: 'Xsolla refused with 422 (user.email).' });
  });

  it.each([401, 403, 404])('throws after a %i, which concerns the settings', async (status) => {
    await expect(
      adapter.create(samplePaymentRequest, hostWith([[status, { message: 'Access denied' }]])),
    ).rejects.toThrow(String(status));
  });
});

const vector =
  '{"notification_type":"payment","settings":{"project_id":111,"merchant_id":222},"purchase":{"checkout":{"currency":"USD","amount":4.99},"total":{"currency":"USD","amount":4.99}},"user":{"id":"acc_42","country":"US"},"transaction":{"id":900001,"external_id":"ord_7Q2M","dry_run":1,"payment_date":"2026-01-01T00:00:00+00:00","payment_method":1380}}';

const readBytes = (body: string, authorization: string | undefined, at = hostWith([])): Promise<ParsedWebhook> =>
  adapter.parseWebhook({ body: Buffer.from(body), headers: { authorization }, remoteAddress: '185.30.20.1' }, at);
const signatureOf = (body: string) =>
  `Signature ${createHash('sha1')
    .update(body + key)
    .digest('hex')}`;
const read = (webhook: object, at?: ReturnType<typeof hostWith>) => {
  const body = JSON.stringify(webhook);
  return readBytes(body, signatureOf(body), at);
};

const head = { settings: { project_id: 111, merchant_id: 222 }, user: { id: 'acc_42' } };
const money = { currency: 'USD', amount: 4.99 };
const transaction = { id: 900001, external_id: sampleAttemptId, dry_run: 1 };
const content = { ...head, purchase: { checkout: money, total: money }, transaction };

describe('the signature', () => {
  it('is a hash of body and key, as in the published example', async () => {
    expect(await readBytes(vector, 'Signature 54188806426e93f6743097ccb965e4cf7a6c02ee')).toEqual({
      outcome: 'events',
      // The example's order is not ours: the event has no attempt, and the core quarantines it for an operator.
      events: [
        {
          kind: 'paid',
          dedupKey: 'payment:900001',
          transactionId: '900001',
          amountMinor: 499,
          currency: 'USD',
          isTest: true,
        },
      ],
    });
  });

  it.each([
    ['an HMAC', 'Signature 9a571c420399ed91f855eea9df83799375c977cd'],
    ['our own HMAC', `Signature ${createHmac('sha1', key).update(vector).digest('hex')}`],
    ['none', undefined],
    ['an empty one', 'Signature '],
    ['another scheme', 'Basic 54188806426e93f6743097ccb965e4cf7a6c02ee'],
    ['one with text after it', 'Signature 54188806426e93f6743097ccb965e4cf7a6c02ee, x'],
  ])('cannot be %s', async (_, header) => {
    expect(await readBytes(vector, header)).toMatchObject({ outcome: 'refused' });
  });

  /** Whether the webhook was rejected for another reason than its signature. */
  const isNotOurs = (reading: ParsedWebhook): boolean =>
    reading.outcome === 'refused' &&
    JSON.stringify(reading.answer?.('refused')).startsWith('{"status":400,"body":{"error":{"code":"INVALID_PARAMETER"');

  it.each(['', 'null', '[]', '{', '{}', '"payment"'])('on %j proves nothing', async (body) => {
    expect(isNotOurs(await readBytes(body, signatureOf(body)))).toBe(true);
  });

  it.each([{ project_id: 112, merchant_id: 222 }, { project_id: 111, merchant_id: 223 }, { project_id: 112 }, 'all'])(
    'of another project is refused: %j',
    async (other) => {
      for (const notification_type of ['payment', 'user_validation'])
        expect(isNotOurs(await read({ ...content, notification_type, settings: other }))).toBe(true);
      const billing = { settings: other, transaction };
      const order = { amount: '4.9900', currency: 'USD' };
      expect(isNotOurs(await read({ notification_type: 'order_paid', order, billing }))).toBe(true);
    },
  );

  it.each([undefined, null, {}, { project_id: 111 }, { merchant_id: '222' }])(
    'is sufficient if no other project is named: %j',
    async (settingsOfIt) => {
      expect(await read({ ...content, notification_type: 'payment', settings: settingsOfIt })).toMatchObject({
        events: [{ kind: 'paid', attemptId: sampleAttemptId, amountMinor: 499 }],
      });
      expect(await read({ user: head.user, settings: settingsOfIt, notification_type: 'user_validation' })).toEqual({
        outcome: 'player-query',
        accountId: 'acc_42',
      });
    },
  );
});

describe('a webhook', () => {
  const event = { attemptId: sampleAttemptId, amountMinor: 499, currency: 'USD', isTest: true };

  it.each([
    ['payment', { ...event, kind: 'paid', dedupKey: 'payment:900001', transactionId: '900001' }],
    [
      'refund',
      { ...event, kind: 'refunded', dedupKey: 'refund:900001', chargeId: '900001', transactionId: '900001:refund' },
    ],
  ])('of a %s is a payment event', async (notification_type, expected) => {
    expect(await read({ ...content, notification_type })).toEqual({ outcome: 'events', events: [expected] });
  });

  it('of real money has no dry_run', async () => {
    const { dry_run: _, ...real } = transaction;
    for (const each of [real, { ...real, dry_run: 0 }, { ...real, dry_run: null }])
      expect(await read({ ...content, notification_type: 'payment', transaction: each })).toMatchObject({
        events: [{ isTest: false }],
      });
    expect(
      await read({ ...content, notification_type: 'payment', transaction: { ...real, dry_run: true } }),
    ).toMatchObject({ events: [{ isTest: true }] });
  });

  it('is matched by our own parameter if the id is missing', async () => {
    const lost = {
      ...content,
      notification_type: 'payment',
      transaction: { id: 900001 },
      custom_parameters: { attempt_id: sampleAttemptId },
    };
    expect(await read(lost)).toMatchObject({ events: [{ attemptId: sampleAttemptId }] });
    const reading = await read({ ...lost, custom_parameters: [] });
    expect(reading).toMatchObject({ outcome: 'events', events: [{ transactionId: '900001' }] });
    expect(reading).not.toHaveProperty('events.0.attemptId');
  });

  it('with an amount that cannot be converted has no amount', async () => {
    const purchase = { total: { currency: 'USD', amount: 4.995 } };
    const reading = await read({ ...content, notification_type: 'payment', purchase });
    expect(reading).toMatchObject({ events: [{ kind: 'paid', currency: 'USD' }] });
    expect(reading).not.toHaveProperty('events.0.amountMinor');
  });

  it('without an amount or a transaction is an error, and is resent', async () => {
    await expect(read({ ...content, notification_type: 'payment', purchase: {} })).rejects.toThrow('without an amount');
    await expect(read({ ...content, notification_type: 'payment', transaction: {} })).rejects.toThrow(
      'unexpected format',
    );
  });

  it('of a catalogue order reports the same transaction', async () => {
    const order = { id: 7, mode: 'sandbox', amount: '4.9900', currency: 'USD', invoice_id: '900001' };
    const billing = { settings: head.settings, transaction: { id: 900001 } };
    const webhook = {
      user: { external_id: 'acc_42' },
      order,
      billing,
      custom_parameters: { attempt_id: sampleAttemptId },
    };
    expect(await read({ ...webhook, notification_type: 'order_paid' })).toEqual({
      outcome: 'events',
      events: [{ ...event, kind: 'paid', dedupKey: 'order_paid:900001', transactionId: '900001' }],
    });
    expect(await read({ ...webhook, notification_type: 'order_canceled' })).toMatchObject({
      events: [{ kind: 'refunded', transactionId: '900001:refund', amountMinor: 499 }],
    });
    expect(
      await read({ ...webhook, notification_type: 'order_paid', order: { ...order, mode: 'default' } }),
    ).toMatchObject({ events: [{ isTest: false }] });
  });

  it('of a catalogue order without billing names its transaction as the invoice', async () => {
    const order = { mode: 'sandbox', amount: '4.9900', currency: 'USD', currency_type: 'real', invoice_id: '900001' };
    const webhook = { user: { external_id: 'acc_42' }, order, custom_parameters: { attempt_id: sampleAttemptId } };
    for (const billing of [undefined, null])
      expect(await read({ ...webhook, billing, notification_type: 'order_paid' })).toEqual({
        outcome: 'events',
        events: [{ ...event, kind: 'paid', dedupKey: 'order_paid:900001', transactionId: '900001' }],
      });
    const nameless = { ...webhook, order: { ...order, invoice_id: null }, notification_type: 'order_paid' };
    await expect(read(nameless)).rejects.toThrow('without a transaction');
    const strange = { ...webhook, order: { ...order, currency: 'gold' }, notification_type: 'order_paid' };
    await expect(read(strange)).rejects.toThrow('unexpected format');
  });

  it('of a partial refund reports an amount only below the whole', async () => {
    const part = (amount: number, currency = 'USD') =>
      read({ ...content, notification_type: 'partial_refund', payment_details: { payment: { amount, currency } } });
    expect(await part(2)).toMatchObject({
      events: [{ kind: 'refunded', amountMinor: 200, attemptId: sampleAttemptId }],
    });
    for (const reading of [await part(4.99), await part(6), await part(2, 'EUR')]) {
      expect(reading).toMatchObject({ events: [{ kind: 'refunded', attemptId: sampleAttemptId }] });
      expect(reading).not.toHaveProperty('events.0.amountMinor');
    }
    expect(await part(2)).toEqual(await part(2));
    expect(await part(2)).not.toEqual(await part(1));
  });

  it('reports a dispute, but not an inquiry or a change', async () => {
    const dispute = (action: string, type: string) =>
      read({
        ...head,
        notification_type: 'dispute',
        action,
        transaction: { id: 900001, external_id: sampleAttemptId, total: money },
        dispute: { type, status: 'new' },
      });
    expect(await dispute('adding', '1st_time_chargeback')).toMatchObject({
      events: [{ kind: 'disputed', transactionId: '900001:dispute', amountMinor: 499, attemptId: sampleAttemptId }],
    });
    expect(await dispute('adding', 'retrieval')).toEqual({ outcome: 'ignored' });
    expect(await dispute('updating', '1st_time_chargeback')).toEqual({ outcome: 'ignored' });
  });

  it.each(['afs_reject', 'afs_black_list', 'ps_declined', 'create_subscription', 'of tomorrow'])(
    'of %s moves no money',
    async (notification_type) => {
      expect(await read({ ...content, notification_type })).toEqual({ outcome: 'ignored' });
    },
  );

  it.each<[WebhookResult, number, string | undefined]>([
    ['done', 204, undefined],
    ['known-player', 204, undefined],
    ['retry', 503, undefined],
    ['refused', 400, 'INVALID_SIGNATURE'],
    ['mismatch', 400, 'INCORRECT_AMOUNT'],
    ['unknown-order', 400, 'INCORRECT_INVOICE'],
    ['unknown-player', 400, 'INVALID_USER'],
  ])('that ends as "%s" is answered %i %s', (end, status, code) => {
    const answer = adapter.buildWebhookReply(end);
    expect(answer.status).toBe(status);
    if (code === undefined) expect(answer.body).toBeUndefined();
    else expect(answer.body).toMatchObject({ error: { code, message: expect.stringMatching(/./) } });
  });
});

// The content of the five payment webhooks in the tests of Xsolla's PHP SDK (xsolla-sdk-php,
// tests/Unit/Webhook/Message). None names its project, and catalogue orders have no `billing`.
describe("a webhook as in the vendor's own tests", () => {
  const usd = (amount: number | string) => ({ currency: 'USD', amount });
  const purchase = {
    virtual_currency: { name: 'Coins', quantity: 10, ...usd(100) },
    subscription: { plan_id: 1, subscription_id: '10', date_create: '2014-09-22T19:25:25+04:00', ...usd(9.99) },
    checkout: usd(50),
    virtual_items: { items: [{ sku: 'test_item1', amount: 1 }], ...usd(50) },
    total: usd(200),
  };
  const theirs = {
    purchase,
    user: { ip: '127.0.0.1', id: '1234567', name: 'Xsolla User', country: 'US' },
    transaction: { id: 1, external_id: 1, dry_run: 1, agreement: 1 },
    payment_details: { payment: usd('230'), payout: usd('200'), xsolla_fee: usd('10'), payment_method_fee: usd('20') },
    refund_details: { code: 1, reason: 'Fraud' },
    custom_parameters: { parameter1: 'value1', parameter2: 'value2' },
  };
  const order = {
    items: [{ sku: 'gold', type: 'virtual_currency', is_pre_order: false, quantity: 1500, amount: '[null]' }],
    order: {
      id: 1,
      mode: 'default',
      currency_type: 'virtual',
      currency: 'sku_currency',
      amount: '2000',
      status: 'paid',
      platform: 'xsolla',
      comment: null,
      invoice_id: '1',
    },
    user: { external_id: 'id_xsolla_login_1', email: 'user@example.com' },
  };

  it.each([
    ['payment', { kind: 'paid', transactionId: '1', amountMinor: 20_000, currency: 'USD', isTest: true }],
    ['refund', { kind: 'refunded', transactionId: '1:refund', chargeId: '1', amountMinor: 20_000, isTest: true }],
  ])('is a payment event about money: %s', async (notification_type, expected) => {
    expect(await read({ ...theirs, notification_type })).toMatchObject({ outcome: 'events', events: [expected] });
  });

  it('is a partial refund of an unknown amount: partial_refund', async () => {
    const reading = await read({ ...theirs, notification_type: 'partial_refund' });
    expect(reading).toMatchObject({ events: [{ kind: 'refunded', chargeId: '1' }] });
    expect(reading).not.toHaveProperty('events.0.amountMinor');
  });

  it.each(['order_paid', 'order_canceled'])(
    "concerns a game's own currency and no money: %s",
    async (notification_type) => {
      expect(await read({ ...order, notification_type })).toEqual({ outcome: 'ignored' });
    },
  );
});

const line = (status: string, changes: object = {}) => ({
  purchase: { simple_checkout: { amount: 4.99, currency: 'USD' } },
  transaction: {
    id: 900001,
    external_id: sampleAttemptId,
    dry_run: 1,
    status,
    transfer_date: null,
    project: { id: 111 },
    ...changes,
  },
});

describe('the records', () => {
  it('are searched for the attempt, test money included', async () => {
    expect(await adapter.read(known, hostWith([[200, []]]))).toEqual({ events: [], isOver: false });
    expect(new URL(asked[0]?.url ?? '').pathname).toBe('/merchant/v2/merchants/222/reports/transactions/search.json');
    expect(Object.fromEntries(new URL(asked[0]?.url ?? '').searchParams)).toMatchObject({
      external_id: sampleAttemptId,
      project_id: '111',
      show_dry_run: 'true',
      datetime_from: '2025-12-31T00:00:00.000Z',
    });
  });

  it.each(['created', 'processing', 'review', 'error', 'canceled'])(
    'report nothing for a payment that is %s',
    async (status) => {
      expect(await adapter.read(known, hostWith([[200, [line(status)]]]))).toEqual({ events: [], isOver: false });
    },
  );

  it.each(['done', 'awaitingRefund', 'partially_refunded'])('report a payment that is %s', async (status) => {
    const { events, isOver } = await adapter.read(known, hostWith([[200, [line(status)]]]));
    expect(events).toMatchObject([{ kind: 'paid', transactionId: '900001', amountMinor: 499, isTest: true }]);
    expect(isOver).toBe(true);
  });

  it.each(['refunded', 'canceled'])('report %s before paid, so that nothing is delivered', async (status) => {
    const { events } = await adapter.read(known, hostWith([[200, [line(status, { transfer_date: '2026-01-01' })]]]));
    expect(events.map(({ kind, transactionId }) => [kind, transactionId])).toEqual([
      ['refunded', '900001:refund'],
      ['paid', '900001'],
    ]);
  });

  it('report both payments of one attempt, and none of another attempt or project', async () => {
    const found = [
      line('done'),
      line('done', { id: 900002 }),
      line('done', { id: 900003, external_id: sampleOrderId }),
      line('done', { id: 900004, project: { id: 112 } }),
    ];
    const { events } = await adapter.read(known, hostWith([[200, found]]));
    expect(events.map(({ transactionId }) => transactionId)).toEqual(['900001', '900002']);
  });

  it('throw instead of guessing', async () => {
    await expect(adapter.read(known, hostWith([[200, [line('frozen')]]]))).rejects.toThrow('"frozen"');
    const endless = Array.from({ length: 100 }, () => line('done'));
    await expect(adapter.read(known, hostWith([[200, endless]]))).rejects.toThrow('100');
    await expect(adapter.read(known, hostWith([[422, { message: 'no' }]]))).rejects.toThrow('Xsolla refused with 422');
  });
});

describe('a refund', () => {
  const refund: RefundRequest = {
    ...known,
    refundId: sampleOrderId,
    transactionId: '900001',
    refundMinor: 499,
    isOverpayment: true,
  };
  const no = [422, { http_status_code: 422, message: 'Refund is not allowed' }] as const;

  it('is requested and reported later', async () => {
    for (const taken of [[200, { message: 'accepted' }], [204]] as const)
      expect(await adapter.refund(refund, hostWith([taken]))).toEqual({ outcome: 'pending' });
    expect(asked[0]).toMatchObject({ method: 'PUT', body: { description: `Paid twice (${sampleOrderId})` } });
    expect(new URL(asked[0]?.url ?? '').pathname).toBe('/merchant/v2/merchants/222/reports/transactions/900001/refund');
  });

  it('that is rejected is looked up: it may have been accepted before', async () => {
    expect(await adapter.refund(refund, hostWith([no, [200, [line('refunded')]]]))).toMatchObject({
      outcome: 'done',
      events: [{ kind: 'refunded', transactionId: '900001:refund', amountMinor: 499 }],
    });
    expect(await adapter.refund(refund, hostWith([no, [200, [line('awaitingRefund')]]]))).toEqual({
      outcome: 'pending',
    });
    expect(await adapter.refund(refund, hostWith([no, [200, [line('done')]]]))).toMatchObject({ outcome: 'refused' });
    expect(await adapter.refund(refund, hostWith([no, [200, []]]))).toMatchObject({ outcome: 'refused' });
    await expect(adapter.refund(refund, hostWith([no]))).rejects.toThrow('no prepared response');
  });
});
