import { randomUUID } from 'node:crypto';
import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import type { RefundRequest } from '../port.server.ts';
import {
  sampleAttemptId,
  testHostTime,
  sampleOrderId,
  sampleAttemptReference,
  samplePaymentRequest,
  createTestHostFactory,
} from '../simulator-host.server.ts';
import { adapter } from './adapter.server.ts';
import type { YookassaHost } from './client.server.ts';
import { yookassa } from './provider.ts';

const settings = { ShopId: '100500', SecretKey: 'test_unit_secret' };
const Receipt = { VatCode: 4, PaymentSubject: 'service', PaymentMode: 'full_payment', TaxSystemCode: 2 } as const;
const paymentId = '2d5c1a57-000f-5000-8000-1b68e7b15f3f';
const roubles = { amountMinor: 14_900, currency: 'RUB' };
const { hostWith, asked, warnings } = createTestHostFactory<YookassaHost['settings']>(settings);
const payment = {
  ...samplePaymentRequest,
  ...roubles,
  product: { ...samplePaymentRequest.product, name: 'Сто самоцветов' },
  locale: 'ru',
};
const known = { ...sampleAttemptReference, ...roubles, providerPaymentId: paymentId };

const metadata: Record<string, string> = { attempt_id: sampleAttemptId, order_id: sampleOrderId };
const pending = {
  id: paymentId,
  status: 'pending',
  paid: false,
  amount: { value: '149.00', currency: 'RUB' },
  created_at: '2026-01-01T00:00:01.000Z',
  description: 'Сто самоцветов × 2',
  test: true,
  refundable: false,
  metadata,
};
const embedded = { ...pending, confirmation: { type: 'embedded', confirmation_token: 'ct-1' } };
const pageUrl = 'https://yoomoney.ru/checkout/payments/v2/contract?orderId=1';
const redirected = { ...pending, confirmation: { type: 'redirect', confirmation_url: pageUrl } };
const succeeded = { ...pending, status: 'succeeded', paid: true };
const refund = {
  id: '216749f7-0016-50be-b000-078d43a63ae4',
  payment_id: paymentId,
  status: 'succeeded',
  amount: { value: '149.00', currency: 'RUB' },
};
const receiptOf = (value: string) => ({
  customer: { email: 'grace@example.com' },
  items: [
    {
      description: 'Сто самоцветов × 2',
      quantity: 1,
      amount: { value, currency: 'RUB' },
      vat_code: 4,
      payment_mode: 'full_payment',
      payment_subject: 'service',
    },
  ],
  tax_system_code: 2,
});
const list = (...items: object[]) => ({ type: 'list', items });
const fault = (http: number, changes: object = {}) => ({
  http,
  type: 'error',
  id: 'x',
  code: 'invalid_request',
  ...changes,
});

describe('settings', () => {
  const check = (changes: object) => Value.Check(yookassa.settings, { ...settings, ...changes });

  it('are a shop and its key; receipt settings are all or nothing', () => {
    expect(check({})).toBe(true);
    expect(check({ Receipt, Confirmation: 'Redirect', NotificationNetworks: ['10.0.0.0/8'] })).toBe(true);
    expect(check({ Receipt: { VatCode: 1 } })).toBe(false);
    for (const VatCode of [0, 13]) expect(check({ Receipt: { ...Receipt, VatCode } })).toBe(false);
    for (const TaxSystemCode of [0, 7]) expect(check({ Receipt: { ...Receipt, TaxSystemCode } })).toBe(false);
    expect(check({ Receipt: { ...Receipt, VatCode: 12, TaxSystemCode: 6 } })).toBe(true);
    expect(check({ Receipt: { ...Receipt, PaymentMode: 'barter' } })).toBe(false);
    expect(check({ ShopId: 'shop' })).toBe(false);
    expect(check({ NotificationNetworks: ['everybody'] })).toBe(false);
  });

  it('with receipts need an email address of the buyer', () => {
    expect(adapter.needsEmail(settings)).toBe(false);
    expect(adapter.needsEmail({ ...settings, Receipt })).toBe(true);
  });
});

