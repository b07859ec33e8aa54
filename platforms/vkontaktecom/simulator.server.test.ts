// The simulated VK with the production half on top of it; notices travel over a real connection.
import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { Value } from 'typebox/value';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AskedOrder, WebhookAnswer } from '#model/payment-verbs.server.ts';
import type { SimulatorPlace } from '../simulator-port.server.ts';
import { usualSituation, type SimulatedPlayer } from '../situation.ts';
import { half } from './adapter.server.ts';
import { vkontaktecom } from './platform.ts';
import { oldLaunchTexts } from './simulator-launch.server.ts';
import { simulator } from './simulator.server.ts';

/** What has to be there. */
function present<T>(part: T | undefined): T {
  if (part === undefined) throw new Error('The half has no such part.');
  return part;
}
const payments = present(half.payments);
const verify = present(half.verify);

const person = (id: string, firstName: string) => ({
  id,
  firstName,
  lastName: 'Winter',
  gender: 'female' as const,
  language: 'uk',
  country: 'UA',
  isGuest: false,
});
const player: SimulatedPlayer = { ...person('100200300', 'Ada'), friends: [person('100200301', 'Bo')] };
const orderId = randomUUID();
const sold: AskedOrder = {
  orderId,
  sku: 'gems-100',
  name: '100 gems',
  description: '',
  amountMinor: 24,
  currency: 'VKV',
};

let app: FastifyInstance;
let portal: Server;
let place: SimulatorPlace;
let heard: string[];
/** How often the portal is in trouble before it answers. */
let troubles: number;

beforeEach(async () => {
  heard = [];
  troubles = 0;
  portal = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (troubles-- > 0) return void response.writeHead(503).end('busy');
      void answer(Buffer.concat(chunks)).then(({ status, body }) =>
        response.writeHead(status).end(JSON.stringify(body)),
      );
    });
  });
  await new Promise<void>((resolve) => portal.listen(0, '127.0.0.1', resolve));
  const { port } = portal.address() as AddressInfo;
  // An address of its own for every test: the books are kept by it.
  place = { at: `http://localhost/${randomUUID()}`, hookUrl: `http://127.0.0.1:${port}/`, now: () => new Date() };
  app = fastify();
  await simulator.mount(app, place);
});
afterEach(async () => {
  await app.close();
  portal.closeAllConnections();
  await new Promise((resolve) => portal.close(resolve));
});

function hostOf() {
  const settings = simulator.settings(place);
  if (!Value.Check(vkontaktecom.settings, settings)) throw new Error('The settings are none of the manifest.');
  const fetch = async (url: string, { headers = {}, body = '' }: { headers?: object; body?: string } = {}) => {
    const path = url.slice(place.at.length);
    const { statusCode, rawPayload } = await app.inject({
      method: 'POST',
      url: path,
      headers: { ...headers },
      payload: body,
    });
    return { status: statusCode, headers: {}, body: rawPayload };
  };
  const log = { warn: () => undefined };
  return { fetch, now: () => new Date(), log, settings, game: 'gem-miner', portalUrl: 'https://play.example' };
}

async function answer(body: Buffer): Promise<WebhookAnswer> {
  const told = await payments.readWebhook({ body, headers: {}, remoteAddress: '127.0.0.1' }, hostOf());
  if (told.outcome === 'asks for order') {
    heard.push('asked');
    return told.answer(told.question.orderId === orderId ? sold : undefined);
  }
  if (told.outcome !== 'facts') return payments.answerWebhook('refused');
  heard.push(...told.facts.map(({ kind }) => kind));
  return (told.answer ?? payments.answerWebhook)('done');
}

const post = async (url: string, payload: object) =>
  (await app.inject({ method: 'POST', url, payload })).json<object>();
const begin = (item = orderId) => post('/order/begin', { item, user_id: player.id, language: 'ru' });

describe('a start', () => {
  it('is signed as the half believes it, in both styles', async () => {
    const { query = {} } = await simulator.launch(player, usualSituation, place);
    for (const texts of [query, oldLaunchTexts({ player, at: new Date() })])
      expect(await verify({ QueryString: new URLSearchParams(texts).toString() }, hostOf())).toMatchObject({
        outcome: 'proved',
        proof: { identity: { type: 'Vkontakte', externalId: player.id } },
      });
    expect(query).toMatchObject({ vk_language: 'ua', vk_platform: 'desktop_web' });
  });

  it('that is past its time is none', async () => {
    const { query = {} } = await simulator.launch(player, { ...usualSituation, proof: 'expired' }, place);
    const QueryString = new URLSearchParams(query).toString();
    expect(await verify({ QueryString }, hostOf())).toMatchObject({ outcome: 'refused' });
  });
});

