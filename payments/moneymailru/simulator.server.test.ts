import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openSimulatedPortalForEachTest, readSimulatorSettings } from '../simulator-portal.server.ts';
import {
  isSignedByMoneyMailRu,
  parseEnvelopeContent,
  signEnvelope,
  type SignedEnvelope,
  type MoneyMailRuSettings,
} from './envelope.server.ts';
import { simulator } from './simulator.server.ts';

const portal = openSimulatedPortalForEachTest<never>(simulator);
const settings = readSimulatorSettings<MoneyMailRuSettings>(simulator);

const attemptId = randomUUID();
const request = {
  currency: 'RUB',
  amount: '149.00',
  pay_method: 'cpgtest',
  issuer_id: attemptId,
  description: '<b>Gems</b>',
  user_info: { user_id: 'acc_42' },
};
const header = { ts: 1_767_225_600, client_id: 662_000 };

async function ask(method: string, body: object, changes: Partial<MoneyMailRuSettings> = {}, head = header) {
  const path = `${new URL(portal().place.at).pathname}/money/2-03/${method}`;
  const form = signEnvelope({ body, header: head }, { ...settings, ...changes }, { path });
  const { data, signature, version = '' } = form;
  const answer = await portal().post(`/money/2-03/${method}`, { data, signature, version });
  expect(answer.status).toBe(200);
  expect(isSignedByMoneyMailRu(answer.body as SignedEnvelope, settings)).toBe(true);
  const content = parseEnvelopeContent(answer.body as SignedEnvelope);
  if (!content) throw new Error('It is no answer.');
  return content;
}

async function start(changes: object = {}) {
  const content = await ask('transaction/start', { ...request, ...changes });
  const { transaction_id: id, action_param: param } = content.body as {
    transaction_id: string;
    action_param: { url: string };
  };
  return {
    id,
    url: param.url.slice(portal().place.at.length),
    token: new URL(param.url).searchParams.get('signature'),
  };
}

describe('the API', () => {
  it('signs everything, starts payments, and returns their status in a separate call', async () => {
    const { id } = await start();
    expect(await ask('transaction/get', { issuer_id: attemptId })).toMatchObject({
      header: { status: 'OK' },
      body: { transaction_id: id, issuer_id: attemptId, amount: '149.00', currency: 'RUB' },
    });
    expect((await ask('transaction/get', { transaction_id: id })).body).not.toHaveProperty('status');
    expect(await ask('transaction/status', { transaction_id: id })).toMatchObject({ body: { status: 'new' } });
  });

  it.each(['transaction/get', 'transaction/status'])('does not find an unknown id: %s', async (method) => {
    const unknown = { transaction_id: 'AAAAAAAA-2222-3333-4444-555555555555' };
    expect(await ask(method, unknown)).toMatchObject({ header: { status: 'ERROR', error: { code: 'ERR_NOT_FOUND' } } });
  });

  it('allows restarting a payment until it is processed, and never after that', async () => {
    const first = await start();
    expect((await start()).id).not.toBe(first.id);
    await simulator.act('pay', { attemptId }, portal().place);
    expect(await ask('transaction/start', request)).toMatchObject({ header: { error: { code: 'ERR_DUPLICATE' } } });
  });

  it.each([
    ['an amount that is a number', { amount: 149 }],
    ['an amount without its digits', { amount: '149' }],
    ['less than a rouble', { amount: '0.99' }],
    ['another currency', { currency: 'USD' }],
    ['an unknown field', { surprise: true }],
    ['no payer', { user_info: {} }],
  ])('refuses %s', async (_, changes) => {
    const answer = await ask('transaction/start', { ...request, ...changes });
    expect(answer).toMatchObject({ header: { status: 'ERROR', error: { code: 'ERR_ARGUMENTS' } } });
  });

  it('answers only its own shop', async () => {
    const wrong = { header: { status: 'ERROR', error: { code: 'ERR_SIGNATURE' } } };
    expect(await ask('transaction/start', request, { PrivateKey: 'another_key' })).toMatchObject(wrong);
    expect(await ask('transaction/start', request, { SignatureHash: 'SHA-256' })).toMatchObject(wrong);
    const other = await ask('transaction/start', request, {}, { ...header, client_id: 1 });
    expect(other).toMatchObject({ header: { error: { code: 'ERR_ARGUMENTS' } } });
  });
});

