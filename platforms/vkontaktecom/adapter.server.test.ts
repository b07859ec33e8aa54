import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { encodeFormValue } from '#kit/sorted-signature.server.ts';
import type { OrderQueryReply, ParsedWebhook, WebhookResult } from '#model/payment-operations.server.ts';
import { createSamplePayment, createSampleRefund } from '../kit/testing/sample-payment.server.ts';
import { createTestTools } from '../kit/testing/tools.server.ts';
import { createTestVendorHost } from '../kit/testing/vendor-host.server.ts';
import type { VerifyLoginResult } from '../port.server.ts';
import { adapter } from './adapter.server.ts';
import { signVkParams, signLaunch } from './verify.server.ts';

// The reference's vectors, created with VK's algorithms.
const key = 'VKtestSecureKey0001';
const startedAt = new Date(1_735_689_600_000);
const launchOfToday =
  'vk_access_token_settings=friends%2Cwall&vk_app_id=51000001&vk_are_notifications_enabled=0&vk_is_app_user=1&vk_is_favorite=0&vk_language=ru&vk_platform=desktop_web&vk_ref=catalog_recent&vk_ts=1735689600&vk_user_id=100200300&sign=GbaFYJjM0FnVVS5YNUtNJdhHuL1SA4iGXuouF9v4sxo';
const oldNames = 'access_token_settings,api_id,is_app_user,language,platform,timestamp,viewer_id';
const oldLaunch = `access_token_settings=friends%2Cwall&api_id=51000001&is_app_user=1&language=0&platform=web&timestamp=1735689600&viewer_id=100200300&sign_keys=${encodeURIComponent(oldNames)}&sign=75Nh2aQx-D7nQXogAP0WB1XrHrRL7EhK2PN42C1kD6k`;
const oldestLaunch = 'api_id=51000001&viewer_id=100200300&auth_key=737bab3b4ccdcac0d6414237151f4d43';
const session = { expire: 1_735_693_200, mid: 100_200_300, secret: 'oauth', sid: 'abcdef0123456789' };
const sessionSig = '8dcfcbd34e56018e2f356f46fed08cca';

const settings = { AppId: '51000001', SecureKey: key };

const hostWith = (more: object = {}, answers: readonly (object | null)[] = [], now = startedAt) =>
  createTestVendorHost({ ...settings, ...more }, { answers, now });

const verify = (QueryString: string, more?: object, now?: Date): Promise<VerifyLoginResult> => {
  if (!adapter.verify) throw new Error('VK proves nobody');
  return adapter.verify({ QueryString }, hostWith(more, [], now));
};

const proved = {
  outcome: 'proved',
  guest: false,
  proof: { identity: { type: 'Vkontakte', externalId: '100200300' } },
};
const refused = { outcome: 'refused', reason: expect.stringMatching(/./) };

