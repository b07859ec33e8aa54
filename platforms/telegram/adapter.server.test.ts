import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import type { Webhook } from '#model/payment-operations.server.ts';
import { createSamplePayment, createSampleRefund } from '../kit/testing/sample-payment.server.ts';
import { createTestVendorHost } from '../kit/testing/vendor-host.server.ts';
import { adapter } from './adapter.server.ts';
import { telegram } from './platform.ts';
import { signInitData, verify } from './verify.server.ts';

const { payments } = adapter;
if (!payments) throw new Error('The adapter has no payments.');

// The reference's vector, for a bot that doesn't exist.
const botToken = '7000000001:AAtest-token-FOR-vectors-only-000001';
const vector =
  'user=%7B%22id%22%3A900000001%2C%22first_name%22%3A%22%D0%90%D0%BD%D1%8F%22%2C%22last_name%22%3A%22Test%20%2B%20%5C%2F%22%2C%22username%22%3A%22anya_test%22%2C%22language_code%22%3A%22ru%22%2C%22allows_write_to_pm%22%3Atrue%2C%22photo_url%22%3A%22https%3A%5C%2F%5C%2Ft.me%5C%2Fi%5C%2Fuserpic%5C%2F320%5C%2Fx.svg%22%7D&chat_instance=-1234567890123456789&chat_type=private&start_param=invite_42&auth_date=1735689600&signature=mwFnGCVVnqvYWs5Zgwib8C83aKmruYghGFvt2sNTAa6CF-wJKRjPfb6LevMis1I8yoNhaEKV7bYkV_nD8O9ODw&hash=ec51ffc19bd44f8eb690cf148f4dc814944476e5802b375affac80f6abfb4d4c';
const signedAt = new Date(1_735_689_600_000);
const later = (seconds: number): Date => new Date(signedAt.getTime() + seconds * 1000);

const settings = { BotToken: botToken, WebhookSecret: 'a-secret-of-the-operator' };
const attemptId = '0b1f6c1e-7f0a-4b59-9d0a-7c6a1f1d2e3f';
const orderId = '6f5c1a57-2f50-4d59-8a53-0e9a4a4f0c11';
const now = new Date('2026-01-01T00:00:00Z');

type Settings = Parameters<typeof verify>[1]['settings'];

const hostWith = (answers: readonly object[] = [], given: Partial<Settings> = {}, at = now) =>
  createTestVendorHost<Settings>({ ...settings, ...given }, { answers, now: at });
const result = (value: unknown) => ({ ok: true, result: value });
const fault = (http: number, description: string) => ({ http, ok: false, error_code: http, description });

describe('a launch', () => {
  const check = (InitData: string, at = later(10), more: Partial<Settings> = {}) =>
    verify({ InitData }, hostWith([], more, at));
  const refusal = (reason: string) => ({ outcome: 'refused', reason: expect.stringContaining(reason) });
  const signed = (fields: Readonly<Record<string, string>>) =>
    new URLSearchParams({ ...fields, hash: signInitData(fields, botToken) }).toString();

  it('of the documentation is proved, with the name as Telegram wrote it', async () => {
    expect(await check(vector)).toEqual({
      outcome: 'proved',
      proof: { identity: { type: 'Telegram', externalId: '900000001' }, name: 'Аня Test + /' },
      guest: false,
    });
  });

  it('of the published Mini Apps example, from before signatures, is proved', async () => {
    const user = {
      id: 279058397,
      first_name: 'Vladislav',
      last_name: 'Kibenko',
      username: 'vdkfrost',
      language_code: 'ru',
      is_premium: true,
    };
    const published = new URLSearchParams({
      query_id: 'AAHdF6IQAAAAAN0XohDhrOrc',
      user: JSON.stringify(user),
      auth_date: '1662771648',
      hash: 'c501b71e775f74ce10e377dea85a7ea24ecd640b223ea86dfe453e0eaed2e2b2',
    });
    const BotToken = '5768337691:AAH5YkoiEuPk8-FZa32hStHTqXiLPtAEhx8';
    expect(await check(published.toString(), new Date(1_662_771_650_000), { BotToken })).toMatchObject({
      outcome: 'proved',
      proof: { identity: { externalId: '279058397' }, name: 'Vladislav Kibenko' },
    });
  });

  it.each([
    ['leaves the signature out', /hash=\w+/, 'hash=e8b01511f88f9b09e74b10e5c0f59f89508ef0ac7f92512849e05217a352832c'],
    ['has a field more', /$/, '&more=1'],
    ['has a field less', '&chat_type=private', ''],
    ['has an empty hash', /hash=\w+/, 'hash='],
    ['is in capitals', /[0-9a-f]{64}$/, 'EC51FFC19BD44F8EB690CF148F4DC814944476E5802B375AFFAC80F6ABFB4D4C'],
  ])('is refused when the signed data %s', async (_, before, after) => {
    expect(await check(vector.replace(before, after))).toEqual(refusal('not signed'));
  });

  it('is refused with a repeated field, whichever is signed', async () => {
    expect(await check(`${vector}&user=%7B%22id%22%3A1%7D`)).toEqual(refusal('repeats a field'));
    expect(await check(`user=%7B%22id%22%3A1%7D&${vector}`)).toEqual(refusal('repeats a field'));
  });

  it('has a maximum age, and may not be in the future', async () => {
    expect(await check(vector, later(86_401))).toEqual(refusal('older than 86400 s'));
    expect(await check(vector, later(61), { MaxAgeSeconds: 60 })).toEqual(refusal('older than 60 s'));
    expect(await check(vector, later(-61))).toEqual(refusal('from the future'));
    expect(await check(signed({ user: '{"id":1}', auth_date: '' }))).toEqual(refusal('no time'));
  });

  it.each(['anya', '{"first_name":"Anya"}', '{"id":1.5}', 'null'])(
    'that is signed with the user %s is refused',
    async (user) => {
      expect(await check(signed({ user, auth_date: '1735689600' }))).toEqual(refusal('not a Telegram user'));
    },
  );

  it('that is signed without a user is refused, with the specified message', async () => {
    const message = 'Telegram user is missing!';
    expect(await check(signed({ auth_date: '1735689600' }))).toMatchObject({ outcome: 'refused', message });
  });

  it('of a player without a name is proved by the id', async () => {
    const proof = await check(signed({ user: '{"id":5,"first_name":""}', auth_date: '1735689600' }));
    expect(proof).toMatchObject({ proof: { identity: { externalId: '5' } } });
    expect(proof).not.toHaveProperty('proof.name');
  });
});

