// The simulated Telegram with the production half on top of it, in memory; only updates travel over a real connection.
import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { Value } from 'typebox/value';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Fetch } from '#model/fetch.server.ts';
import type { WebhookAnswer, Webhook } from '#model/payment-verbs.server.ts';
import type { LoginKind, SimulatorPlace } from '../simulator-port.server.ts';
import { usualSituation, type SimulatedPlayer } from '../situation.ts';
import { half } from './adapter.server.ts';
import type { Host } from './ask-telegram.server.ts';
import { telegram } from './platform.ts';
import { simulator } from './simulator.server.ts';

const { payments, verify } = half;
if (!payments || !verify) throw new Error('The half has neither sign-in nor payments.');

const player: SimulatedPlayer = {
  id: '100000001',
  firstName: 'Ada',
  lastName: 'Winter',
  gender: 'female',
  language: 'en',
  country: 'GB',
  isGuest: false,
  friends: [],
};

let app: FastifyInstance;
let portal: Server;
let place: SimulatorPlace;
let host: Host;
let heard: string[];
/** How the portal answers its hook. */
let answer: (notice: Webhook) => Promise<WebhookAnswer>;
let mayPay: boolean;

beforeEach(async () => {
  heard = [];
  mayPay = true;
  answer = async (notice) => {
    const told = await payments.readWebhook(notice, host);
    const order = { orderId: '', sku: '', name: '', description: '', amountMinor: 250, currency: 'XTR' };
    if (told.outcome === 'asks for order') return told.answer(mayPay ? order : undefined);
    if (told.outcome === 'facts') heard.push(...told.facts.map(({ dedupKey }) => dedupKey.split(' ')[0] ?? ''));
    return payments.answerWebhook(told.outcome === 'refused' ? 'refused' : 'done');
  };
  portal = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const headers = request.headers as Webhook['headers'];
      void answer({ body: Buffer.concat(chunks), headers, remoteAddress: '127.0.0.1' }).then(({ status, body }) =>
        response.writeHead(status).end(body && JSON.stringify(body)),
      );
    });
  });
  await new Promise<void>((resolve) => portal.listen(0, '127.0.0.1', resolve));
  const { port } = portal.address() as AddressInfo;
  // An address of its own for every test: the books are kept by it.
  const at = `http://localhost/${randomUUID()}`;
  place = { at, hookUrl: `http://127.0.0.1:${port}/hooks/telegram`, now: () => new Date() };
  app = fastify();
  await simulator.mount(app, place);
  const fetch: Fetch = async (url, options) => {
    const { headers = {}, body } = options ?? {};
    const { statusCode, rawPayload } = await app.inject({
      method: 'POST',
      url: url.slice(at.length),
      headers,
      ...(body !== undefined && { payload: body }),
    });
    return { status: statusCode, headers: {}, body: rawPayload };
  };
  const settings = simulator.settings(place);
  if (!Value.Check(telegram.settings, settings)) throw new Error('The settings are none of the manifest.');
  host = { fetch, now: () => new Date(), log: { warn: () => undefined }, settings };
});
afterEach(async () => {
  await app.close();
  portal.closeAllConnections();
  await new Promise((resolve) => portal.close(resolve));
});

const open = async (attemptId: string): Promise<string> => {
  const opened = await payments.create(
    {
      attemptId,
      orderId: randomUUID(),
      game: 'gem-miner',
      amountMinor: 250,
      currency: 'XTR',
      product: { sku: 'gems', name: 'Gems', description: 'Many' },
      quantity: 1,
      buyer: { accountId: randomUUID(), name: 'Ada', externalId: player.id },
      locale: 'en',
      returnUrl: 'https://play.example/',
      wantsRedirect: false,
      createdAt: new Date(),
      expiresAt: new Date(Date.now() + 3600_000),
    },
    host,
  );
  if (opened.outcome !== 'created') throw new Error(opened.reason);
  return opened.reply.InvoiceUrl.replace('https://t.me/$', '');
};
const pay = (slug: string, updates: 'usual' | 'twice' | 'late' = 'usual') =>
  app
    .inject({ method: 'POST', url: '/web/pay', payload: { slug, payer: { id: player.id, language: 'en' }, updates } })
    .then((reply) => reply.json<{ status: string; message?: string }>());