describe('the player', () => {
  it("is signed as in VK's own published example, which is older than the time in it", () => {
    const texts = {
      vk_user_id: '494075',
      vk_app_id: '6736218',
      vk_is_app_user: '1',
      vk_are_notifications_enabled: '1',
      vk_language: 'ru',
      vk_access_token_settings: '',
      vk_platform: 'android',
    };
    expect(signLaunch(texts, Object.keys(texts), 'wvl68m4dR1UpLrVRli')).toBe(
      'htQFduJpLxz7ribXRZpDFUH-XEUhC9rBPTJkjUFEkRA',
    );
  });

  it('is proved by the signature over all fields that start with vk_', async () => {
    expect(await verify(launchOfToday)).toEqual(proved);
    expect(await verify(`?${launchOfToday}&utm=anything`)).toEqual(proved);
  });

  it('is proved with either encoding of special characters, as in VK’s examples for Node and for other languages', async () => {
    const texts = {
      vk_app_id: '51000001',
      vk_user_id: '100200300',
      vk_ts: '1735689600',
      vk_ref: "other (it's) a+b*~!",
    };
    const names = Object.keys(texts);
    const signed = (encode: (value: string) => string) =>
      new URLSearchParams({ ...texts, sign: signLaunch(texts, names, key, encode) }).toString();
    expect(signed(encodeFormValue)).not.toBe(signed(encodeURIComponent));
    for (const encode of [encodeURIComponent, encodeFormValue]) {
      expect(await verify(signed(encode))).toEqual(proved);
      expect(await verify(signed(encode).replace('a%2Bb', 'a+b'))).toEqual(refused);
    }
  });

  it('is proved by the fields that an old launch lists', async () => {
    expect(await verify(oldLaunch)).toEqual(proved);
  });

  it('is proved by an auth_key only if an operator allows it', async () => {
    expect(await verify(oldestLaunch)).toEqual(refused);
    expect(await verify(oldestLaunch, { AcceptAuthKey: true })).toEqual(proved);
    expect(await verify(oldestLaunch.replace('viewer_id=1', 'viewer_id=2'), { AcceptAuthKey: true })).toEqual(refused);
    // It never replaces a wrong signature.
    expect(await verify(`${oldestLaunch}&sign_keys=api_id&sign=x`, { AcceptAuthKey: true })).toEqual(refused);
    expect(await verify(`${oldestLaunch}&vk_app_id=51000001`, { AcceptAuthKey: true })).toEqual(refused);
  });

  it.each([
    ['another player', launchOfToday.replace('vk_user_id=1', 'vk_user_id=2')],
    ['one more signed parameter', `${launchOfToday}&vk_group_id=1`],
    ['a parameter twice', `${launchOfToday}&vk_user_id=100200300`],
    ['no signature', launchOfToday.replace(/&sign=.*/, '')],
    ['an empty signature', launchOfToday.replace(/sign=.*/, 'sign=')],
    ['the old style with another player', oldLaunch.replace('viewer_id=1', 'viewer_id=2')],
  ])('is refused with %s', async (_, query) => {
    expect(await verify(query)).toEqual(refused);
  });

  it.each(['api_id', 'viewer_id', 'timestamp'])('is refused if %s is not signed', async (left) => {
    const texts = Object.fromEntries(new URLSearchParams(oldLaunch));
    const signedOver = (names: string[]) => {
      const sign = signLaunch(texts, names, key);
      return verify(new URLSearchParams({ ...texts, sign_keys: names.join(','), sign }).toString());
    };
    const names = oldNames.split(',');
    expect(await signedOver(names)).toEqual(proved);
    expect(await signedOver(names.filter((name) => name !== left))).toEqual(refused);
    expect(await signedOver([...names, left])).toEqual(refused);
  });

  it('is refused when the launch is too old, or from the future', async () => {
    const after = (ms: number) => new Date(startedAt.getTime() + ms);
    expect(await verify(launchOfToday, {}, after(23 * 3600_000))).toEqual(proved);
    expect(await verify(launchOfToday, {}, after(25 * 3600_000))).toEqual(refused);
    expect(await verify(oldLaunch, {}, after(25 * 3600_000))).toEqual(refused);
    expect(await verify(launchOfToday, { MaxLaunchAgeS: 90_000 }, after(24.5 * 3600_000))).toEqual(proved);
    expect(await verify(launchOfToday, {}, after(-200_000))).toEqual(proved);
    expect(await verify(launchOfToday, {}, after(-400_000))).toEqual(refused);
  });
});

describe('a session of the Open API', () => {
  const signIn = async (sent: object, now = startedAt): Promise<VerifyLoginResult> => {
    const tools = createTestTools();
    const input = { Game: 'gem-miner', VkSessionUser: { ...session, sig: sessionSig, ...sent } };
    expect(await adapter.calls.authenticateFromOpenApi(input, hostWith({}, [], now), tools)).toMatchObject({
      Token: 'token',
    });
    const [verdict] = tools.verdicts;
    if (!verdict) throw new Error('Nobody was signed in');
    return verdict;
  };

  it('proves its player until it expires', async () => {
    expect(await signIn({})).toEqual(proved);
    expect(await signIn({}, new Date(session.expire * 1000))).toEqual(refused);
  });

  it.each([
    { mid: 100_200_301 },
    { expire: 1_835_693_200 },
    { sid: 'other' },
    { sig: '' },
    { sig: sessionSig.toUpperCase() },
  ])('is refused with %o', async (changed) => {
    expect(await signIn(changed)).toEqual(refused);
  });
});

const { payments } = adapter;
if (!payments) throw new Error('VK takes votes');

const askBody =
  'app_id=51000001&item=order_7f3a&lang=ru_RU&notification_type=get_item_test&order_id=2044594&receiver_id=100200300&user_id=100200300&version=5.132&sig=8a86190dd625f1559a5b657b8cde20ad';
const paidBody =
  'app_id=51000001&date=1735689700&item=order_7f3a&item_id=gems_100&item_photo_url=https%3A%2F%2Fcdn.example.test%2Fg100.png&item_price=24&item_title=100+%D0%BA%D1%80%D0%B8%D1%81%D1%82%D0%B0%D0%BB%D0%BB%D0%BE%D0%B2&notification_type=order_status_change_test&order_id=2044861&receiver_id=100200300&status=chargeable&user_id=100200300&version=5.132&sig=d2f1db1459312a823bb35b3c0d5ef8da';

const orderId = randomUUID();

function formWith(base: string, changed: Record<string, string | undefined>): string {
  const fields: Record<string, string | undefined> = {
    ...Object.fromEntries(new URLSearchParams(base)),
    item: orderId,
    ...changed,
    sig: undefined,
  };
  const texts: Record<string, string> = {};
  for (const [name, text] of Object.entries(fields)) if (text !== undefined) texts[name] = text;
  return new URLSearchParams({ ...texts, sig: signVkParams(texts, key) }).toString();
}

