import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Webhook } from '#model/payment-operations.server.ts';
import { createSamplePayment, createSampleRefund } from '../kit/testing/sample-payment.server.ts';
import { createTestTools } from '../kit/testing/tools.server.ts';
import { createTestVendorHost } from '../kit/testing/vendor-host.server.ts';
import { adapter } from './adapter.server.ts';
import { signOrder, signatureHeader, signBody, type SignedOrder } from './order.server.ts';
import { signContent } from './signed-content.server.ts';

const key = 'wizq-test-secret';
const now = new Date('2026-01-01T12:00:00Z');
const at = now.getTime() / 1000;
const start = (more: object = {}, by = key) => signContent({ kind: 'start', user: '77', at, ...more }, by);

const hostWith = (settings: { TestKey?: string } = { TestKey: key }, spent = new Set<string>()) => ({
  ...createTestVendorHost(settings, { now }),
  consumeOnce: async (proof: string, until: Date) => until > now && !spent.has(proof) && spent.add(proof).size > 0,
});

const call = (form: { json?: string; JsonData?: string }, host = hostWith()) =>
  adapter.calls.proxyRequest({ Game: 'gem-miner', ...form }, host, createTestTools());
const getUserId = (more: object = {}) => JSON.stringify({ command: 'getUserId', number: 1, start: start(), ...more });
const verify = (Token: string, host = hostWith()) => adapter.verify?.({ Token }, host);

const refused = { outcome: 'refused', reason: expect.stringMatching(/./) };
const proved = { outcome: 'proved', guest: false, proof: { identity: { type: 'WizQ', externalId: '77' } } };

describe('the command getUserId', () => {
  it.each(['json', 'JsonData'])(
    'is accepted in the field %s, and returns a token that signs in once',
    async (field) => {
      const host = hostWith();
      const { Token } = await call({ [field]: getUserId() }, host);
      expect(await verify(Token, host)).toEqual(proved);
      expect(await verify(Token, host)).toEqual(refused);
      expect((await call({ json: getUserId({ number: 2 }) }, host)).Token).not.toBe(Token);
    },
  );

  it.each([
    ['nothing', {}],
    ['both fields', { json: getUserId(), JsonData: getUserId() }],
    ['no JSON', { json: 'getUserId' }],
    ['a list', { json: '[]' }],
    ['no number', { json: getUserId({ number: undefined }) }],
    ['a number as a string', { json: getUserId({ number: '1' }) }],
    ['a negative number', { json: getUserId({ number: -1 }) }],
    ['another field', { json: getUserId({ userId: '78' }) }],
    ['another command', { json: getUserId({ command: 'getFriends' }) }],
    ['the name of a property of every object', { json: getUserId({ command: 'constructor' }) }],
    ['a URL to call', { json: getUserId({ command: 'request', start: 'http://169.254.169.254/latest' }) }],
  ])('with %s is refused, without a request', async (_, form) => {
    const host = hostWith();
    await expect(call(form, host)).rejects.toMatchObject({ code: 'InvalidRequest' });
    expect(host.asked).toEqual([]);
  });

  it.each([
    ['of another key', start({}, 'the-key-of-another')],
    ['of yesterday', start({ at: at - 86_401 })],
    ['of tomorrow', start({ at: at + 3600 })],
    ['that is a token', signContent({ kind: 'token', user: '77', game: 'gem-miner', at, id: 'x' }, key)],
    ['that is a URL', 'http://127.0.0.1/'],
    ['that is missing', undefined],
  ])('with launch data %s is refused', async (_, given) => {
    const host = hostWith();
    await expect(call({ json: getUserId({ start: given }) }, host)).rejects.toMatchObject({ code: 'ProofRefused' });
    expect(host.warned).toHaveLength(1);
    expect(host.asked).toEqual([]);
  });
});

describe('a token', () => {
  const token = (more: object) =>
    signContent({ kind: 'token', user: '77', game: 'gem-miner', at, id: randomUUID(), ...more }, key);

  it('is valid for five minutes, for one game', async () => {
    expect(await verify(token({ at: at - 300 }))).toEqual(proved);
    expect(await verify(token({ at: at - 301 }))).toEqual(refused);
    expect(await verify(token({ game: 'sky-courier' }))).toEqual(refused);
  });

  it('is neither a launch nor a player id', async () => {
    expect(await verify(start())).toEqual(refused);
    expect(await verify('77')).toEqual(refused);
  });
});

