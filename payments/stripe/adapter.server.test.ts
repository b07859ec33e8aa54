import { randomUUID } from 'node:crypto';
import { Stripe } from 'stripe';
import { describe, expect, it } from 'vitest';
import type { ParsedWebhook } from '../port.server.ts';
import {
  sampleAttemptId,
  testHostTime,
  sampleOrderId,
  sampleAttemptReference,
  samplePaymentRequest,
  createTestHostFactory,
} from '../simulator-host.server.ts';
import { adapter } from './adapter.server.ts';
import type { StripeHost } from './client.server.ts';

const settings = {
  SecretKey: 'sk_test_unit',
  PublishableKey: 'pk_test_unit',
  WebhookSecrets: ['whsec_unit_test_0001'],
};
const nowS = testHostTime.getTime() / 1000;
const { hostWith, asked } = createTestHostFactory<StripeHost['settings']>(settings);
const payment = samplePaymentRequest;
const known = { ...sampleAttemptReference, providerPaymentId: 'cs_unit_1' };

const session = {
  id: 'cs_unit_1',
  object: 'checkout.session',
  status: 'open',
  payment_status: 'unpaid',
  amount_total: 499,
  currency: 'usd',
  payment_intent: null as string | null,
  client_secret: 'cs_unit_1_secret_x',
  url: null as string | null,
  expires_at: nowS + 3600,
  livemode: false,
  metadata: { attempt_id: sampleAttemptId, order_id: sampleOrderId } as Record<string, string>,
};
const intent = {
  id: 'pi_1',
  object: 'payment_intent',
  status: 'succeeded',
  livemode: false,
  metadata: session.metadata,
};
const paidSession = { ...session, status: 'complete', payment_status: 'paid', payment_intent: 'pi_1' };
const returned = { amount: 499, currency: 'usd', payment_intent: 'pi_1' as object | string | null };
const refund = { ...returned, id: 're_1', object: 'refund', status: 'succeeded' };
const dispute = { ...returned, id: 'du_1', object: 'dispute', status: 'needs_response' };
const list = (...data: object[]) => ({ object: 'list', data, has_more: false });
const fault = (http: number, error: object) => ({ http, error });