const known = (attemptId: string) => ({
  attemptId,
  orderId: randomUUID(),
  amountMinor: 250,
  currency: 'XTR',
  createdAt: new Date(Date.now() - 1000),
});

describe('a simulated start', () => {
  const login = async (kind: LoginKind) => {
    const block = (await simulator.login(kind, player, place)) as { InitData: string };
    return verify(block, { ...host, game: 'gem-miner', portalUrl: 'http://localhost' });
  };

  it('is proved', async () => {
    expect(await login('good')).toEqual({
      outcome: 'proved',
      proof: { identity: { type: 'Telegram', externalId: '100000001' }, name: 'Ada Winter' },
      guest: false,
    });
  });

  it.each(['changed', 'foreign', 'other game', 'stale', 'future'] as const)('that is %s is refused', async (kind) => {
    expect(await login(kind)).toMatchObject({ outcome: 'refused' });
  });

  it('is in the fragment of the address, and may have expired', async () => {
    for (const [proof, outcome] of [
      ['fresh', 'proved'],
      ['expired', 'refused'],
    ] as const) {
      const { fragment = '' } = await simulator.launch(player, { ...usualSituation, proof }, place);
      const InitData = new URLSearchParams(fragment).get('tgWebAppData') ?? '';
      const verdict = await verify({ InitData }, { ...host, game: 'gem-miner', portalUrl: 'http://localhost' });
      expect(verdict.outcome).toBe(outcome);
    }
  });

  it('of nobody has no user', async () => {
    const { fragment = '' } = await simulator.launch({ ...player, isGuest: true }, usualSituation, place);
    const InitData = new URLSearchParams(fragment).get('tgWebAppData') ?? '';
    const verdict = await verify({ InitData }, { ...host, game: 'gem-miner', portalUrl: 'http://localhost' });
    expect(verdict).toMatchObject({ message: 'Telegram user is missing!' });
  });
});

describe('a simulated purchase', () => {
  it('is asked about, paid, told, read and given back', async () => {
    const attemptId = randomUUID();
    const slug = await open(attemptId);
    expect(await pay(slug)).toEqual({ status: 'paid' });
    await vi.waitFor(() => expect(heard).toEqual(['paid']));
    const { facts } = await payments.read(known(attemptId), host);
    expect(facts).toMatchObject([{ kind: 'paid', attemptId, amountMinor: 250, isTest: true }]);
    const refund = {
      ...known(attemptId),
      refundId: randomUUID(),
      transactionId: facts[0]?.transactionId ?? '',
      refundMinor: 250,
      isExtra: false,
      buyer: { externalId: player.id },
    };
    // The second time Telegram says that it is done already.
    for (let times = 0; times < 2; times += 1)
      expect(await payments.refund(refund, host)).toMatchObject({ outcome: 'done', facts: [{ kind: 'refunded' }] });
    await vi.waitFor(() => expect(heard).toEqual(['paid', 'refunded']));
    const after = await payments.read(known(attemptId), host);
    expect(after.facts.map(({ kind }) => kind)).toEqual(['paid', 'refunded']);
    expect(await payments.refund({ ...refund, buyer: { externalId: '5' } }, host)).toMatchObject({
      outcome: 'refused',
    });
  });

  it('takes nothing where the bot says no', async () => {
    mayPay = false;
    const attemptId = randomUUID();
    const slug = await open(attemptId);
    expect(await pay(slug)).toEqual({ status: 'failed', message: expect.stringContaining('can no longer be paid') });
    expect(await payments.read(known(attemptId), host)).toEqual({ facts: [], isOver: false });
  });

  it('may be answered by a call as well', async () => {
    answer = async ({ body }) => {
      const { pre_checkout_query: query } = JSON.parse(body.toString()) as { pre_checkout_query?: { id: string } };
      if (query)
        await app.inject({
          method: 'POST',
          url: `/bot${host.settings.BotToken}/test/answerPreCheckoutQuery`,
          payload: { pre_checkout_query_id: query.id, ok: true },
        });
      return { status: 200 };
    };
    expect(await pay(await open(randomUUID()))).toEqual({ status: 'paid' });
  });

  it('is told twice where that is wanted, and again after a failure', async () => {
    const slug = await open(randomUUID());
    await pay(slug, 'twice');
    await vi.waitFor(() => expect(heard).toEqual(['paid', 'paid']));
    let failures = 2;
    const usual = answer;
    answer = async (notice) => {
      const isQuestion = notice.body.includes('pre_checkout_query');
      return !isQuestion && (failures -= 1) >= 0 ? { status: 503 } : usual(notice);
    };
    await pay(slug);
    await vi.waitFor(() => expect(heard).toHaveLength(3), { timeout: 5000 });
  });

  it('can be told by notices alone, the same charge each time', async () => {
    const purchase = {
      orderId: randomUUID(),
      attemptId: randomUUID(),
      sku: 'gems',
      amountMinor: 250,
      payerId: player.id,
    };
    const { notices } = simulator;
    if (!notices?.ask) throw new Error('The simulator has no notices.');
    const hear = async ({ body, headers }: { body: string; headers: Webhook['headers'] }) =>
      payments.readWebhook({ body: Buffer.from(body), headers, remoteAddress: '127.0.0.1' }, host);
    expect(await hear(await notices.ask(purchase, place))).toMatchObject({
      outcome: 'asks for order',
      question: { attemptId: purchase.attemptId, payerId: player.id, amountMinor: 250, currency: 'XTR' },
    });
    const [first, second] = [
      await hear(await notices.paid(purchase, place)),
      await hear(await notices.paid(purchase, place)),
    ];
    expect(first).toMatchObject({ facts: [{ kind: 'paid' }] });
    expect(second).toEqual(first);
    expect(await hear(await notices.refunded(purchase, place))).toMatchObject({ facts: [{ kind: 'refunded' }] });
  });
});

