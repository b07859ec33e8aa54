import { createHmac } from 'node:crypto';
import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import type { PaymentEvent } from '#model/payment-event.ts';
import type { ProviderCallPayment, ProviderCallTools } from '../port.server.ts';
import {
  sampleAttemptId,
  sampleOrderId,
  sampleAttemptReference,
  samplePaymentRequest,
  createTestHostFactory,
} from '../simulator-host.server.ts';
import { adapter } from './adapter.server.ts';
import { computeAppSecretProof, type FacebookPayHost } from './client.server.ts';
import { facebookpay } from './provider.ts';
import { parseRequestId, buildRequestId } from './request-id.server.ts';
import { parseSignedPayment } from './verify.server.ts';

const secret = 'unit_app_secret';
const settings = { AppId: '111', AppSecrets: [secret], VerifyToken: 'a token that was made up' };
const { hostWith, asked, warnings } = createTestHostFactory<FacebookPayHost['settings']>(settings);
const product = 'https://portal.example/products/facebookpay/gem-miner/gems_100/USD-499';
const requestId = buildRequestId(sampleAttemptReference, product, [secret]);
const paymentId = '9007199254740993123';
const known = { ...sampleAttemptReference, providerPaymentId: paymentId };

const act = (type: string, status: string, amount = '4.99', more: object = {}) => ({
  type,
  status,
  currency: 'USD',
  amount,
  time_created: '2026-01-01T00:00:05+0000',
  time_updated: '2026-01-01T00:00:05+0000',
  ...more,
});
const payment = {
  id: paymentId,
  application: { name: 'Gem Miner', namespace: 'gem-miner', id: '111' },
  request_id: requestId,
  actions: [act('charge', 'completed')],
  items: [{ type: 'IN_APP_PURCHASE', product, quantity: 1 }],
  test: 1,
};
const readPaymentEvents = async (...answers: object[]) => (await adapter.read(known, hostWith(answers))).events;

describe('settings', () => {
  it('are an app, its secrets and a token', () => {
    const check = (changes: object) => Value.Check(facebookpay.settings, { ...settings, ...changes });
    expect(check({ Version: 'v25.0', AppSecrets: ['new_app_secret', secret] })).toBe(true);
    for (const wrong of [{ AppId: 'my app' }, { AppSecrets: [] }, { VerifyToken: 'short' }, { Version: '25' }])
      expect(check(wrong)).toBe(false);
  });
});

describe('creating', () => {
  it('sends no request, and gives the dialog a product and a request id that encodes the order', async () => {
    const created = await adapter.create({ ...samplePaymentRequest, productUrl: product }, hostWith([]));
    expect(created).toEqual({
      outcome: 'created',
      reply: { ProductOgUrl: product, RequestId: requestId, AppId: '111', SdkVersion: 'v3.0' },
    });
    expect(requestId).toMatch(/^[A-Za-z0-9]{1,255}$/);
    expect(parseRequestId(requestId)).toMatchObject({ attemptId: sampleAttemptId, amountMinor: 499, currency: 'USD' });
    expect(asked).toEqual([]);
  });

  it('is refused without a product page', async () => {
    expect(await adapter.create(samplePaymentRequest, hostWith([]))).toMatchObject({ outcome: 'refused' });
  });

  it('describes the page in the format that Facebook reads', () => {
    const page = { url: product, name: 'Gems', description: '', amountMinor: 500, currency: 'JPY' };
    expect(
      Object.fromEntries(adapter.productPage?.({ ...page, imageUrl: 'https://g.example/a.png' }).tags ?? []),
    ).toEqual({
      'og:type': 'og:product',
      'og:title': 'Gems',
      'og:url': product,
      'og:description': 'Gems',
      'og:image': 'https://g.example/a.png',
      'product:price:amount': '500',
      'product:price:currency': 'JPY',
    });
  });
});