describe('creating', () => {
  it("requests a form that never leaves the frame, with the attempt's idempotency key", async () => {
    const created = await adapter.create(payment, hostWith([session]));
    expect(created).toEqual({
      outcome: 'created',
      providerPaymentId: 'cs_unit_1',
      reply: { PublishableKey: 'pk_test_unit', SessionClientSecret: 'cs_unit_1_secret_x' },
      expiresAt: new Date((nowS + 3600) * 1000),
    });
    const [{ url, method, body, headers } = { headers: {} }] = asked;
    expect({ url, method }).toEqual({ url: 'https://api.stripe.com/v1/checkout/sessions', method: 'POST' });
    expect(body).toEqual({
      mode: 'payment',
      ui_mode: 'embedded_page',
      redirect_on_completion: 'never',
      'line_items[0][quantity]': '1',
      'line_items[0][price_data][currency]': 'usd',
      'line_items[0][price_data][unit_amount]': '499',
      'line_items[0][price_data][product_data][name]': 'A hundred gems',
      client_reference_id: sampleOrderId,
      'metadata[attempt_id]': sampleAttemptId,
      'metadata[order_id]': sampleOrderId,
      'payment_intent_data[metadata][attempt_id]': sampleAttemptId,
      'payment_intent_data[metadata][order_id]': sampleOrderId,
      'adaptive_pricing[enabled]': 'false',
      expires_at: String(nowS + 3 * 3600),
      locale: 'pt-BR',
      customer_email: 'grace@example.com',
    });
    const sent = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
    expect(sent).toMatchObject({
      authorization: 'Bearer sk_test_unit',
      'content-type': 'application/x-www-form-urlencoded',
      'idempotency-key': sampleAttemptId,
      'stripe-version': '2026-10-28.endive',
    });
  });

  it("returns the URL of Stripe's page for a buyer outside the portal", async () => {
    const url = 'https://checkout.stripe.com/c/pay/cs_unit_1';
    const created = await adapter.create(
      { ...payment, wantsRedirect: true },
      hostWith([{ ...session, client_secret: null, url }]),
    );
    expect(created).toMatchObject({ reply: { PublishableKey: 'pk_test_unit', CheckoutUrl: url }, redirectUrl: url });
    expect(asked[0]?.body).toMatchObject({
      ui_mode: 'hosted_page',
      success_url: payment.returnUrl,
      cancel_url: payment.returnUrl,
    });
    expect(asked[0]?.body).not.toHaveProperty('redirect_on_completion');
  });

  it.each([
    ['at once', 0, 45 * 60],
    ['in a week', 7 * 24 * 3600, 24 * 3600 - 60],
  ])(
    "stays within Stripe's expiry limits when the order ends %s, with the same value in each request",
    async (_, orderEndsInS, expected) => {
      const expiresAt = new Date((nowS + orderEndsInS) * 1000);
      const twice = hostWith([session, session]);
      await adapter.create({ ...payment, expiresAt }, twice);
      await adapter.create({ ...payment, expiresAt }, { ...twice, now: () => new Date(nowS * 1000 + 600_000) });
      const body = { expires_at: String(nowS + expected) };
      expect(asked).toMatchObject([{ body }, { body }]);
    },
  );

  it('is refused if Stripe rejects the request', async () => {
    const error = {
      type: 'invalid_request_error',
      code: 'amount_too_small',
      message: 'Amount must be at least 50 cents',
      param: 'x',
    };
    expect(await adapter.create(payment, hostWith([fault(400, error)]))).toEqual({
      outcome: 'refused',
      reason: 'Stripe refused: amount_too_small (x).',
    });
  });

  it.each([
    ['a wrong key', 401, 'invalid_request_error'],
    ['a key without permission', 403, 'invalid_request_error'],
    ['the wrong account', 404, 'invalid_request_error'],
    ['a first request in progress', 409, 'idempotency_error'],
    ['a key used for something else', 400, 'idempotency_error'],
    ['too many requests', 429, 'rate_limit_error'],
    ['an internal error', 500, 'api_error'],
  ])('has an unknown result after %s', async (_, status, type) => {
    const answers = hostWith([fault(status, { type, message: 'x' })]);
    await expect(adapter.create(payment, answers)).rejects.toThrow();
    expect(asked).toHaveLength(1);
  });

  it('refuses a currency with uncertain decimals, without a request', async () => {
    expect(await adapter.create({ ...payment, currency: 'UGX' }, hostWith([]))).toMatchObject({ outcome: 'refused' });
  });
});

describe('reading', () => {
  it('reports the charge, its refunds and its disputes, each by its own id', async () => {
    const pending = { ...refund, id: 're_2', status: 'pending', amount: 10 };
    const failed = { ...refund, id: 're_3', status: 'failed', amount: 20 };
    const answers = hostWith([paidSession, list(refund, pending, failed), list({ ...dispute, status: 'lost' })]);
    const { events, isOver } = await adapter.read(known, answers);
    expect(isOver).toBe(true);
    expect(events.map(({ kind, transactionId, amountMinor }) => [kind, transactionId, amountMinor])).toEqual([
      ['paid', 'pi_1', 499],
      ['refunded', 're_1', 499],
      ['refund-failed', 're_3', 20],
      ['dispute-lost', 'du_1', 499],
    ]);
    expect(asked.every(({ method }) => method === 'GET')).toBe(true);
  });

  it.each([
    ['processing', [], false],
    ['requires_payment_method', ['failed'], true],
    ['canceled', ['failed'], true],
  ])('reports a delayed payment that is %s', async (status, kinds, isOver) => {
    const answers = hostWith([
      { ...session, status: 'complete', payment_intent: 'pi_1' },
      { ...intent, status },
    ]);
    const reading = await adapter.read(known, answers);
    expect({ kinds: reading.events.map(({ kind }) => kind), isOver: reading.isOver }).toEqual({ kinds, isOver });
  });

  it('never treats a partial list as complete', async () => {
    const answers = hostWith([paidSession, { ...list(refund), has_more: true }, list()]);
    await expect(adapter.read(known, answers)).rejects.toThrow('longer than 1 pages');
  });

  it.each([
    ['another session', { ...session, id: 'cs_other' }],
    ['the session of another attempt', { ...session, metadata: { attempt_id: randomUUID() } }],
  ])('rejects %s', async (_, answer) => {
    await expect(adapter.read(known, hostWith([answer]))).rejects.toThrow(/another (payment|attempt) than/);
  });
});