describe('creating', () => {
  it("requests a token for the widget, with the attempt's idempotency key", async () => {
    expect(await adapter.create(payment, hostWith([embedded]))).toEqual({
      outcome: 'created',
      providerPaymentId: paymentId,
      reply: { Redirect: false, ConfirmationToken: 'ct-1' },
      expiresAt: new Date('2026-01-01T00:55:01.000Z'),
    });
    expect(asked).toEqual([
      {
        url: 'https://api.yookassa.ru/v3/payments',
        method: 'POST',
        headers: {
          accept: 'application/json',
          authorization: 'Basic MTAwNTAwOnRlc3RfdW5pdF9zZWNyZXQ=',
          'content-type': 'application/json',
          'idempotence-key': sampleAttemptId,
        },
        body: {
          amount: { value: '149.00', currency: 'RUB' },
          capture: true,
          confirmation: { type: 'embedded', locale: 'ru_RU' },
          description: 'Сто самоцветов × 2',
          metadata,
        },
      },
    ]);
  });

  it.each([
    ['a buyer who leaves the portal', true, undefined],
    ['a shop without the widget', false, 'Redirect'],
  ] as const)('requests a page for %s', async (_, wantsRedirect, Confirmation) => {
    const answers = hostWith([redirected], Confirmation && { Confirmation });
    expect(await adapter.create({ ...payment, wantsRedirect, locale: 'de' }, answers)).toEqual({
      outcome: 'created',
      providerPaymentId: paymentId,
      reply: { Redirect: true, ConfirmationUrl: pageUrl },
      redirectUrl: pageUrl,
    });
    expect(asked[0]?.body).toMatchObject({
      confirmation: { type: 'redirect', return_url: payment.returnUrl, locale: 'en_US' },
    });
  });

  it('gives the receipt one line with the whole amount, and only the email address', async () => {
    await adapter.create(payment, hostWith([embedded], { Receipt }));
    expect(asked[0]?.body).toMatchObject({
      receipt: receiptOf('149.00'),
    });
    expect(JSON.stringify(asked[0]?.body)).not.toContain('79000000000');
  });

  it('sends the phone number to the receipt only if the operator accepts it and there is no email address', async () => {
    const buyer = { accountId: payment.buyer.accountId, name: 'Grace', phone: '79001234567' };
    const Phone = { ...Receipt, AcceptPhone: true } as const;
    expect([Receipt, Phone].map((each) => adapter.acceptsPhone?.({ ...settings, Receipt: each }))).toEqual([
      false,
      true,
    ]);
    await adapter.create({ ...payment, buyer }, hostWith([embedded], { Receipt: Phone }));
    expect(asked[0]?.body).toMatchObject({ receipt: { customer: { phone: '79001234567' } } });
    expect(await adapter.create({ ...payment, buyer }, hostWith([], { Receipt }))).toMatchObject({
      outcome: 'refused',
    });
  });

  it('is refused without a request if the receipt lacks an address, or in another currency', async () => {
    const { email: _, ...buyer } = payment.buyer;
    expect(await adapter.create({ ...payment, buyer }, hostWith([], { Receipt }))).toMatchObject({
      outcome: 'refused',
    });
    expect(await adapter.create({ ...payment, currency: 'EUR' }, hostWith([]))).toMatchObject({ outcome: 'refused' });
    expect(asked).toEqual([]);
  });

  it('sends an identical request each time, with at most 128 characters of description', async () => {
    const answers = hostWith([embedded, embedded]);
    const long = { ...payment, product: { ...payment.product, name: 'x'.repeat(200) } };
    await adapter.create(long, answers);
    await adapter.create(long, { ...answers, now: () => new Date(testHostTime.getTime() + 600_000) });
    expect(asked[1]).toEqual(asked[0]);
    expect(asked[0]?.body).toMatchObject({ description: `${'x'.repeat(124)} × 2` });
  });

  it('does not send the request again when YooKassa may have dropped the key', async () => {
    const late = new Date(testHostTime.getTime() + 23 * 3600_000 + 1);
    await expect(adapter.create(payment, { ...hostWith([]), now: () => late })).rejects.toThrow('too old');
    expect(asked).toEqual([]);
  });

  it('is refused if YooKassa rejects the request', async () => {
    const answers = hostWith([
      fault(400, { parameter: 'receipt', description: 'Receipt is missing: grace@example.com' }),
    ]);
    expect(await adapter.create(payment, answers)).toEqual({
      outcome: 'refused',
      reason: 'YooKassa refused: invalid_request (receipt), request x.',
    });
  });

  const unknowns: [what: string, answer: object, message: string][] = [
    // The body is a complete payment, but a 202 means that the request is still being processed.
    ['a request that is being processed', { ...embedded, http: 202, type: 'processing' }, 'answered 202'],
    ['a key used for something else', fault(400, { description: 'Duplicate idempotence key' }), 'answered 400'],
    ['a key that is missing', fault(400, { parameter: 'Idempotence-Key' }), 'answered 400'],
    ['wrong credentials', fault(401, { code: 'invalid_credentials' }), 'answered 401'],
    ['a forbidden request', fault(403, { code: 'forbidden' }), 'answered 403'],
    ['a wrong URL', fault(404, { code: 'not_found' }), 'answered 404'],
    ['a payment without a confirmation', pending, 'without a way to pay it'],
    ['a page instead of the requested token', redirected, 'without a way to pay it'],
    ['an unknown status', { ...embedded, status: 'frozen' }, 'unexpected format'],
  ];
  it.each(unknowns)('has an unknown result after %s', async (_, answer, message) => {
    await expect(adapter.create(payment, hostWith([answer]))).rejects.toThrow(message);
    expect(asked).toHaveLength(1);
  });
});