const readBody = (body: string, more?: object): Promise<ParsedWebhook> =>
  payments.parseWebhook({ body: Buffer.from(body), headers: {}, remoteAddress: '127.0.0.1' }, hostWith(more));

const errorOf = (code: number, isCritical = true) => ({
  status: 200,
  body: { error: { error_code: code, error_msg: expect.stringMatching(/./), critical: isCritical } },
});

async function answerTo(body: string, end: WebhookResult = 'done') {
  const reading = await readBody(body);
  if (reading.outcome !== 'events' || !reading.answer) throw new Error(`It was reading as ${reading.outcome}`);
  return { events: reading.events, answer: reading.answer(end) };
}

describe('a notification about votes', () => {
  it("is accepted by VK's signature", async () => {
    // The vectors' item is not an order of ours: VK's notification is genuine and gets an error.
    for (const body of [askBody, paidBody]) expect(await answerTo(body)).toEqual({ events: [], answer: errorOf(20) });
  });

  it.each([
    ['another price', paidBody.replace('item_price=24', 'item_price=1')],
    ['another app', formWith(paidBody, { app_id: '51000002' })],
  ])('is refused with %s', async (_, body) => {
    expect(await readBody(body)).toEqual(refused);
  });

  it('that queries an item names our order, the payer and the language', async () => {
    const reading = await readBody(formWith(askBody, {}));
    if (reading.outcome !== 'order-query') throw new Error(`It was reading as ${reading.outcome}`);
    expect(reading.question).toEqual({ orderId, payerId: '100200300', locale: 'ru' });
    const order: OrderQueryReply = {
      orderId,
      sku: 'gems-100',
      name: `${'gems '.repeat(9)}12💎💎`,
      description: '',
      imageUrl: 'https://cdn.example/gems.png',
      amountMinor: 24,
      currency: 'VKV',
    };
    const item = { price: 24, item_id: 'gems-100', photo_url: 'https://cdn.example/gems.png', expiration: 0 };
    const response = { title: `${'gems '.repeat(9)}12`, ...item };
    expect(reading.answer(order)).toEqual({ status: 200, body: { response } });
    expect(reading.answer(undefined)).toEqual(errorOf(20));
    expect(reading.answer({ ...order, currency: 'RUB' })).toEqual(errorOf(20));
  });

  it('of a charge is a payment, and always gets the same reply', async () => {
    const body = formWith(paidBody, {});
    const first = await answerTo(body);
    const transaction = { transactionId: 'test-2044861', dedupKey: 'paid:test-2044861', isTest: true };
    expect(first).toEqual({
      events: [{ kind: 'paid', orderId, ...transaction, amountMinor: 24, currency: 'VKV' }],
      answer: { status: 200, body: { response: { order_id: 2_044_861, app_order_id: 2_044_861 } } },
    });
    expect(await answerTo(body)).toEqual(first);
  });

  it.each([
    [
      { notification_type: 'order_status_change' },
      { transactionId: '2044861', dedupKey: 'paid:2044861', isTest: false },
    ],
    [{ status: 'refunded' }, { kind: 'refunded', orderId, transactionId: 'test-2044861', chargeId: 'test-2044861' }],
  ])('with %o is another transaction than a test, or refunds that charge', async (changed, event) => {
    const { events } = await answerTo(formWith(paidBody, changed));
    expect(events).toMatchObject([{ ...event, amountMinor: 24 }]);
  });

  it.each([
    ['retry', errorOf(2, false)],
    ['refused', errorOf(10)],
    ['mismatch', errorOf(101)],
    ['unknown-order', errorOf(20)],
    ['unknown-player', errorOf(22)],
  ] as const)('that ended as %s gets a reply in VK’s format', async (end, expected) => {
    expect((await answerTo(formWith(paidBody, {}), end)).answer).toEqual(expected);
    expect(payments.buildWebhookReply(end)).toEqual(expected);
  });

  it.each([
    ['get_subscription', 110],
    ['subscription_status_change_test', 110],
    ['get_gift', 11],
    ['', 11],
  ])('of the kind “%s” proves nothing and gets the error %i', async (notification_type, code) => {
    expect(await answerTo(formWith(paidBody, { notification_type }))).toEqual({ events: [], answer: errorOf(code) });
  });

  it.each([
    [{ status: 'cancelled' }, 11],
    [{ order_id: '0' }, 11],
    [{ order_id: '9'.repeat(16) }, 11],
    [{ item_price: '-24' }, 11],
    [{ item_price: '1e3' }, 11],
    [{ item_price: undefined }, 11],
    [{ item: 'gems-100' }, 20],
  ])('with %o is not a payment and gets the error %i', async (changed, code) => {
    expect(await answerTo(formWith(paidBody, changed))).toEqual({ events: [], answer: errorOf(code) });
  });

  it('from an invalid player gets an error', async () => {
    expect(await answerTo(formWith(askBody, { user_id: 'x' }))).toEqual({ events: [], answer: errorOf(22) });
  });
});