describe('refunds', () => {
  const asking = { ...known, refundId: randomUUID(), transactionId: 'pi_1', refundMinor: 499, isOverpayment: true };

  it('report whether they return an overpayment, in request and reply', async () => {
    const metadata = { attempt_id: sampleAttemptId, is_extra: 'true', refund_id: asking.refundId };
    const end = await adapter.refund(asking, hostWith([{ ...refund, metadata }]));
    expect(end).toMatchObject({
      outcome: 'done',
      events: [{ kind: 'refunded', transactionId: 're_1', isOverpayment: true }],
    });
    expect(end).toMatchObject({ events: [{ chargeId: 'pi_1', refundId: asking.refundId }] });
    expect(asked[0]?.body).toMatchObject({ reason: 'duplicate', amount: '499', 'metadata[is_extra]': 'true' });
  });

  it.each([
    ['pending', { outcome: 'pending', providerRefundId: 're_1' }],
    ['requires_action', { outcome: 'pending', providerRefundId: 're_1' }],
    ['failed', { outcome: 'refused', reason: 'Stripe could not refund it: lost_or_stolen_card.' }],
  ])('with the status %s', async (status, expected) => {
    const answer = { ...refund, status, failure_reason: 'lost_or_stolen_card' };
    expect(await adapter.refund(asking, hostWith([answer]))).toEqual(expected);
  });
});