describe('an order box', () => {
  it('asks what the item is, and takes votes after a good answer', async () => {
    const asked = await begin();
    expect(asked).toEqual({ outcome: 'asked', order_id: expect.any(Number), title: '100 gems', price: 24 });
    expect(await post('/order/pay', { ...asked, how: 'usual' })).toEqual({ outcome: 'charged' });
    expect(heard).toEqual(['asked', 'paid']);
  });

  it('shows nothing for an item that nobody sells', async () => {
    expect(await begin(randomUUID())).toEqual({ outcome: 'no such item' });
    expect((await app.inject({ method: 'POST', url: '/order/pay', payload: { order_id: 1 } })).statusCode).toBe(404);
  });

  it('tells twice, and late', async () => {
    const asked = await begin();
    await post('/order/pay', { ...asked, how: 'twice' });
    expect(heard).toEqual(['asked', 'paid', 'paid']);
    heard = [];
    expect(await post('/order/pay', { ...asked, how: 'late' })).toEqual({ outcome: 'charged' });
    expect(heard).toEqual([]);
    await vi.waitFor(() => expect(heard).toEqual(['paid']), { timeout: 10_000 });
  });

  it('tells again while the server is in trouble', async () => {
    const asked = await begin();
    troubles = 2;
    expect(await post('/order/pay', { ...asked, how: 'usual' })).toEqual({ outcome: 'charged' });
    expect(heard).toEqual(['asked', 'paid']);
  });

  it('takes no votes when nobody answers, and gives up', async () => {
    const asked = await begin();
    troubles = 99;
    expect(await post('/order/pay', { ...asked, how: 'usual' })).toEqual({ outcome: 'declined' });
    expect(heard).toEqual(['asked']);
  });

  it('gives votes back by the API, and tells of it', async () => {
    const asked = await begin();
    await post('/order/pay', { ...asked, how: 'usual' });
    const known = { attemptId: randomUUID(), orderId, amountMinor: 24, currency: 'VKV', createdAt: new Date() };
    const { facts } = await payments.read(known, hostOf());
    expect(facts).toMatchObject([{ kind: 'paid', orderId, isTest: true }]);
    const refund = { ...known, refundId: randomUUID(), refundMinor: 24, isExtra: false };
    const charge = { ...refund, transactionId: facts[0]?.transactionId ?? '' };
    const done = await payments.refund(charge, hostOf());
    expect(done).toMatchObject({ outcome: 'done', facts: [{ kind: 'refunded', orderId }] });
    expect(await payments.refund(charge, hostOf())).toEqual(done);
    await vi.waitFor(() => expect(heard).toEqual(['asked', 'paid', 'refunded']), { timeout: 10_000 });
  });
});

describe('the API', () => {
  it('tells who the player and the friends are, to whoever may know', async () => {
    await simulator.launch(player, usualSituation, place);
    const { access_token } = (await post('/token', { user_id: player.id, scope: 'friends' })) as {
      access_token: string;
    };
    const call = (method: string, more: object = {}) =>
      post(`/method/${method}`, { access_token, v: '5.131', ...more });
    expect(await call('friends.getAppUsers')).toEqual({ response: [100_200_301] });
    expect(await call('users.get', { user_ids: '100200301,7' })).toMatchObject({
      response: [{ id: 100_200_301, first_name: 'Bo', sex: 1 }],
    });
    expect(await call('users.get')).toMatchObject({ response: [{ id: 100_200_300 }] });
    expect(await call('users.get', { access_token: `${access_token}x` })).toMatchObject({ error: { error_code: 5 } });
    const { access_token: bare } = (await post('/token', { user_id: player.id })) as { access_token: string };
    expect(await call('friends.getAppUsers', { access_token: bare })).toMatchObject({ error: { error_code: 15 } });
    expect(await call('orders.get')).toMatchObject({ error: { error_code: 5 } });
    expect(await call('wall.post')).toMatchObject({ error: { error_code: 3 } });
    expect((await app.inject('/photo/100200300')).headers['content-type']).toBe('image/svg+xml');
  });
});