describe('reading', () => {
  it('reports the charge and its refunds, each by its own id', async () => {
    const onItsWay = { ...refund, id: 'r-2', status: 'pending' };
    const failed = { ...refund, id: 'r-3', status: 'canceled', amount: { value: '1.00', currency: 'RUB' } };
    const { events, isOver } = await adapter.read(known, hostWith([succeeded, list(refund, onItsWay, failed)]));
    expect(isOver).toBe(true);
    expect(events).toEqual([
      {
        kind: 'paid',
        dedupKey: `paid:${paymentId}`,
        attemptId: sampleAttemptId,
        providerPaymentId: paymentId,
        transactionId: paymentId,
        amountMinor: 14_900,
        currency: 'RUB',
        isTest: true,
      },
      expect.objectContaining({
        kind: 'refunded',
        transactionId: refund.id,
        amountMinor: 14_900,
        attemptId: sampleAttemptId,
      }),
      expect.objectContaining({ kind: 'refund-failed', transactionId: 'r-3', amountMinor: 100 }),
    ]);
    expect(asked.map(({ method, url }) => `${method} ${url.slice('https://api.yookassa.ru/v3/'.length)}`)).toEqual([
      `GET payments/${paymentId}`,
      `GET refunds?payment_id=${paymentId}&limit=100`,
    ]);
  });

  it.each([
    ['pending', undefined, [], false],
    ['waiting_for_capture', undefined, [], false],
    ['canceled', 'expired_on_confirmation', ['expired'], true],
    ['canceled', 'insufficient_funds', ['failed'], true],
    ['canceled', undefined, ['failed'], true],
  ])('reports %s (%s)', async (status, reason, kinds, isOver) => {
    const details = reason && { cancellation_details: { party: 'yoo_money', reason } };
    const reading = await adapter.read(known, hostWith([{ ...pending, status, ...details }]));
    expect({ kinds: reading.events.map(({ kind }) => kind), isOver: reading.isOver }).toEqual({ kinds, isOver });
  });

  it('warns of a receipt that was not registered, and reports a payment in real money', async () => {
    const answers = hostWith([{ ...succeeded, test: false, receipt_registration: 'canceled' }, list()]);
    expect((await adapter.read(known, answers)).events).toMatchObject([{ kind: 'paid', isTest: false }]);
    expect(warnings).toEqual([expect.stringContaining('receipt')]);
  });

  const wrong: [what: string, payment: object, refunds: object, message: string][] = [
    ['another payment', { ...succeeded, id: 'other' }, list(), 'another payment than'],
    [
      'the payment of another attempt',
      { ...succeeded, metadata: { attempt_id: randomUUID() } },
      list(),
      'another attempt',
    ],
    ['a payment without an attempt', { ...succeeded, metadata: {} }, list(), 'another attempt'],
    ['refunds of another payment', succeeded, list({ ...refund, payment_id: 'other' }), 'refunds of other payments'],
    ['a partial list', succeeded, { ...list(refund), next_cursor: 'x' }, 'longer than 1 pages'],
    [
      'an amount that is a number',
      { ...succeeded, amount: { value: 149, currency: 'RUB' } },
      list(),
      'unexpected format',
    ],
    ...['149', '149.0', '149,00', '149.000', '-1.00', '1e3.00', ''].map((value): [string, object, object, string] => [
      `the amount "${value}"`,
      { ...succeeded, amount: { value, currency: 'RUB' } },
      list(),
      'cannot be converted',
    ]),
    ['dollars', { ...succeeded, amount: { value: '149.00', currency: 'USD' } }, list(), 'cannot be converted'],
  ];
  it.each(wrong)('rejects %s', async (_, answer, refunds, message) => {
    await expect(adapter.read(known, hostWith([answer, refunds]))).rejects.toThrow(message);
  });

  describe('of an attempt whose response was lost', () => {
    const { providerPaymentId: _, ...lost } = known;
    const foreign = { ...succeeded, id: 'foreign', metadata: { attempt_id: randomUUID() } };

    it('searches the payments of its day', async () => {
      const answers = hostWith([{ ...list(foreign), next_cursor: '100' }, list(succeeded), list()]);
      expect(await adapter.read(lost, answers)).toMatchObject({ events: [{ kind: 'paid', transactionId: paymentId }] });
      const [first, second] = asked.map(({ url }) => Object.fromEntries(new URL(url).searchParams));
      expect(first).toEqual({
        'created_at.gte': '2025-12-31T23:55:00.000Z',
        'created_at.lte': '2026-01-02T00:00:00.000Z',
        limit: '100',
      });
      expect(second).toEqual({ ...first, cursor: '100' });
    });

    it('reports that there is none, and limits the search', async () => {
      expect(await adapter.read(lost, hostWith([list(foreign)]))).toEqual({ events: [], isOver: false });
      const endless = Array.from({ length: 100 }, () => ({ ...list(foreign), next_cursor: 'more' }));
      await expect(adapter.read(lost, hostWith(endless))).rejects.toThrow('does not continue');
    });
  });
});