describe('webhooks', () => {
  const webhookOf = (body: string, signature: string) => ({
    body: Buffer.from(body),
    headers: { 'stripe-signature': signature },
    remoteAddress: '203.0.113.1',
  });
  const signed = (payload: string, changes: { secret?: string; timestamp?: number } = {}) => {
    const secret = settings.WebhookSecrets[0] ?? '';
    const options = { payload, secret, timestamp: nowS, ...changes };
    return webhookOf(payload, Stripe.webhooks.generateTestHeaderString(options));
  };
  const eventOf = (type: string, object: object, more: object = {}) =>
    JSON.stringify({ id: 'evt_unit_1', object: 'event', type, livemode: false, data: { object }, ...more });
  const read = (body: string, answers: readonly object[] = []): Promise<ParsedWebhook> =>
    adapter.parseWebhook(signed(body), hostWith(answers));

  it("signed by Stripe's library are accepted", async () => {
    const real = eventOf('checkout.session.completed', { ...paidSession, livemode: true }, { livemode: true });
    expect(await read(real)).toMatchObject({ events: [{ isTest: false }] });
    expect(await read(eventOf('checkout.session.completed', paidSession))).toEqual({
      outcome: 'events',
      events: [
        {
          kind: 'paid',
          dedupKey: 'evt_unit_1',
          attemptId: sampleAttemptId,
          providerPaymentId: 'cs_unit_1',
          transactionId: 'pi_1',
          amountMinor: 499,
          currency: 'USD',
          isTest: true,
        },
      ],
    });
  });

  it('are signed over the bytes, with the whole secret: the published example', async () => {
    const body =
      '{"id":"evt_unit_1","object":"event","type":"checkout.session.completed","data":{"object":{"id":"cs_unit_1","object":"checkout.session","client_reference_id":"ord_7Q2M","payment_status":"paid","amount_total":499,"currency":"usd"}}}';
    const v1 = 'd3bdcadcbe9b936fee0f94394fe35c85147a5d70fc4e291ee3e4cbe47f1a49bc';
    // The signature is valid, but required fields are missing.
    const isSigned = 'The signed content is not a supported event.';
    const readWith = (signature: string) => adapter.parseWebhook(webhookOf(body, signature), hostWith([]));
    expect(await readWith(`t=${nowS},v1=${v1}`)).toEqual({ outcome: 'refused', reason: isSigned });
    expect(await readWith(`t=${nowS},v0=x,v1=${'0'.repeat(64)},v1=${v1}`)).toMatchObject({ reason: isSigned });
    for (const signature of [
      `t=${nowS},v0=${v1}`,
      `t=${nowS + 1},v1=${v1}`,
      `v1=${v1}`,
      `t=${nowS},v1=${v1.slice(1)}0`,
    ])
      expect(await readWith(signature)).not.toMatchObject({ reason: isSigned });
  });

  it.each([
    ['five minutes old', -300, 'events'],
    ['five minutes early', 300, 'events'],
    ['of the year 33658', 999_999_999_999 - nowS, 'refused'],
  ])('%s', async (_, ageS, outcome) => {
    const body = eventOf('checkout.session.completed', paidSession);
    expect(await adapter.parseWebhook(signed(body, { timestamp: nowS + ageS }), hostWith([]))).toMatchObject({
      outcome,
    });
  });

  it('are accepted with the old and the new secret during a rotation', async () => {
    const body = eventOf('checkout.session.completed', paidSession);
    const answers = hostWith([], { WebhookSecrets: ['whsec_new', 'whsec_old'] });
    for (const secret of ['whsec_new', 'whsec_old'])
      expect(await adapter.parseWebhook(signed(body, { secret }), answers)).toMatchObject({ outcome: 'events' });
    expect(await adapter.parseWebhook(signed(body, { secret: 'whsec_other' }), answers)).toMatchObject({
      outcome: 'refused',
    });
  });

  it('that are thin events are refused although they are signed', async () => {
    const thin = '{"id":"evt_1","object":"v2.core.event","type":"v1.billing.meter.no_meter_found"}';
    expect(await read(thin)).toMatchObject({ outcome: 'refused' });
  });

  const nothing: [what: string, body: string][] = [
    [
      'a delayed payment that is pending',
      eventOf('checkout.session.completed', { ...paidSession, payment_status: 'unpaid' }),
    ],
    ['a session of another shop', eventOf('checkout.session.completed', { ...paidSession, metadata: {} })],
    ['an invalid attempt id', eventOf('checkout.session.completed', { ...paidSession, metadata: { attempt_id: '1' } })],
    ['a connected account', eventOf('checkout.session.completed', paidSession, { account: 'acct_1' })],
    ['a card that was declined', eventOf('payment_intent.payment_failed', intent)],
    ['an unrelated event', eventOf('invoice.paid', {})],
    ['a property of every object', eventOf('constructor', {})],
    ['a pending refund', eventOf('refund.created', { ...refund, status: 'pending', metadata: session.metadata })],
    ['a refund without a payment', eventOf('refund.created', { ...refund, payment_intent: null })],
  ];
  it.each(nothing)('of %s change nothing', async (_, body) => {
    expect(await read(body)).toEqual({ outcome: 'ignored' });
    expect(asked).toEqual([]);
  });

  const events: [type: string, object: object, kind: string, transactionId: string | undefined][] = [
    ['checkout.session.async_payment_succeeded', paidSession, 'paid', 'pi_1'],
    ['checkout.session.async_payment_failed', { ...paidSession, payment_status: 'unpaid' }, 'failed', undefined],
    ['checkout.session.expired', { ...session, status: 'expired' }, 'expired', undefined],
    ['refund.created', refund, 'refunded', 're_1'],
    ['refund.updated', refund, 'refunded', 're_1'],
    ['refund.failed', { ...refund, status: 'failed' }, 'refund-failed', 're_1'],
    ['refund.updated', { ...refund, status: 'canceled' }, 'refund-failed', 're_1'],
    ['charge.dispute.created', dispute, 'disputed', 'du_1'],
    ['charge.dispute.funds_withdrawn', { ...dispute, status: 'under_review' }, 'disputed', 'du_1'],
    ['charge.dispute.updated', { ...dispute, status: 'appeal_needs_response' }, 'disputed', 'du_1'],
    ['charge.dispute.updated', { ...dispute, status: 'appeal_under_review' }, 'disputed', 'du_1'],
    ['charge.dispute.closed', { ...dispute, status: 'lost' }, 'dispute-lost', 'du_1'],
    ['charge.dispute.closed', { ...dispute, status: 'won' }, 'dispute-won', 'du_1'],
    ['charge.dispute.funds_reinstated', { ...dispute, status: 'won' }, 'dispute-won', 'du_1'],
  ];
  it.each(events)('%s of %o report: %s', async (type, object, kind, transactionId) => {
    // Objects created in Stripe's dashboard lack our metadata, so the attempt is read from the payment intent.
    const reading = await read(eventOf(type, object), [intent]);
    expect(reading).toMatchObject({ outcome: 'events', events: [{ kind, attemptId: sampleAttemptId, isTest: true }] });
    if (reading.outcome === 'events') expect(reading.events[0]?.transactionId).toBe(transactionId);
  });

  it('of a charge with its running total only trigger a read', async () => {
    const charge = {
      id: 'ch_1',
      object: 'charge',
      amount_refunded: 499,
      payment_intent: 'pi_1',
      metadata: session.metadata,
    };
    expect(await read(eventOf('charge.refunded', charge))).toEqual({
      outcome: 'check-payment',
      attemptId: sampleAttemptId,
    });
  });

  it('of an inquiry, which moves no money, change nothing', async () => {
    const inquiry = eventOf('charge.dispute.created', { ...dispute, status: 'warning_needs_response' });
    expect(await read(inquiry, [intent])).toEqual({ outcome: 'ignored' });
  });

  it('are resent if the attempt cannot be read', async () => {
    for (const unclear of [fault(500, { type: 'api_error', message: 'x' }), fault(404, { message: 'no such address' })])
      await expect(read(eventOf('refund.created', refund), [unclear])).rejects.toThrow();
  });

  it('of payments that the account does not have change nothing, and are not resent', async () => {
    const missing = fault(404, { type: 'invalid_request_error', code: 'resource_missing', message: 'No such intent' });
    for (const [type, object] of [
      ['refund.created', refund],
      ['charge.dispute.created', dispute],
    ] as const)
      expect(await read(eventOf(type, object), [missing])).toEqual({ outcome: 'ignored' });
  });
});