it('is set up with a token and a secret; other settings are optional', () => {
  const check = (given: object) => Value.Check(telegram.settings, { ...settings, ...given });
  expect(check({})).toBe(true);
  expect(check({ BotName: 'my_bot', AppName: 'play', Community: 'my_news', MaxAgeSeconds: 3600 })).toBe(true);
  for (const wrong of [{ BotToken: 'token' }, { WebhookSecret: 'short' }, { BotName: '@my_bot' }, { MaxAgeSeconds: 0 }])
    expect(check(wrong)).toBe(false);
});

const payment = createSamplePayment({ attemptId, orderId, amountMinor: 250, currency: 'XTR', createdAt: now });

describe('creating', () => {
  it('requests a link with the attempt as its payload', async () => {
    const host = hostWith([result('https://t.me/$abc')]);
    expect(await payments.create(payment, host)).toEqual({
      outcome: 'created',
      reply: { InvoiceUrl: 'https://t.me/$abc' },
    });
    const words = { title: 'A hundred gems', description: 'For the mine' };
    const prices = [{ label: 'A hundred gems', amount: 250 }];
    const body = { ...words, payload: attemptId, provider_token: '', currency: 'XTR', prices };
    expect(host.asked).toEqual([{ url: `https://api.telegram.org/bot${botToken}/createInvoiceLink`, body }]);
  });

  it.each([
    [`${'x'.repeat(31)}💎`, 'y'.repeat(300), { title: 'x'.repeat(31), description: 'y'.repeat(255) }],
    [' ', ' ', { title: 'gems', description: 'gems' }],
  ])("keeps Telegram's limits: %j, %j", async (name, description, words) => {
    const host = hostWith([result('https://t.me/$abc')], { IsTest: true });
    await payments.create({ ...payment, product: { sku: 'gems', name, description } }, host);
    expect(host.asked[0]?.url).toContain('/test/createInvoiceLink');
    expect(host.asked[0]?.body).toMatchObject(words);
  });

  it('refuses other currencies than Stars without a request', async () => {
    const host = hostWith();
    for (const change of [{ currency: 'USD' }, { amountMinor: 0 }])
      expect(await payments.create({ ...payment, ...change }, host)).toMatchObject({ outcome: 'refused' });
    expect(host.asked).toEqual([]);
  });

  it("is refused if Telegram rejects it, with Telegram's message", async () => {
    const host = hostWith([fault(400, 'Bad Request: CURRENCY_TOTAL_AMOUNT_INVALID')]);
    expect(await payments.create(payment, host)).toEqual({
      outcome: 'refused',
      reason: 'Telegram refused: Bad Request: CURRENCY_TOTAL_AMOUNT_INVALID',
    });
  });

  it.each([
    [fault(401, 'Unauthorized'), 'Is BotToken right?'],
    [fault(429, 'Too Many Requests: retry after 5'), 'less often'],
    [{ http: 502 }, '502'],
    [{ http: 400, something: 'else' }, '400'],
    [result(true), 'unexpected format'],
    [{ ok: true }, 'unexpected format'],
  ])('throws if the result is unknown: %o', async (answer, message) => {
    const opening = payments.create(payment, hostWith([answer]));
    await expect(opening).rejects.toThrow(message);
    await expect(opening).rejects.not.toThrow(botToken);
  });
});