describe('Graph', () => {
  it("is called with the app's token and its proof", async () => {
    expect(computeAppSecretProof('111|unit_app_token', secret)).toBe(
      '4c30b67946fb3e1a4823c295613a327ab392665f03a7142a2f668f0eec300a4f',
    );
    expect(computeAppSecretProof('EAATESTtoken', '0123456789abcdef0123456789abcdef')).toBe(
      '4ce5df779ae589fd66240820d6c362f7a398c8bd556a6924c7fb7ec57c0c8fac',
    );
    await adapter.read(known, hostWith([payment], { Version: 'v25.0', AppSecrets: ['new_app_secret', secret] }));
    const { origin, pathname, searchParams } = new URL(asked[0]?.url ?? '');
    expect(origin + pathname).toBe(`https://graph.facebook.com/v25.0/${paymentId}`);
    expect(searchParams.get('access_token')).toBe('111|new_app_secret');
    expect(searchParams.get('appsecret_proof')).toBe(computeAppSecretProof('111|new_app_secret', 'new_app_secret'));
    expect(searchParams.get('fields')?.split(',')).toEqual(
      expect.arrayContaining(['application', 'request_id', 'actions', 'items', 'disputes', 'test']),
    );
  });

  it('is not called for a payment without an id', async () => {
    expect(await adapter.read(sampleAttemptReference, hostWith([]))).toEqual({ events: [], isOver: false });
  });

  it('proves the payment', async () => {
    expect(await adapter.read(known, hostWith([payment]))).toEqual({
      isOver: true,
      events: [
        {
          kind: 'paid',
          dedupKey: `paid:${paymentId}`,
          attemptId: sampleAttemptId,
          providerPaymentId: paymentId,
          transactionId: paymentId,
          amountMinor: 499,
          currency: 'USD',
          isTest: true,
        },
      ],
    });
    const { test: _, ...live } = payment;
    expect(await readPaymentEvents(live)).toMatchObject([{ isTest: false }]);
  });

  it.each([
    ['an initiated charge', [act('charge', 'initiated')], [], false],
    ['nothing yet', [], [], false],
    ['a failed charge', [act('charge', 'failed')], ['failed'], true],
    ['a second attempt in progress', [act('charge', 'failed'), act('charge', 'initiated')], [], false],
    ['a second attempt that succeeded', [act('charge', 'failed'), act('charge', 'completed')], ['paid'], true],
  ])('reports %s', async (_, actions, kinds, isOver) => {
    const read = await adapter.read(known, hostWith([{ ...payment, actions }]));
    expect(read.events.map(({ kind }) => kind)).toEqual(kinds);
    expect(read.isOver).toBe(isOver);
    // The buyer's next try is a new payment, so the failed one must not set the attempt's payment id.
    if (kinds[0] === 'failed') expect(read.events[0]).not.toHaveProperty('providerPaymentId');
  });

  it('uses the amount if it is in the currency of the page', async () => {
    const actions = [act('charge', 'completed', '0.01')];
    expect(await readPaymentEvents({ ...payment, actions })).toMatchObject([{ amountMinor: 1, currency: 'USD' }]);
  });

  it("uses the product's price if Facebook converted the currency, and the share for refunds", async () => {
    const kronor = (type: string, amount: string, second = 5) =>
      act(type, 'completed', amount, { currency: 'SEK', time_created: `2026-01-01T00:00:0${second}+0000` });
    const whole = [kronor('charge', '52.33'), kronor('refund', '52.33')];
    expect(await readPaymentEvents({ ...payment, actions: whole })).toMatchObject([
      { kind: 'paid', amountMinor: 499, currency: 'USD' },
      { kind: 'refunded', amountMinor: 499, currency: 'USD', chargeId: paymentId },
    ]);
    const parts = [kronor('charge', '52.33'), kronor('refund', '26.16', 7), kronor('refund', '26.17', 6)];
    const [, first, second] = await readPaymentEvents({ ...payment, actions: parts });
    expect([first?.amountMinor, second?.amountMinor]).toEqual([250, 249]);
  });

  const strangers: [what: string, changes: object][] = [
    ['another product', { items: [{ product: product.replace('USD-499', 'USD-1'), quantity: 1 }] }],
    ['quantity two', { items: [{ product, quantity: '2' }] }],
    ['a second item', { items: [payment.items[0], payment.items[0]] }],
    ['nothing', { items: [] }],
    ['a forged request id', { request_id: requestId.replace(/.$/, (last) => (last === '0' ? '1' : '0')) }],
  ];
  it.each(strangers)('omits the amount of a payment for %s, and warns the operator', async (_, changes) => {
    const actions = [act('charge', 'completed'), act('refund', 'completed')];
    const events = await readPaymentEvents({ ...payment, actions, ...changes });
    expect(events.map(({ kind }) => kind)).toEqual(['paid', 'refunded']);
    for (const event of events) expect(event).not.toHaveProperty('amountMinor');
    expect(warnings).toHaveLength(1);
  });

  it.each([
    [
      'another attempt',
      { request_id: buildRequestId({ ...sampleAttemptReference, attemptId: sampleOrderId }, product, [secret]) },
    ],
    ['another app', { application: { id: '222' } }],
    ['nobody', { request_id: undefined }],
    ['another shop of the app', { request_id: 'order7' }],
  ])('is rejected for a payment of %s', async (_, changes) => {
    await expect(readPaymentEvents({ ...payment, ...changes })).rejects.toThrow('another attempt');
  });

  it('is rejected if it is about another payment', async () => {
    await expect(readPaymentEvents({ ...payment, id: '7' })).rejects.toThrow('another payment');
  });

  it('reports refunds and chargebacks, each by its type and position', async () => {
    const at = (second: number) => ({ time_created: `2026-01-01T00:01:0${second}+0000` });
    const actions = [
      act('refund', 'completed', '1.00', at(2)),
      act('charge', 'completed'),
      act('refund', 'failed', '2.00', at(1)),
      act('refund', 'initiated', '0.50', at(3)),
      act('chargeback', 'completed', '3.99', at(4)),
      act('chargeback_reversal', 'completed', '3.99', at(5)),
      act('decline', 'completed', '4.99', at(6)),
    ];
    const events = await readPaymentEvents({ ...payment, actions });
    expect(events.map(({ kind, transactionId, amountMinor }) => [kind, transactionId, amountMinor])).toEqual([
      ['paid', paymentId, 499],
      ['refund-failed', `${paymentId} refund 1`, 200],
      ['refunded', `${paymentId} refund 2`, 100],
      ['dispute-lost', `${paymentId} chargeback 1`, 399],
      // Same transaction id as the lost dispute: the core notifies an operator of the reversal.
      ['dispute-won', `${paymentId} chargeback 1`, 399],
      ['dispute-lost', `${paymentId} decline 1`, 499],
    ]);
    expect(new Set(events.map(({ dedupKey }) => dedupKey)).size).toBe(events.length);
  });

  it.each([
    ['pending', [], ['disputed']],
    ['resolved', [], ['disputed', 'dispute-won']],
    ['resolved', [act('refund', 'completed')], ['disputed']],
  ])('reports a complaint that is %s', async (status, more, kinds) => {
    const disputes = [{ user_comment: 'x', time_created: '2026-01-01T00:02:00+0000', status, reason: 'y' }];
    const events = await readPaymentEvents({ ...payment, actions: [...payment.actions, ...more], disputes });
    const told = events.filter(({ kind }) => kind.startsWith('dispute'));
    expect(told.map(({ kind }) => kind)).toEqual(kinds);
    for (const event of told)
      expect(event).toMatchObject({ amountMinor: 499, transactionId: `${paymentId} dispute 1` });
  });

  it('warns of an unknown type of action', async () => {
    await readPaymentEvents({ ...payment, actions: [...payment.actions, act('gift', 'completed')] });
    expect(warnings).toEqual(['Facebook reported an unknown type of action.']);
  });
});

