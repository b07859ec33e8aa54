import { randomUUID } from 'node:crypto';
import { describe, expect, it, test } from 'vitest';
import type { WebhookResult } from '#model/payment-operations.server.ts';
import { createSamplePayment, createSampleRefund } from '../kit/testing/sample-payment.server.ts';
import { createTestVendorHost } from '../kit/testing/vendor-host.server.ts';
import type { VerifyLoginResult } from '../port.server.ts';
import { adapter } from './adapter.server.ts';
import { signOkParams } from './client.server.ts';

// Vectors for the documented algorithms, created by other programs.
const settings = { ApplicationKey: 'CTESTKEYABABABABA', ApplicationSecretKey: 'OKtestAppSecret000000000001' };
const launch =
  'api_server=https%3A%2F%2Fapi.ok.ru%2F&apiconnection=512000000001_1735689600000&application_key=CTESTKEYABABABABA&authorized=1&clientLog=0&ip_geo_location=RU%2C48%2CMoscow&logged_user_id=570000000001&mob=false&refplace=direct&session_key=-s-testsessionkey&session_secret_key=oksessionsecret0001&web_server=https%3A%2F%2Fok.ru&auth_sig=31b3b206dba4840f835e93cd43395a2e&sig=b87e69f9666060c6723539cf30cfc7b4';
const payment =
  'amount=24&application_key=CTESTKEYABABABABA&call_id=1735689700123&extra_attributes=%7B%22orderId%22%3A%227f3a%22%7D&method=callbacks.payment&product_code=gems_100&transaction_id=900100200&transaction_time=2025-01-01%2003%3A01%3A40&uid=570000000001&sig=a708cdfd5f29f288a7bc9bbd039e12d6';