describe('the simulated Bot API', () => {
  const call = (method: string, payload: object, token = host.settings.BotToken) =>
    app.inject({ method: 'POST', url: `/bot${token}/test/${method}`, payload });
  const invoice = {
    title: 'Gems',
    description: 'Many',
    payload: 'x',
    currency: 'XTR',
    prices: [{ label: 'Gems', amount: 1 }],
  };

  it.each([
    ['a long title', { title: 'x'.repeat(33) }],
    ['no description', { description: '' }],
    ['a payload of 129 bytes', { payload: 'é'.repeat(65) }],
    ['money', { currency: 'USD' }],
    ['two prices', { prices: [...invoice.prices, ...invoice.prices] }],
    ['nothing to pay', { prices: [{ label: 'Gems', amount: 0 }] }],
  ])('takes no invoice with %s', async (_, change) => {
    expect((await call('createInvoiceLink', invoice)).statusCode).toBe(200);
    const reply = await call('createInvoiceLink', { ...invoice, ...change });
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toMatchObject({ ok: false, error_code: 400 });
  });

  it('knows its token and its methods', async () => {
    expect((await call('createInvoiceLink', invoice, '1:other')).statusCode).toBe(401);
    expect((await call('deleteEverything', {})).statusCode).toBe(404);
    expect((await call('answerPreCheckoutQuery', { pre_checkout_query_id: 'old', ok: true })).statusCode).toBe(400);
    expect((await call('getStarTransactions', { limit: 101 })).statusCode).toBe(400);
  });

  it('sends updates where setWebhook says, with its secret', async () => {
    const slug = await open(randomUUID());
    await call('setWebhook', { url: place.hookUrl, secret_token: 'another-secret-0000', allowed_updates: ['message'] });
    const refused = await pay(slug);
    expect(refused).toEqual({ status: 'failed', message: 'The hook of the bot answered 403.' });
    expect((await call('setWebhook', { url: 'nowhere' })).statusCode).toBe(400);
  });

  it("serves AdsGram's script, and knows no invoice that is none", async () => {
    const script = await app.inject({ url: '/sad.min.js' });
    expect(script.headers['content-type']).toContain('javascript');
    expect(script.body).toContain('Adsgram');
    expect((await app.inject({ method: 'POST', url: '/web/invoice', payload: { slug: 'x' } })).statusCode).toBe(404);
    expect((await app.inject({ method: 'POST', url: '/web/pay', payload: { slug: 'x' } })).statusCode).toBe(404);
  });
});