describe('a signed request', () => {
  const vector =
    'nsWTUuWh0JO17AxOUJRjmmRuAFydJQzPM2FNgasseMM.eyJhbGdvcml0aG0iOiJITUFDLVNIQTI1NiIsImFtb3VudCI6IjQuOTkiLCJjdXJyZW5jeSI6IlVTRCIsImlzc3VlZF9hdCI6MTc2NzIyNTYwMCwicGF5bWVudF9pZCI6MTAwMSwicXVhbnRpdHkiOiIxIiwicmVxdWVzdF9pZCI6Im9yZF83UTJNIiwic3RhdHVzIjoiY29tcGxldGVkIn0';
  const ofPlatform = '0123456789abcdef0123456789abcdef';
  const paid =
    'Ecnf0wV7G-sKGgk8GLCFgksU98nI5kDxF7pTg5kjpik.eyJhbGdvcml0aG0iOiJITUFDLVNIQTI1NiIsImFtb3VudCI6IjQuOTkiLCJjdXJyZW5jeSI6IlVTRCIsImlzc3VlZF9hdCI6MTcwMDAwMDEwMCwicGF5bWVudF9pZCI6IjcwMDAwMDAwMDAwMDAwMSIsInF1YW50aXR5IjoiMSIsInJlcXVlc3RfaWQiOiJvcmQ3ZjNhOWMyMSIsInN0YXR1cyI6ImNvbXBsZXRlZCJ9';
  const signedIn =
    'q39twHG94U06-PvvsJcrE0WcdGImPwCNoAP-sKHzkrs.eyJhbGdvcml0aG0iOiJITUFDLVNIQTI1NiIsImV4cGlyZXMiOjE3MDAwMDcyMDAsImlzc3VlZF9hdCI6MTcwMDAwMDAwMCwib2F1dGhfdG9rZW4iOiJFQUFURVNUdG9rZW4iLCJ1c2VyIjp7ImNvdW50cnkiOiJ1cyIsImxvY2FsZSI6ImVuX1VTIiwiYWdlIjp7Im1pbiI6MjF9fSwidXNlcl9pZCI6IjEwMTUwMDAwMDAwMDAwMDAxIn0';
  const notAuthorised =
    'YstAR-Q2kFkaNEwtWN1jqCsg-T4anJ435s3N58-_TqI.eyJhbGdvcml0aG0iOiJITUFDLVNIQTI1NiIsImlzc3VlZF9hdCI6MTcwMDAwMDAwMCwidXNlciI6eyJjb3VudHJ5IjoidXMiLCJsb2NhbGUiOiJlbl9VUyIsImFnZSI6eyJtaW4iOjAsIm1heCI6MTJ9fX0';
  const sign = (payload: string, key = secret) => {
    const text = Buffer.from(payload).toString('base64url');
    return `${createHmac('sha256', key).update(text).digest('base64url')}.${text}`;
  };
  const signPayment = (id = paymentId, request = requestId) =>
    sign(`{"algorithm":"HMAC-SHA256","payment_id":${id},"request_id":"${request}","status":"completed"}`);

  it('of a payment is parsed, with any of the secrets', () => {
    expect(parseSignedPayment(vector, [secret])).toEqual({ outcome: 'read', paymentId: '1001', requestId: 'ord_7Q2M' });
    expect(parseSignedPayment(vector, ['another_secret', secret])).toMatchObject({ outcome: 'read' });
    expect(parseSignedPayment(paid, [ofPlatform])).toMatchObject({
      paymentId: '700000000000001',
      requestId: 'ord7f3a9c21',
    });
  });

  it('keeps a payment id larger than a safe integer', () => {
    expect(parseSignedPayment(signPayment(), [secret])).toMatchObject({ paymentId });
  });

  it.each([
    ['of another app', vector, 'another_secret'],
    ['of a sign-in', signedIn, ofPlatform],
    ['of a visitor', notAuthorised, ofPlatform],
    ['of a payment without our request id', sign('{"algorithm":"HMAC-SHA256","payment_id":653080934806183}'), secret],
    ['with another algorithm', sign(`{"algorithm":"none","payment_id":1,"request_id":"x"}`), secret],
    ['that was changed', `${vector.slice(0, -1)}A`, secret],
    ['that is malformed', 'x', secret],
    ['with no secret to check it', vector, ''],
  ])('%s is refused', (_, text, key) => {
    expect(parseSignedPayment(text, [key])).toMatchObject({ outcome: 'refused', reason: expect.stringMatching(/./) });
  });

  async function bring(
    SignedRequest: string,
    answers: object[],
    end: Awaited<ReturnType<ProviderCallTools['applyEvents']>> = 'done',
  ) {
    const applied: PaymentEvent[][] = [];
    const tools = {
      payment: { ...sampleAttemptReference, status: 'WaitingForPayment' } as ProviderCallPayment,
      refresh: async () => undefined,
      applyEvents: async (events: readonly PaymentEvent[]) => {
        applied.push([...events]);
        return end;
      },
    };
    const { calls } = adapter;
    if (!calls) throw new Error('It has no calls.');
    const reply = await calls.verify({ PublicOrderId: sampleOrderId, SignedRequest }, hostWith(answers), tools);
    return { reply, applied };
  }

  it("from the page is decided by Graph's records only", async () => {
    const { reply, applied } = await bring(signPayment(), [payment]);
    expect(reply).toEqual({ Status: 'Payed' });
    expect(applied).toMatchObject([[{ kind: 'paid', attemptId: sampleAttemptId, amountMinor: 499 }]]);
    const { reply: early, applied: nothing } = await bring(signPayment(), [
      { ...payment, actions: [act('charge', 'initiated')] },
    ]);
    expect(early).toEqual({ Status: 'Created' });
    expect(nothing).toEqual([[]]);
    expect((await bring(signPayment(), [payment], 'mismatch')).reply).toEqual({ Status: 'Created' });
  });

  it('of another order is refused before Facebook is called; of another payment it applies nothing', async () => {
    const other = buildRequestId({ ...sampleAttemptReference, attemptId: sampleOrderId }, product, [secret]);
    await expect(bring(signPayment(paymentId, other), [])).rejects.toMatchObject({ code: 'ProofRefused' });
    await expect(bring(vector, [])).rejects.toMatchObject({ code: 'ProofRefused' });
    await expect(bring('nonsense', [])).rejects.toMatchObject({ code: 'ProofRefused' });
    expect(asked).toEqual([]);
    const { applied } = await bring(signPayment(), [{ ...payment, request_id: other }]);
    expect(applied).toEqual([[]]);
  });
});