describe('an update', () => {
  const query = {
    id: '4382bfdwdsb323b2d9',
    from: { id: 900_000_001, language_code: 'ru' },
    currency: 'XTR',
    total_amount: 250,
    invoice_payload: attemptId,
  };
  const paid = { currency: 'XTR', total_amount: 250, invoice_payload: attemptId, telegram_payment_charge_id: 'stx1' };
  const secret = { 'x-telegram-bot-api-secret-token': settings.WebhookSecret };
  const notice = (content: unknown, headers: Webhook['headers'] = secret): Webhook => ({
    body: Buffer.from(typeof content === 'string' ? content : JSON.stringify({ update_id: 1, ...Object(content) })),
    headers,
    remoteAddress: '149.154.160.1',
  });
  const readUpdate = (given: Webhook, more: Partial<Settings> = {}) => payments.parseWebhook(given, hostWith([], more));

  it('without the secret is refused, and so is any other content', async () => {
    const guessed = { 'x-telegram-bot-api-secret-token': 'guessed-something' };
    const unproved = await readUpdate(notice({ message: { successful_payment: paid } }, guessed));
    expect(unproved).toMatchObject({ outcome: 'refused', reason: expect.stringContaining('WebhookSecret') });
    for (const content of [{ pre_checkout_query: {} }, { message: { successful_payment: {} } }])
      expect(await readUpdate(notice(content))).toMatchObject({ reason: 'It is not a Telegram update.' });
    expect(payments.buildWebhookReply('refused').status).toBe(403);
  });

  it('queries whether this player may pay for this, and is answered in the response', async () => {
    const reading = await readUpdate(notice({ pre_checkout_query: query }));
    if (reading.outcome !== 'order-query') throw new Error(`It was reading as ${reading.outcome}.`);
    const asked = { payerId: '900000001', amountMinor: 250, currency: 'XTR', locale: 'ru' };
    expect(reading.question).toEqual({ attemptId, ...asked });
    const order = { orderId, sku: 'gems', name: 'Gems', description: '', amountMinor: 250, currency: 'XTR' };
    const answer = { method: 'answerPreCheckoutQuery', pre_checkout_query_id: query.id };
    expect(reading.answer(order)).toEqual({ status: 200, body: { ...answer, ok: true } });
    expect(reading.answer(undefined)).toEqual({
      status: 200,
      body: { ...answer, ok: false, error_message: 'Эту покупку уже нельзя оплатить. Начните её заново в игре.' },
    });
  });

  it('that queries another invoice names no attempt', async () => {
    const reading = await readUpdate(notice({ pre_checkout_query: { ...query, invoice_payload: 'tip jar' } }));
    expect(reading).toMatchObject({ outcome: 'order-query' });
    expect(reading).not.toHaveProperty('question.attemptId');
  });

  it('of a payment is a payment event, and the same one when it is repeated', async () => {
    const charge = { transactionId: 'stx1', amountMinor: 250, currency: 'XTR', isTest: false };
    const event = { kind: 'paid', dedupKey: 'paid stx1', attemptId, ...charge };
    for (const update_id of [1, 2])
      expect(await readUpdate(notice({ update_id, message: { successful_payment: paid } }))).toEqual({
        outcome: 'events',
        events: [event],
      });
    const test = await readUpdate(notice({ message: { successful_payment: paid } }), { IsTest: true });
    expect(test).toMatchObject({ events: [{ isTest: true }] });
  });

  it('of a refund names the charge', async () => {
    expect(await readUpdate(notice({ message: { refunded_payment: paid } }))).toMatchObject({
      events: [
        { kind: 'refunded', dedupKey: 'refunded stx1', transactionId: 'stx1', chargeId: 'stx1', amountMinor: 250 },
      ],
    });
  });

  it.each([
    [{ message: { text: '/start' } }],
    [{ edited_message: {} }],
    [{ message: { successful_payment: { ...paid, invoice_payload: 'tip jar' } } }],
  ])('about something else is ignored: %o', async (content) => {
    expect(await readUpdate(notice(content))).toEqual({ outcome: 'ignored' });
  });
});