describe('refunds', () => {
  const asking: RefundRequest = {
    ...known,
    refundId: 'c1b1a2ff-3c3f-4d3b-8a0e-5d2a4d1f0b7e',
    transactionId: paymentId,
    refundMinor: 4_900,
    isOverpayment: false,
    buyer: { email: 'grace@example.com' },
  };
  const described = `Refund ${asking.refundId}`;
  const metadata = { refund_id: asking.refundId, is_extra: 'false' };
  const part = { ...refund, amount: { value: '49.00', currency: 'RUB' }, description: described, metadata };

  it('are sent with their own key, and with a receipt where required', async () => {
    const end = await adapter.refund(asking, hostWith([succeeded, list(), part], { Receipt }));
    expect(end).toEqual({
      outcome: 'done',
      events: [
        {
          kind: 'refunded',
          dedupKey: `refund:${refund.id}:succeeded`,
          attemptId: sampleAttemptId,
          providerPaymentId: paymentId,
          transactionId: refund.id,
          chargeId: paymentId,
          refundId: asking.refundId,
          amountMinor: 4_900,
          currency: 'RUB',
          isTest: true,
          isOverpayment: false,
        },
      ],
    });
    expect(asked[2]).toMatchObject({ url: 'https://api.yookassa.ru/v3/refunds', method: 'POST' });
    expect(asked[2]?.headers).toMatchObject({ 'idempotence-key': asking.refundId });
    expect(asked[2]?.body).toEqual({
      payment_id: paymentId,
      amount: { value: '49.00', currency: 'RUB' },
      description: described,
      metadata,
      receipt: receiptOf('49.00'),
    });
  });

  it.each([
    ['by its metadata', { ...part, description: 'Changed by hand' }],
    ['by its description, if an earlier release wrote it', { ...part, metadata: undefined }],
    ['by its description, if the metadata is empty', { ...part, metadata: {} }],
  ])('are not repeated after the key was dropped: recognised %s', async (_, made) => {
    const answers = hostWith([succeeded, list(refund, made)], { Receipt });
    expect(await adapter.refund(asking, answers)).toMatchObject({
      outcome: 'done',
      events: [{ amountMinor: 4_900, refundId: asking.refundId, isOverpayment: false }],
    });
    expect(asked.map(({ method }) => method)).toEqual(['GET', 'GET']);
  });

  it('report whether they return an overpayment, in request and reply', async () => {
    const extra = { ...part, description: `${described}, paid twice`, metadata: { ...metadata, is_extra: 'true' } };
    const end = await adapter.refund({ ...asking, isOverpayment: true }, hostWith([succeeded, list(), extra]));
    expect(end).toMatchObject({ outcome: 'done', events: [{ isOverpayment: true }] });
    expect(asked[2]?.body).toMatchObject({ description: extra.description, metadata: extra.metadata });
    expect(asked[2]?.body).not.toHaveProperty('receipt');
    const { events } = await adapter.read(known, hostWith([succeeded, list(extra, part, refund)]));
    expect(events.slice(1).map(({ isOverpayment }) => isOverpayment)).toEqual([true, false, undefined]);
  });

  it('need an operator if the address for the receipt was erased', async () => {
    const { buyer: _, ...erased } = asking;
    const end = await adapter.refund(erased, hostWith([succeeded, list()], { Receipt }));
    expect(end).toMatchObject({ outcome: 'refused', reason: expect.stringContaining('dashboard') });
  });

  it.each([
    ['pending', { outcome: 'pending', providerRefundId: refund.id }],
    ['canceled', { outcome: 'refused', reason: 'YooKassa could not refund it: rejected_by_payee.' }],
  ])('with the status %s', async (status, expected) => {
    const details = { party: 'yoo_money', reason: 'rejected_by_payee' };
    const answers = hostWith([succeeded, list(), { ...part, status, cancellation_details: details }]);
    expect(await adapter.refund(asking, answers)).toEqual(expected);
  });

  it.each([
    ['a request that is being processed', { ...part, http: 202 }, 'answered 202'],
    ['a refund of another payment', { ...part, payment_id: 'other' }, 'another payment'],
  ])('have an unknown result after %s', async (_, answer, message) => {
    await expect(adapter.refund(asking, hostWith([succeeded, list(), answer]))).rejects.toThrow(message);
  });
});