describe('a webhook', () => {
  const receive = (body: string, headers: Readonly<Record<string, string>>, answers: object[], changes = {}) =>
    adapter.parseWebhook(
      { method: 'POST', body: Buffer.from(body), headers, remoteAddress: '203.0.113.7' },
      hostWith(answers, changes),
    );
  const missing = { http: 400, error: { message: 'x', type: 'GraphMethodException', code: 100, fbtrace_id: 'y' } };
  const body = '{"object":"payments","entry":[{"id":"1001","time":1767225700,"changed_fields":["actions"]}]}';
  const sha1 = 'sha1=89f22cf088844d12f2c6f433e70529f4e866332e';
  const sha256 = 'sha256=2b40f9356719d4bf8b52e11419fb930161854e6f101d68e1219c5ac8425c863f';
  const sign = (text: string, key = secret) => ({
    'x-hub-signature-256': `sha256=${createHmac('sha256', key).update(text).digest('hex')}`,
  });

  it.each([
    ['both signatures', body, { 'x-hub-signature': sha1, 'x-hub-signature-256': sha256 }, secret],
    ['the longer one', body, { 'x-hub-signature-256': sha256 }, secret],
    ['the shorter one', body, { 'x-hub-signature': sha1 }, secret],
    [
      'those of the platform',
      '{"object":"payments","entry":[{"id":"700000000000001","time":1700000105,"changed_fields":["actions"]}]}',
      {
        'x-hub-signature-256': 'sha256=08f47fb30ee1e4fabe80352807ed360b0c08bfe1b3c766b7ec494a06aaa380b5',
        'x-hub-signature': 'sha1=2fa5dd054775ef4d5bd3390968f34190e12b534f',
      },
      '0123456789abcdef0123456789abcdef',
    ],
    // A real webhook body from Facebook, published with its signature and secret.
    [
      'one that Facebook made',
      '{"object":"payments","entry":[{"id":"617617415035527","time":1431613346,"changed_fields":["actions"]}]}',
      { 'x-hub-signature': 'sha1=bf1c999e736b7e8f4113c8ca5e87ed5cd11627e9' },
      '4abc9369a6c3c0350d5a6439d90ae2d9',
    ],
  ])('with %s is accepted', async (_, text, headers, key) => {
    expect(await receive(text, headers, [missing], { AppSecrets: ['another_secret', key] })).toEqual({
      outcome: 'ignored',
    });
    expect(asked).toHaveLength(1);
    // The app has no such payment; Facebook's dashboard sends such test webhooks.
    expect(warnings).toHaveLength(1);
  });

  it('whose longer signature is wrong is refused, even if the shorter one is right', async () => {
    const headers = { 'x-hub-signature': sha1, 'x-hub-signature-256': sha256.replace(/.$/, '0') };
    expect(await receive(body, headers, [])).toMatchObject({ outcome: 'refused' });
  });

  it('is signed over its bytes, in which Facebook escapes non-ASCII characters', async () => {
    const text = body.replace('"entry"', '"note":"\\u00e4\\u0040 \\/","entry"');
    expect(await receive(text, sign(text), [missing])).toEqual({ outcome: 'ignored' });
    const unescaped = text.replace('\\u00e4', 'ä');
    expect(await receive(unescaped, sign(text), [])).toMatchObject({ outcome: 'refused' });
  });

  it('can name several payments, and each is read', async () => {
    const entry = ['1', '2', '2', paymentId].map((id) => ({ id, time: 1, changed_fields: ['actions'] }));
    const text = JSON.stringify({ object: 'payments', entry });
    const paid = { ...payment, id: '1' };
    const other = { ...payment, id: '2', actions: [act('charge', 'failed')] };
    expect(await receive(text, sign(text), [paid, other, missing])).toMatchObject({
      outcome: 'events',
      events: [
        { kind: 'paid', transactionId: '1' },
        { kind: 'failed', dedupKey: 'failed:2' },
      ],
    });
    expect(asked).toHaveLength(3);
  });

  it('is resent if one of its payments cannot be read', async () => {
    const entry = [{ id: '1' }, { id: '2' }];
    const text = JSON.stringify({ object: 'payments', entry });
    const answers = [
      { ...payment, id: '1' },
      { http: 500, error: { code: 2 } },
    ];
    await expect(receive(text, sign(text), answers)).rejects.toThrow('answered 500');
    const limited = { http: 400, error: { message: 'x', code: 4, type: 'OAuthException' } };
    await expect(receive(body, sign(body), [limited])).rejects.toThrow('answered 400');
  });

  it.each([
    ['about something else', '{"object":"user","entry":[{"id":"1"}]}'],
    ['about nothing', '{"object":"payments","entry":[]}'],
    ['about an invalid payment id', '{"object":"payments","entry":[{"id":"../me"}]}'],
  ])('%s is refused', async (_, text) => {
    expect(await receive(text, sign(text), [])).toMatchObject({ outcome: 'refused' });
    expect(asked).toEqual([]);
  });

  it('keeps the value of large numbers', async () => {
    const text = `{"object":"payments","entry":[{"id":${paymentId}}]}`;
    await receive(text, sign(text), [payment]);
    expect(asked[0]?.url).toContain(`/${paymentId}?`);
  });
});