function signed(base: string, changed: Record<string, string | undefined>): string {
  const { sig: _, ...texts } = { ...Object.fromEntries(new URLSearchParams(base)), ...changed };
  const kept = Object.fromEntries(
    Object.entries(texts).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
  return new URLSearchParams({ ...kept, sig: signOkParams(kept, settings.ApplicationSecretKey) }).toString();
}

const refused = { outcome: 'refused', reason: expect.stringMatching(/./) };

describe('the player', () => {
  const me = { uid: '570000000001', name: 'Ada Winter' };
  const proved = {
    outcome: 'proved',
    guest: false,
    proof: { identity: { type: 'Odnoklassniki', externalId: '570000000001' }, name: 'Ada Winter' },
  };
  const verify = (QueryString: string, answer: object = me): Promise<VerifyLoginResult> | undefined =>
    adapter.verify?.({ QueryString }, createTestVendorHost(settings, { answers: [answer] }));
  const onlyOldest = launch.replace(/&sig=.*/, '');

  it('is proved by the signature over the whole launch, as in the documented example', async () => {
    expect(await verify(launch)).toEqual(proved);
    expect(await verify(`?${launch}`, { ...me, uid: 570_000_000_001 })).toEqual(proved);
    expect(signed(launch, {})).toContain('sig=b87e69f9666060c6723539cf30cfc7b4');
  });

  it('is proved by auth_sig if nothing else is signed, as in the documented example', async () => {
    expect(await verify(onlyOldest)).toEqual(proved);
    expect(await verify(onlyOldest.replace('auth_sig=3', 'auth_sig=4'))).toEqual(refused);
    expect(await verify(onlyOldest.replace('user_id=57', 'user_id=58'))).toEqual(refused);
    // It never replaces a wrong signature.
    expect(await verify(launch.replace('&sig=b', '&sig=c'))).toEqual(refused);
    expect(await verify(`${onlyOldest}&sig=`)).toEqual(refused);
  });

  it.each([
    ['another player', launch.replace('user_id=57', 'user_id=58')],
    ['another payload', `${launch}&custom_args=room-7`],
    ['a parameter twice', `${launch}&mob=false`],
    ['no signature at all', launch.replace(/&auth_sig=.*/, '')],
    ['another app', signed(launch, { application_key: 'COTHERKEYABABABABA' })],
    ['no player', signed(launch, { logged_user_id: undefined })],
    ['a player id that is not a number', signed(launch, { logged_user_id: 'x' })],
  ])('is refused with %s, without a request', async (_, QueryString) => {
    const host = createTestVendorHost(settings);
    expect(await adapter.verify?.({ QueryString }, host)).toEqual(refused);
    expect(host.asked).toEqual([]);
  });

  it('is requested from the platform with the launch’s session, signed as documented', async () => {
    const host = createTestVendorHost(settings, { answers: [me] });
    await adapter.verify?.({ QueryString: launch }, host);
    const call = { application_key: 'CTESTKEYABABABABA', format: 'JSON', method: 'users.getCurrentUser' };
    const { body, url } = host.asked[0] ?? {};
    expect(url).toBe('https://api.ok.ru/fb.do');
    expect(body).toMatchObject({
      ...call,
      session_key: '-s-testsessionkey',
      sig: expect.stringMatching(/^[\da-f]{32}$/) as string,
    });
    const fields = 'uid,name,first_name,last_name,gender,locale,pic224x224';
    const texts = { ...call, fields, session_key: '-s-testsessionkey' };
    expect(signOkParams(texts, 'oksessionsecret0001')).toBe('acb5039ee0452756de918ac3684191b7');
  });

  it.each([102, 103, 104])('is refused if the platform rejects the session with error %i', async (error_code) => {
    const verdict = await verify(launch, { error_code, error_msg: 'PARAM : oksessionsecret0001', error_data: null });
    expect(verdict).toEqual(refused);
    expect(JSON.stringify(verdict)).not.toContain('oksessionsecret0001');
  });

  it('is refused if the session belongs to another player', async () => {
    expect(await verify(launch, { ...me, uid: '570000000002' })).toEqual(refused);
  });

  it.each([[{ error_code: 2 }], [{ error_code: 101 }], [{ http: 500 }], [{ http: 502, uid: '1' }], [{}], [[]], [null]])(
    'is unknown if the platform answers %j',
    async (answer) => {
      const host = createTestVendorHost(settings, { answers: [answer] });
      await expect(adapter.verify?.({ QueryString: launch }, host)).rejects.toThrow(/Odnoklassniki/);
    },
  );
});

const { payments } = adapter;
if (!payments) throw new Error('Odnoklassniki takes OKs');
const orderId = randomUUID();
const ours = { extra_attributes: JSON.stringify({ orderId }) };

const read = (query: string, more: object = {}) =>
  payments.parseWebhook(
    {
      method: 'GET',
      query: new URLSearchParams(query),
      body: Buffer.alloc(0),
      headers: {},
      remoteAddress: '217.20.145.193',
    },
    createTestVendorHost({ ...settings, ...more }),
  );

const errorOf = (code: number) => ({
  status: 200,
  headers: { 'content-type': 'application/xml', 'invocation-error': String(code) },
  body: expect.stringMatching(
    new RegExp(
      `^<\\?xml version="1.0" encoding="UTF-8"\\?>\n<ns2:error_response xmlns:ns2="http://api.forticom.com/1.0/"><error_code>${code}</error_code><error_msg>[^<]+</error_msg></ns2:error_response>\n$`,
    ),
  ) as string,
});
const success = {
  status: 200,
  headers: { 'content-type': 'application/xml' },
  body: '<?xml version="1.0" encoding="UTF-8"?>\n<callbacks_payment_response xmlns="http://api.forticom.com/1.0/">true</callbacks_payment_response>\n',
};

describe('a payment', () => {
  it('is signed as in the documented example, whose order is not ours', async () => {
    const reading = await read(payment);
    expect(reading).toMatchObject({ outcome: 'events', events: [] });
    expect('answer' in reading && reading.answer?.('done' as never)).toEqual(errorOf(1001));
  });

  it('is a payment event if the order may be paid by this player, for this product, at this price', async () => {
    const money = { amountMinor: 24, currency: 'OKS' };
    expect(await read(signed(payment, ours))).toEqual({
      outcome: 'events',
      events: [
        { kind: 'paid', dedupKey: 'paid 900100200', orderId, transactionId: '900100200', ...money, isTest: false },
      ],
      question: { orderId, payerId: '570000000001', sku: 'gems_100', ...money },
    });
    expect(await read(signed(payment, { ...ours, currency: 'ok' }), { IsTest: true })).toMatchObject({
      events: [{ ...money, isTest: true }],
    });
  });

  it.each([
    ['without a transaction, as events of subscriptions', { transaction_id: '' }],
    ['in roubles', { currency: 'RUB' }],
    ['of zero', { amount: '0' }],
    ['of a fraction', { amount: '24.5' }],
    ['of a negative amount', { amount: '-24' }],
    ['without an amount', { amount: undefined }],
    ['without attributes', { extra_attributes: undefined }],
    ['with attributes that are not JSON', { extra_attributes: '{' }],
    ['with attributes that are not an object', { extra_attributes: 'null' }],
  ])('%s is invalid', async (_, changed) => {
    const reading = await read(signed(payment, { ...ours, ...changed }));
    expect(reading).toMatchObject({ outcome: 'events', events: [] });
    expect('answer' in reading && reading.answer?.('done' as never)).toEqual(errorOf(1001));
  });

  it.each([
    ['of another app', { application_key: 'COTHERKEYABABABABA' }],
    ['that is another call', { method: 'callbacks.other' }],
  ])('%s is refused', async (_, changed) => {
    expect(await read(signed(payment, { ...ours, ...changed }))).toEqual(refused);
  });

  it('is refused with another price than the signed one, a repeated field, without a signature, and by POST', async () => {
    const good = signed(payment, ours);
    for (const query of [good.replace('amount=24', 'amount=1'), `${good}&uid=1`, good.replace(/&sig=.*/, ''), ''])
      expect(await read(query)).toEqual(refused);
    const posted = { method: 'POST', body: Buffer.from(good), headers: {}, remoteAddress: '' } as const;
    expect(await payments.parseWebhook(posted, createTestVendorHost(settings))).toEqual(refused);
  });

  it.each<[WebhookResult, object]>([
    ['done', success],
    ['retry', errorOf(2)],
    ['refused', errorOf(104)],
    ['mismatch', errorOf(1001)],
    ['unknown-order', errorOf(1001)],
  ])('that ended as %s gets a reply in the platform’s XML', (end, expected) => {
    expect(payments.buildWebhookReply(end)).toEqual(expected);
  });
});

describe('an order', () => {
  const opened = createSamplePayment({ orderId, currency: 'OKS' });

  it('is created only for OKs, with the fields that the dialog shows and returns', async () => {
    const host = createTestVendorHost(settings);
    expect(await payments.create(opened, host)).toEqual({
      outcome: 'created',
      reply: {
        ExtraAttributes: `{"orderId":"${orderId}"}`,
        Name: 'A hundred gems',
        Description: 'For the mine',
        Price: 24,
      },
    });
    const product = { sku: 'gems_100', name: ' ', description: '' };
    expect(await payments.create({ ...opened, product }, host)).toMatchObject({
      reply: { Name: 'gems_100', Description: 'gems_100' },
    });
    expect(await payments.create({ ...opened, currency: 'RUB' }, host)).toEqual(refused);
    expect(await payments.create({ ...opened, amountMinor: 0 }, host)).toEqual(refused);
    expect(host.asked).toEqual([]);
  });

  const refundOf = createSampleRefund(opened, '900100200');
  const refundWith = async (answer: object, more: Partial<typeof refundOf> = {}) => {
    const host = createTestVendorHost(settings, { answers: [answer] });
    return { host, end: await payments.refund({ ...refundOf, ...more }, host) };
  };

  it('is refunded with a call of the app, without a session', async () => {
    const { host, end } = await refundWith({ success: true, txn_id: 900_100_300 });
    const call = {
      application_key: settings.ApplicationKey,
      format: 'JSON',
      method: 'payment.refundUserPayment',
      transaction_id: '900100200',
      uid: '100200300',
    };
    const sig = signOkParams(call, settings.ApplicationSecretKey);
    expect(host.asked).toEqual([{ url: 'https://api.ok.ru/fb.do', body: { ...call, sig } }]);
    const { attemptId, refundId } = refundOf;
    const money = { amountMinor: 24, currency: 'OKS', isTest: false, isOverpayment: false };
    const ids = { attemptId, refundId, chargeId: '900100200', transactionId: '900100300' };
    expect(end).toEqual({
      outcome: 'done',
      events: [{ kind: 'refunded', dedupKey: 'refunded 900100300', ...ids, ...money }],
    });
  });

  it('is not refunded if the platform rejects it, and the operator gets the reason', async () => {
    const advice = { outcome: 'refused', reason: expect.stringMatching(/current month.*support/) as string };
    expect((await refundWith({ success: false })).end).toEqual(advice);
    for (const error_code of [7, 10, 100, 110])
      expect((await refundWith({ error_code, error_msg: 'PARAM' })).end).toEqual(advice);
    const { buyer: _, ...unknown } = refundOf;
    const host = createTestVendorHost(settings);
    expect(await payments.refund(unknown, host)).toEqual(advice);
    expect(await payments.refund({ ...refundOf, refundMinor: 1 }, host)).toEqual(refused);
    expect(host.asked).toEqual([]);
  });

  it.each([[{ error_code: 2 }], [{ error_code: 104 }], [{ error_code: 8 }], [{ http: 502 }], [{}], [null]])(
    'has an unknown refund result if the platform answers %j',
    async (answer) => {
      const host = createTestVendorHost(settings, { answers: [answer] });
      await expect(payments.refund(refundOf, host)).rejects.toThrow(/Odnoklassniki/);
    },
  );
});

describe('the records', () => {
  const span = { from: new Date('2026-11-17T06:00:00Z'), to: new Date('2026-11-18T06:00:00Z') };
  const noon = Date.parse('2026-11-17T12:00:00Z');
  const transaction = (id: number, more: object = {}) => ({
    id,
    timestamp: noon,
    operation: 'DEBIT',
    status: 'SUCCESS',
    amount: 24,
    desc: 'gems',
    userId: 570_000_000_001,
    platform: 'COMMUNITY_WEB',
    ...more,
  });
  const listFrom = async (pages: Readonly<Record<string, object>>, more: object = {}) => {
    const host = createTestVendorHost(
      { ...settings, ...more },
      {
        answer: ({ body }) => {
          const { date = '', anchor = '' } = body as Record<string, string>;
          return pages[anchor === '' ? date : anchor] ?? { data: [], has_more: false };
        },
      },
    );
    return { host, events: await payments.list?.(span, host) };
  };
  const money = { amountMinor: 24, currency: 'OKS', isTest: false };

  it('are read by day and page, limited to the span', async () => {
    const { host, events } = await listFrom({
      '2026.11.17': { data: [transaction(1)], anchor: 'next', has_more: true },
      next: { data: [transaction(2, { timestamp: noon / 1000 }), transaction(3, { timestamp: noon - 86_400_000 })] },
      '2026.11.18': { data: [transaction(1), transaction(4, { timestamp: noon + 86_400_000 })], has_more: false },
    });
    expect(events).toEqual(
      ['1', '2'].map((id) => ({ kind: 'paid', dedupKey: `paid ${id}`, transactionId: id, ...money })),
    );
    const asked = host.asked.map(({ body }) => body as Record<string, string>);
    expect(asked.map(({ date, anchor }) => anchor ?? date)).toEqual(['2026.11.16', '2026.11.17', 'next', '2026.11.18']);
    for (const { sig, session_key: session, ...texts } of asked) {
      expect(session).toBeUndefined();
      expect(texts).toMatchObject({ method: 'payment.getDailyTransactionsFromServer', count: '100' });
      expect(sig).toBe(signOkParams(texts, settings.ApplicationSecretKey));
    }
  });

  it('have refunds, which are recognised by the app’s number, and no unfinished payments', async () => {
    const credit = { operation: 'CREDIT' };
    const data = [
      transaction(1, { status: 'INIT' }),
      transaction(2, { status: 'CANCEL' }),
      transaction(3, credit),
      transaction(4, { ...credit, userId: 512_000_000_001 }),
    ];
    const pages = { '2026.11.17': { data } };
    expect((await listFrom(pages)).events).toEqual([]);
    const refund = { kind: 'refunded', dedupKey: 'refunded 3', transactionId: '3', ...money };
    expect((await listFrom(pages, { ApplicationId: '512000000001' })).events).toEqual([refund]);
  });

  it.each([
    ['another format', { data: [{ id: 1 }] }],
    ['an error', { error_code: 10 }],
    ['a page without a continuation', { data: [], has_more: true }],
  ])('are not read partially: %s', async (_, page) => {
    await expect(listFrom({ '2026.11.17': page })).rejects.toThrow(/Odnoklassniki/);
  });
});

test('callbacks are accepted only from the networks that an operator set', async () => {
  const query = signed(payment, ours);
  const CallbackNetworks = ['217.20.145.192/28', '217.20.151.160/28', '217.20.153.48/28'];
  expect(await read(query, { CallbackNetworks })).toMatchObject({ outcome: 'events' });
  expect(await read(query, { CallbackNetworks: ['192.0.2.0/24'] })).toEqual(refused);
});