describe('the list of a span', () => {
  const taken = { ...intent, amount_received: 499, currency: 'usd' };
  const span = { from: new Date('2026-01-01T00:00:00Z'), to: new Date('2026-01-02T00:00:00Z') };
  const listOf = (answers: readonly object[]) => adapter.list?.(span, hostWith(answers));

  it('contains payments, refunds and disputes with our metadata', async () => {
    const stranger = { ...taken, id: 'pi_2', metadata: {} };
    const waiting = { ...taken, id: 'pi_3', status: 'processing', amount_received: 0 };
    const answers = [
      { ...list(taken, stranger), has_more: true },
      list(waiting),
      list({ ...refund, payment_intent: taken }, { ...refund, id: 're_2', payment_intent: stranger }),
      list({ ...dispute, status: 'lost', payment_intent: taken }, { ...dispute, id: 'du_2', payment_intent: null }),
    ];
    const events = (await listOf(answers)) ?? [];
    expect(events.map(({ kind, transactionId, amountMinor }) => [kind, transactionId, amountMinor])).toEqual([
      ['paid', 'pi_1', 499],
      ['refunded', 're_1', 499],
      ['dispute-lost', dispute.id, dispute.amount],
    ]);
    for (const event of events)
      expect(event).toMatchObject({ attemptId: sampleAttemptId, isTest: true, currency: 'USD' });
    expect(asked[1]?.url).toContain('starting_after=pi_2');
    expect(asked[0]?.url).toContain(`created[gte]=${span.from.getTime() / 1000}`);
  });
});