describe('the subscription', () => {
  const ask = (query: Readonly<Record<string, string>>) =>
    adapter.parseWebhook(
      {
        method: 'GET',
        query: new URLSearchParams(query),
        body: Buffer.alloc(0),
        headers: {},
        remoteAddress: '203.0.113.7',
      },
      hostWith([]),
    );
  const good = { 'hub.mode': 'subscribe', 'hub.challenge': '1158201444', 'hub.verify_token': settings.VerifyToken };

  it('is answered with its challenge', async () => {
    const reading = await ask(good);
    expect(reading).toMatchObject({ outcome: 'ignored' });
    expect('answer' in reading && reading.answer?.('done' as never)).toEqual({ status: 200, body: '1158201444' });
  });

  it.each([
    ['another token', { ...good, 'hub.verify_token': `${settings.VerifyToken}x` }],
    ['no token', { ...good, 'hub.verify_token': '' }],
    ['another mode', { ...good, 'hub.mode': 'unsubscribe' }],
    ['an invalid challenge', { ...good, 'hub.challenge': '<b>' }],
    ['nothing', {}],
  ])('is refused with %s', async (_, query) => {
    const reading = await ask(query);
    expect(reading).toMatchObject({ outcome: 'refused' });
    expect('answer' in reading && reading.answer?.('refused' as never)).toEqual({ status: 403 });
  });
});