describe('pages', () => {
  const pay = (token: string | null, how: string, refunds = 'at once') =>
    portal().post('/pay', { token: token ?? '', how, refunds });

  it('take the payment of their URL, and send no message that completes it without a payment', async () => {
    const { id, url, token } = await start();
    const page = await portal().app.inject(url);
    expect(page.body).toContain('&lt;b>Gems');
    expect(page.headers['content-security-policy']).toContain('frame-ancestors *');
    expect((await portal().app.inject(`/api/init/freepay?order_id=${id}&signature=x`)).statusCode).toBe(404);
    for (const how of ['garbage', 'elsewhere']) expect((await pay(token, how)).body).toMatchObject({ status: how });
    expect(await ask('transaction/status', { transaction_id: id })).toMatchObject({ body: { status: 'new' } });
    expect((await pay(token, 'pay')).body).toMatchObject({ status: 'paid', isOver: true });
    expect((await pay(token, 'pay')).status).toBe(400);
    expect((await pay('nobody', 'pay')).status).toBe(400);
  });

  it('of another site have no origin', async () => {
    const { headers, body } = await portal().app.inject('/elsewhere');
    expect(headers['content-security-policy']).toContain('sandbox allow-scripts');
    expect(body).toContain('paySuccess');
  });

  it('opened outside a frame return to the shop', async () => {
    const back = 'https://portal.example/Store/Return/1';
    const { url } = await start({ notify: { back_url: back, success_url: back, fail_url: back } });
    const page = await portal().app.inject(url);
    expect(page.body).toContain(back);
    expect(page.headers['content-security-policy']).toContain("frame-ancestors 'none'");
  });

  it('for shops simulate later events: slow payments, slow refunds', async () => {
    const { id, token } = await start();
    const act = (name: string) => portal().post('/act', { payment: id, act: name });
    expect((await pay(token, 'pay later', 'later')).body).toMatchObject({ status: 'process', isWaiting: true });
    await act('pay');
    expect((await pay(token, 'wait')).body).toMatchObject({ status: 'paid' });
    await act('refund half');
    const { refunds } = (await ask('transaction/get', { transaction_id: id })).body as { refunds: string };
    const status = () => ask('transaction/status', { transaction_id: refunds });
    expect(await status()).toMatchObject({ body: { status: 'process' } });
    await act('fail refund');
    expect(await status()).toMatchObject({ body: { status: 'rejected' } });
    const whole = { transaction_id: id, amount: '149.00', currency: 'RUB' };
    expect(await ask('transaction/refund', whole)).toMatchObject({ header: { status: 'OK' } });
    expect(await ask('transaction/refund', whole)).toMatchObject({ header: { error: { code: 'ERR_ARGUMENTS' } } });
  });
});

describe('a notification', () => {
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      server.close();
    }
  });

  /** Starts a shop that gives these replies in turn and repeats the last. */
  async function answerWith(...answers: readonly (object | string)[]) {
    let count = 0;
    const server = createServer((_, response) => {
      const answer = answers[Math.min(count, answers.length - 1)];
      count += 1;
      response.end(typeof answer === 'string' ? answer : JSON.stringify(answer));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    servers.push(server);
    const hookUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`;
    return { place: { ...portal().place, hookUrl }, taken: () => count };
  }
  const say = (head: object, key = settings.PrivateKey) =>
    signEnvelope({ body: {}, header: head }, { PrivateKey: key });
  const done = say({ status: 'OK' });

  it.each([
    ['a signed success', [done], 1],
    ['a signed error', [say({ status: 'ERROR', error: { code: 'ERR_DUPLICATE' } })], 1],
    ['a temporary error, then a signed success', [say({ status: 'ERROR', error: { code: 'ERR_SYSTEM' } }), done], 2],
    ['an unsigned success, then one signed by the shop', ['', say({ status: 'OK' }, 'other_key'), done], 3],
    ['no readable reply', ['OK'], 4],
  ])('is sent until it gets %s', async (_, answers, times) => {
    await start();
    const { place, taken } = await answerWith(...answers);
    await simulator.send(await simulator.act('pay', { attemptId }, portal().place), place);
    await vi.waitFor(() => expect(taken()).toBe(times));
  });
});