describe('reading', () => {
  const nowS = now.getTime() / 1000;
  const recordsOf = (transactions: readonly object[]) =>
    createTestVendorHost<Settings>(settings, {
      now,
      answer({ body }) {
        const { offset, limit } = body as { offset: number; limit: number };
        return result({ transactions: transactions.slice(offset, offset + limit) });
      },
    });
  const old = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ id: `old${at}`, amount: 1, date: nowS - 1_000_000 + at }));
  const source = { type: 'user', user: { id: 900_000_001 }, invoice_payload: attemptId };
  const came = { id: 'stx1', amount: 250, date: nowS + 5, source };
  const went = { id: 'stx1', amount: 250, date: nowS + 9, receiver: source };
  const foreign = { id: 'stx2', amount: 9, date: nowS + 6, source: { ...source, invoice_payload: orderId } };
  const bought = { id: 'ad', amount: 9, date: nowS + 7, receiver: { type: 'telegram_ads' } };

  it('finds a payment and its refund after many others', async () => {
    const host = recordsOf([...old(12_345), came, foreign, bought, went]);
    const { events, isOver } = await payments.read(payment, host);
    expect(events).toMatchObject([
      { kind: 'paid', transactionId: 'stx1', amountMinor: 250, currency: 'XTR' },
      { kind: 'refunded', transactionId: 'stx1', chargeId: 'stx1' },
    ]);
    expect(isOver).toBe(false);
    expect(host.asked.length).toBeLessThan(20);
  });

  it('lists payments of a span', async () => {
    const host = recordsOf([...old(250), came, foreign, bought, went]);
    const listed = await payments.list?.({ from: now, to: new Date(now.getTime() + 8000) }, host);
    expect(listed).toMatchObject([{ attemptId }, { attemptId: orderId }]);
  });

  it.each([
    ['another format', [result({ transactions: [{ id: 'x' }] })], 'unexpected format'],
    ['no records', [fault(400, 'Bad Request: NO')], 'does not show its records'],
    [
      'another order',
      [result({ transactions: [] }), result({ transactions: [went, came] })],
      'not sorted oldest first',
    ],
  ])('throws on %s', async (_, answers, message) => {
    await expect(payments.read(payment, hostWith(answers))).rejects.toThrow(message);
  });
});

describe('a refund', () => {
  const refund = createSampleRefund({ ...payment, buyer: { ...payment.buyer, externalId: '900000001' } }, 'stx1');
  const done = { outcome: 'done', events: [expect.objectContaining({ kind: 'refunded', dedupKey: 'refunded stx1' })] };

  it('names the payer and the charge', async () => {
    const host = hostWith([result(true)]);
    expect(await payments.refund(refund, host)).toEqual(done);
    expect(host.asked[0]?.body).toEqual({ user_id: 900_000_001, telegram_payment_charge_id: 'stx1' });
  });

  it('that was made before succeeds', async () => {
    expect(await payments.refund(refund, hostWith([fault(400, 'Bad Request: CHARGE_ALREADY_REFUNDED')]))).toEqual(done);
  });

  it('finds the payer in the records when the account was erased', async () => {
    const transactions = [
      { id: 'stx1', amount: 250, date: now.getTime() / 1000, source: { type: 'user', user: { id: 7 } } },
    ];
    const host = hostWith([result({ transactions: [] }), result({ transactions }), result(true)]);
    expect(await payments.refund({ ...refund, buyer: {} }, host)).toEqual(done);
    expect(host.asked.at(-1)?.body).toMatchObject({ user_id: 7 });
    const empty = [result({ transactions: [] }), result({ transactions: [] })];
    expect(await payments.refund({ ...refund, buyer: {} }, hostWith(empty))).toMatchObject({ outcome: 'refused' });
  });

  it('of a part is refused without a request', async () => {
    expect(await payments.refund({ ...refund, refundMinor: 100 }, hostWith([]))).toMatchObject({ outcome: 'refused' });
    expect(payments.fullRefundsOnly?.remedy).toContain('whole');
  });

  it('that Telegram rejects is refused, and one without an answer throws', async () => {
    const refused = await payments.refund(refund, hostWith([fault(400, 'Bad Request: BALANCE_TOO_LOW')]));
    expect(refused).toEqual({ outcome: 'refused', reason: 'Telegram refused: Bad Request: BALANCE_TOO_LOW' });
    await expect(payments.refund(refund, hostWith([{ http: 500 }]))).rejects.toThrow('500');
  });
});