describe('webhooks', () => {
  const webhookOf = (body: unknown, remoteAddress = '185.71.76.1') => ({
    body: Buffer.from(JSON.stringify(body)),
    headers: {},
    remoteAddress,
  });
  const paid = { type: 'notification', event: 'payment.succeeded', object: succeeded };

  it('prove nothing, whatever their content: a forged one finds an unpaid payment', async () => {
    const reading = await adapter.parseWebhook(webhookOf(paid), hostWith([]));
    expect(reading).toEqual({ outcome: 'check-payment', providerPaymentId: paymentId, attemptId: sampleAttemptId });
    expect(await adapter.read(known, hostWith([embedded]))).toEqual({ events: [], isOver: false });
  });

  it.each([
    [
      'payment.waiting_for_capture',
      succeeded,
      { outcome: 'check-payment', providerPaymentId: paymentId, attemptId: sampleAttemptId },
    ],
    ['payment.canceled', { id: paymentId }, { outcome: 'check-payment', providerPaymentId: paymentId }],
    [
      'payment.canceled',
      { id: paymentId, metadata: { attempt_id: '1' } },
      { outcome: 'check-payment', providerPaymentId: paymentId },
    ],
    ['refund.succeeded', refund, { outcome: 'check-payment', providerPaymentId: paymentId }],
    ['payment.succeeded', { id: '../refunds' }, { outcome: 'ignored' }],
    ['refund.succeeded', { id: refund.id }, { outcome: 'ignored' }],
    ['payout.succeeded', { id: 'po-1' }, { outcome: 'ignored' }],
    ['payment_method.active', { id: 'pm-1' }, { outcome: 'ignored' }],
    ['deal.closed', { id: 'dl-1' }, { outcome: 'ignored' }],
  ])('%s of %o', async (event, object, expected) => {
    expect(await adapter.parseWebhook(webhookOf({ type: 'notification', event, object }), hostWith([]))).toEqual(
      expected,
    );
  });

  const inside =
    '185.71.76.0 185.71.76.31 185.71.77.31 77.75.153.127 77.75.154.128 77.75.156.11 77.75.156.35 2a02:5180::1 ::ffff:185.71.76.1';
  const outside =
    '185.71.76.32 185.71.77.32 77.75.153.128 77.75.154.127 77.75.156.12 2a02:5181::1 127.0.0.1 ::1 ::ffff:127.0.0.1';
  it.each([
    ...inside.split(' ').map((address) => [address, 'check-payment']),
    ...[...outside.split(' '), '185.71.76.1, 127.0.0.1', ''].map((address) => [address, 'refused']),
  ])('from %s: %s', async (address = '', outcome) => {
    expect(await adapter.parseWebhook(webhookOf(paid, address), hostWith([]))).toMatchObject({ outcome });
  });
});