const { payments } = adapter;
if (!payments) throw new Error('WizQ takes no money');

describe('without settings', () => {
  it('refuses everything', async () => {
    const host = hostWith({});
    await expect(call({ json: getUserId() }, host)).rejects.toMatchObject({ code: 'ProofRefused' });
    expect(await verify(signContent({ kind: 'token', user: '77', game: 'gem-miner', at, id: 'x' }, ''), host)).toEqual(
      refused,
    );
    expect(await payments.create(createSamplePayment({ currency: 'USD' }), host)).toEqual(refused);
    const body = Buffer.from('{}');
    const headers = { [signatureHeader]: signBody(body, '') };
    expect(await payments.parseWebhook({ body, headers, remoteAddress: '127.0.0.1' }, host)).toEqual(refused);
  });
});

describe('an order', () => {
  const order: SignedOrder = { orderId: randomUUID(), sku: 'gems_100', amountMinor: 499, currency: 'USD' };
  const secured = signOrder(order, key);
  const asked = { ...order, name: 'A hundred gems', description: '' };
  const read = (content: object, by = key) => {
    const body = Buffer.from(JSON.stringify(content));
    const webhook: Webhook = { body, headers: { [signatureHeader]: signBody(body, by) }, remoteAddress: '127.0.0.1' };
    return payments.parseWebhook(webhook, hostWith());
  };

  it('is secured as documented', () => {
    expect(signOrder({ ...order, orderId: 'ord7f3a9c21' }, key)).toBe(
      'ord7f3a9c21.M8VZVg1Rlgc5dZXTVQ6kT0ITXHk0mLrUDKa27BKuEtM',
    );
  });

  it('is sent to the browser signed', async () => {
    const payment = createSamplePayment({ orderId: order.orderId, amountMinor: 499, currency: 'USD' });
    const reply = { SecuredOrderId: secured };
    expect(await payments.create(payment, hostWith())).toEqual({ outcome: 'created', reply });
  });

  it('is described to WizQ only if it matches the secured one', async () => {
    const question = await read({ Command: 'getOrder', SecuredOrderId: secured, UserId: '77' });
    if (question.outcome !== 'order-query') throw new Error(question.outcome);
    expect(question.question).toEqual({ orderId: order.orderId, payerId: '77' });
    expect(question.answer(asked)).toEqual({
      status: 200,
      body: { OrderId: order.orderId, Sku: 'gems_100', Name: 'A hundred gems', Amount: '4.99', Currency: 'USD' },
    });
    const no = { status: 200, body: { Error: 'UnknownOrder' } };
    for (const other of [undefined, { ...asked, amountMinor: 1 }, { ...asked, sku: 'gems_9000' }])
      expect(question.answer(other)).toEqual(no);
    const nobody = await read({ Command: 'getOrder', SecuredOrderId: 'x.y', UserId: '77' });
    expect(nobody).toMatchObject({ question: { payerId: '77' } });
  });

  const notice = {
    Command: 'orderPaid',
    SecuredOrderId: secured,
    Sku: 'gems_100',
    Amount: '4.99',
    Currency: 'USD',
    TransactionId: 'w-1',
    IsTest: false,
  };
  const event = { orderId: order.orderId, transactionId: 'w-1', amountMinor: 499, currency: 'USD', isTest: false };

  it('is paid and refunded by WizQ’s notifications', async () => {
    expect(await read(notice)).toEqual({
      outcome: 'events',
      events: [{ ...event, kind: 'paid', dedupKey: 'paid w-1' }],
    });
    expect(await read({ ...notice, Command: 'orderRefunded' })).toEqual({
      outcome: 'events',
      events: [{ ...event, kind: 'refunded', dedupKey: 'refunded w-1', chargeId: 'w-1' }],
    });
  });

  it.each([
    { Amount: '0.01' },
    { Amount: '4.999' },
    { Sku: 'gems_9000' },
    { Currency: 'EUR' },
    { SecuredOrderId: `${randomUUID()}.${secured.split('.')[1]}` },
    { SecuredOrderId: 'ord.x' },
    { Command: 'orderForgotten' },
  ])('is refused with %o', async (change) => {
    expect(await read({ ...notice, ...change })).toEqual(refused);
  });

  it('is not refunded by us, and the operator gets the reason', async () => {
    const payment = createSamplePayment({ currency: 'USD' });
    expect(await payments.refund(createSampleRefund(payment, 'w-1'), hostWith())).toEqual(refused);
  });
});