describe('refunds', () => {
  const refund = {
    ...known,
    refundId: sampleOrderId,
    transactionId: paymentId,
    refundMinor: 499,
    isOverpayment: false,
  };
  const returned = { ...payment, actions: [...payment.actions, act('refund', 'completed')] };

  it('return the whole charge in its own currency, and report the result', async () => {
    const kronor = (type: string) => act(type, 'completed', '52.33', { currency: 'SEK' });
    const answers = [
      { ...payment, actions: [kronor('charge')] },
      { success: true },
      { ...payment, actions: [kronor('charge'), kronor('refund')] },
    ];
    expect(await adapter.refund(refund, hostWith(answers))).toMatchObject({
      outcome: 'done',
      events: [{ kind: 'refunded', amountMinor: 499, currency: 'USD', chargeId: paymentId }],
    });
    expect(asked[1]).toMatchObject({
      url: `https://graph.facebook.com/v3.0/${paymentId}/refunds`,
      method: 'POST',
      body: { currency: 'SEK', amount: '52.33', reason: 'CUSTOMER_SERVICE', access_token: `111|${secret}` },
    });
  });

  it('are not requested again if one exists', async () => {
    expect(await adapter.refund(refund, hostWith([returned]))).toMatchObject({ outcome: 'done' });
    const underWay = { ...payment, actions: [...payment.actions, act('refund', 'initiated')] };
    expect(await adapter.refund(refund, hostWith([underWay]))).toEqual({ outcome: 'pending' });
    expect(asked).toHaveLength(1);
  });

  it('are requested again if one failed, and are pending until Facebook reports them', async () => {
    const failed = { ...payment, actions: [...payment.actions, act('refund', 'failed')] };
    expect(await adapter.refund(refund, hostWith([failed, [200, true], failed]))).toEqual({ outcome: 'pending' });
  });

  it.each([
    ['a part', { refundMinor: 100 }, []],
    ['an unknown payment', {}, [{ http: 400, error: { code: 100 } }]],
    ['an unpaid payment', {}, [{ ...payment, actions: [act('charge', 'initiated')] }]],
    ['a payment of another attempt', { attemptId: sampleOrderId }, [payment]],
    [
      'the rest after a partial refund',
      {},
      [{ ...payment, actions: [...payment.actions, act('refund', 'completed', '1.00')] }],
    ],
    ['a payment that Facebook does not refund', {}, [payment, { http: 400, error: { code: 100 } }]],
  ])('of %s are refused', async (_, changes, answers) => {
    expect(await adapter.refund({ ...refund, ...changes }, hostWith(answers))).toMatchObject({
      outcome: 'refused',
      reason: expect.stringMatching(/./),
    });
  });
});
