import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSamplePayment, createSampleRefund } from '../kit/testing/sample-payment.server.ts';
import { runSimulator, type RunningSimulator } from '../kit/testing/run-simulator.server.ts';
import { adapter } from './adapter.server.ts';
import { telegram } from './platform.ts';
import { simulator } from './simulator.server.ts';

const { payments } = adapter;
if (!payments) throw new Error('The adapter has no payments.');

let tried: RunningSimulator;
beforeEach(async () => void (tried = await runSimulator(simulator, telegram, adapter)));
afterEach(() => tried[Symbol.asyncDispose]());

async function open(attemptId = randomUUID()): Promise<string> {
  const created = await payments?.create(createSamplePayment({ attemptId, currency: 'XTR' }), tried.host);
  if (created?.outcome !== 'created') throw new Error('There is no invoice.');
  return created.reply.InvoiceUrl.replace('https://t.me/$', '');
}
const pay = async (slug: string, telling = 'usual') =>
  (await tried.post('/web/pay', { slug, payer: { id: '100200300', language: 'en' }, telling })).body as object;
const call = (method: string, body: object, token = botToken()) => tried.post(`/bot${token}/test/${method}`, body);
const botToken = (): string => (tried.host.settings as { BotToken: string }).BotToken;

describe('a simulated purchase', () => {
  it('is queried and paid, or not if the bot rejects it', async () => {
    const slug = await open();
    expect(await pay(slug)).toEqual({ status: 'paid' });
    await vi.waitFor(() => expect(tried.received).toEqual(['asked', 'paid']));
    tried.sold = undefined;
    const message = expect.stringContaining('can no longer be paid') as string;
    expect(await pay(slug)).toEqual({ status: 'failed', message });
  });

  it('is sent twice if configured, and again after a failure', async () => {
    tried.errorsBeforeSuccess = 1;
    await pay(await open(), 'twice');
    await vi.waitFor(() => expect(tried.received).toEqual(['asked', 'paid', 'paid']));
  });

  it('is refunded to the payer, once', async () => {
    const attemptId = randomUUID();
    await pay(await open(attemptId));
    const known = { ...createSamplePayment({ attemptId, currency: 'XTR' }), createdAt: new Date(Date.now() - 1000) };
    const { events } = await payments.read(known, tried.host);
    const charge = createSampleRefund(known, events[0]?.transactionId ?? '');
    const refund = (externalId: string) => payments.refund({ ...charge, buyer: { externalId } }, tried.host);
    expect(await refund('5')).toMatchObject({ outcome: 'refused' });
    for (let times = 0; times < 2; times += 1) expect(await refund('100200300')).toMatchObject({ outcome: 'done' });
    await vi.waitFor(() => expect(tried.received).toEqual(['asked', 'paid', 'refunded']));
  });

  it('sends updates to the URL of setWebhook, with its secret', async () => {
    const slug = await open();
    await call('setWebhook', { url: tried.place.hookUrl, secret_token: 'another-secret-0000' });
    expect(await pay(slug)).toEqual({ status: 'failed', message: 'The webhook of the bot answered 403.' });
    expect((await call('setWebhook', { url: 'nowhere' })).status).toBe(400);
  });
});

describe('the simulated Bot API', () => {
  const prices = [{ label: 'Gems', amount: 1 }];
  const invoice = { title: 'Gems', description: 'Many', payload: 'x', currency: 'XTR', prices };

  it.each([
    ['a long title', { title: 'x'.repeat(33) }],
    ['no description', { description: '' }],
    ['a payload of 129 bytes', { payload: 'é'.repeat(65) }],
    ['money', { currency: 'USD' }],
    ['two prices', { prices: [...prices, ...prices] }],
    ['nothing to pay', { prices: [{ label: 'Gems', amount: 0 }] }],
  ])('rejects an invoice with %s', async (_, change) => {
    expect((await call('createInvoiceLink', invoice)).status).toBe(200);
    const refused = await call('createInvoiceLink', { ...invoice, ...change });
    expect(refused).toMatchObject({ status: 400, body: { ok: false, error_code: 400 } });
  });

  it('rejects unknown tokens, methods, queries and invoices', async () => {
    expect((await call('createInvoiceLink', invoice, '1:other')).status).toBe(401);
    expect((await call('deleteEverything', {})).status).toBe(404);
    expect((await call('answerPreCheckoutQuery', { pre_checkout_query_id: 'old', ok: true })).status).toBe(400);
    expect((await call('getStarTransactions', { limit: 101 })).status).toBe(400);
    for (const path of ['/web/invoice', '/web/pay']) expect((await tried.post(path, { slug: 'x' })).status).toBe(404);
  });
});