const payment = createSamplePayment({ orderId, currency: 'VKV' });
const vkOrder = { id: 2_044_861, status: 'charged', item: orderId, amount: '24', user_id: 100_200_300 };
const withKey = { ServiceKey: 'service-key' };

describe("VK's records", () => {
  it('are not read without a service key: VK charges nothing that we have not accepted', async () => {
    const host = hostWith();
    expect(await payments.read(payment, host)).toEqual({ events: [], isOver: false });
    expect(host.asked).toEqual([]);
  });

  it('report charges and refunds, real and in tests', async () => {
    const host = hostWith(withKey, [
      {
        response: [
          { ...vkOrder, id: 7 },
          { ...vkOrder, item: randomUUID() },
          { ...vkOrder, id: 8, status: 'chargeable' },
        ],
      },
      { response: [{ ...vkOrder, id: '7', status: 'refunded', amount: 24 }] },
    ]);
    const { events, isOver } = await payments.read(payment, host);
    expect(isOver).toBe(false);
    expect(events.map(({ kind, transactionId }) => [kind, transactionId])).toEqual([
      ['paid', '7'],
      ['paid', 'test-7'],
      ['refunded', 'test-7'],
    ]);
    const url = 'https://api.vk.com/method/orders.get';
    expect(host.asked).toMatchObject([{ url }, { url, body: { test_mode: '1' } }]);
  });

  it.each([[{}], [[]], [null], [{ response: {} }], [{ response: [{ id: 1 }] }], [{ error: { error_code: 5 } }]])(
    'throw if VK answers %j',
    async (answer) => {
      await expect(payments.read(payment, hostWith(withKey, [answer, answer]))).rejects.toThrow(
        /^(?!.*service-key).*VK (answered|says).* orders\.get/,
      );
    },
  );
});

describe('a refund of votes', () => {
  const refund = createSampleRefund(payment, 'test-2044861');

  it('is made through the API, once', async () => {
    const again = { response: [{ ...vkOrder, status: 'refunded' }] };
    const host = hostWith(withKey, [{ response: [vkOrder] }, { response: 'refunded' }, again]);
    const done = await payments.refund(refund, host);
    expect(done).toMatchObject({
      outcome: 'done',
      events: [
        { kind: 'refunded', orderId, transactionId: 'test-2044861', refundId: refund.refundId, isOverpayment: false },
      ],
    });
    const sent = { order_id: '2044861', action: 'refund', test_mode: '1', access_token: 'service-key', v: '5.131' };
    expect(host.asked[1]?.body).toEqual(sent);
    expect(await payments.refund(refund, host)).toEqual(done);
    expect(host.asked).toHaveLength(3);
  });

  it('is pending if VK only reports that it has started', async () => {
    const host = hostWith(withKey, [{ response: [vkOrder] }, { response: 'processing' }]);
    expect(await payments.refund(refund, host)).toEqual({ outcome: 'pending' });
  });

  it.each([
    ['without a service key', {}, {}],
    ['in parts', withKey, { refundMinor: 12 }],
    ['for a charge that is not VK’s', withKey, { transactionId: 'pi_123' }],
  ])('is refused %s, with a reason', async (_, more, changed) => {
    const host = hostWith(more);
    expect(await payments.refund({ ...refund, ...changed }, host)).toEqual(refused);
    expect(host.asked).toEqual([]);
  });

  it('is refused if VK has another order, or rejects it', async () => {
    const other = hostWith(withKey, [{ response: [{ ...vkOrder, amount: 25 }] }]);
    expect(await payments.refund(refund, other)).toEqual(refused);
    const host = hostWith(withKey, [{ response: [vkOrder] }, { error: { error_code: 100, error_msg: 'a secret' } }]);
    const reason = expect.not.stringContaining('secret') as string;
    expect(await payments.refund(refund, host)).toEqual({ outcome: 'refused', reason });
  });

  it('throws if the result is unknown', async () => {
    for (const answer of [{ response: [] }, { error: { error_code: 10 } }])
      await expect(payments.refund(refund, hostWith(withKey, [answer]))).rejects.toThrow(/VK/);
  });
});

it('is created only for votes, without a request to VK', async () => {
  const host = hostWith();
  expect(await payments.create(payment, host)).toMatchObject({ outcome: 'created' });
  expect(await payments.create({ ...payment, currency: 'RUB' }, host)).toEqual(refused);
  expect(await payments.create({ ...payment, amountMinor: 0 }, host)).toEqual(refused);
  expect(host.asked).toEqual([]);
});
