import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
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

  it('is proved by the signature over the whole launch, as the vector has it', async () => {
    expect(await verify(launch)).toEqual(proved);
    expect(await verify(`?${launch}`, { ...me, uid: 570_000_000_001 })).toEqual(proved);
    expect(signed(launch, {})).toContain('sig=b87e69f9666060c6723539cf30cfc7b4');
  });

  it('is proved by auth_sig where nothing else is signed, as the vector has it', async () => {
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
    ['nobody', signed(launch, { logged_user_id: undefined })],
    ['a player who is no number', signed(launch, { logged_user_id: 'x' })],
  ])('is refused with %s, without a request', async (_, QueryString) => {
    const host = createTestVendorHost(settings);
    expect(await adapter.verify?.({ QueryString }, host)).toEqual(refused);
    expect(host.asked).toEqual([]);
  });

  it('is requested from the platform with the launch’s session, signed like the vector', async () => {
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

  it.each([102, 103, 104])(
    'is refused where the platform answers about the session with its error %i',
    async (error_code) => {
      const verdict = await verify(launch, { error_code, error_msg: 'PARAM : oksessionsecret0001', error_data: null });
      expect(verdict).toEqual(refused);
      expect(JSON.stringify(verdict)).not.toContain('oksessionsecret0001');
    },
  );

  it('is refused if the session belongs to another player', async () => {
    expect(await verify(launch, { ...me, uid: '570000000002' })).toEqual(refused);
  });

  it.each([[{ error_code: 2 }], [{ error_code: 101 }], [{ http: 500 }], [{ http: 502, uid: '1' }], [{}], [[]], [null]])(
    'is not known where the platform answers %j',
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
  it('is signed like the vector, whose order is not ours', async () => {
    const reading = await read(payment);
    expect(reading).toMatchObject({ outcome: 'events', events: [] });
    expect('answer' in reading && reading.answer?.('done' as never)).toEqual(errorOf(1001));
  });

  it('is a payment event if the order may be paid by this person, for this product, at this price', async () => {
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
    ['of nothing', { amount: '0' }],
    ['of a fraction', { amount: '24.5' }],
    ['of less than nothing', { amount: '-24' }],
    ['without an amount', { amount: undefined }],
    ['without attributes', { extra_attributes: undefined }],
    ['with attributes that are no JSON', { extra_attributes: '{' }],
    ['with attributes that are no object', { extra_attributes: 'null' }],
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

  it('is refused with another price than the signed one, a text twice, without a signature, and by POST', async () => {
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
  ])('that ended as %s is answered in the platform’s own XML', (end, expected) => {
    expect(payments.buildWebhookReply(end)).toEqual(expected);
  });
});

describe('an order', () => {
  const opened = createSamplePayment({ orderId, currency: 'OKS' });

  it('is opened for OKs alone, with what the dialog shows and repeats', async () => {
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

  it('is never given back from here, and an operator reads where', async () => {
    const end = await payments.refund(createSampleRefund(opened, '900100200'), createTestVendorHost(settings));
    expect(end).toEqual({ outcome: 'refused', reason: expect.stringContaining('support') as string });
  });
});
