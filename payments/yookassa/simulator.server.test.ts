// What the simulated YooKassa does beside what the family suite asks of it: keys, states, pages, and notices that come again.
import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SimulatorPlace } from '../simulator-port.server.ts';
import { sendNotices, simulator } from './simulator.server.ts';

let app: FastifyInstance;
let portal: Server;
let place: SimulatorPlace;
let nowMs: number;
let heard: { event: string; object: Record<string, unknown> }[];
let answersWith: number;

beforeEach(async () => {
  heard = [];
  answersWith = 200;
  nowMs = Date.parse('2026-01-01T00:00:00Z');
  portal = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      heard.push(JSON.parse(Buffer.concat(chunks).toString('utf8')) as (typeof heard)[0]);
      response.writeHead(answersWith).end();
    });
  });
  await new Promise<void>((resolve) => portal.listen(0, '127.0.0.1', resolve));
  const { port } = portal.address() as AddressInfo;
  // An address of its own for every test: the books are kept by it.
  const at = `http://localhost/${randomUUID()}`;
  place = { at, hookUrl: `http://127.0.0.1:${port}/hooks`, now: () => new Date(nowMs) };
  app = fastify();
  await simulator.mount(app, place);
});
afterEach(async () => {
  await app.close();
  portal.closeAllConnections();
  await new Promise((resolve) => portal.close(resolve));
});

const { ShopId, SecretKey } = simulator.settings({ at: '', hookUrl: '', now: () => new Date() }) as Record<
  string,
  string
>;
const authorization = `Basic ${Buffer.from(`${ShopId}:${SecretKey}`).toString('base64')}`;
const amount = { value: '149.00', currency: 'RUB' };
const item = {
  description: 'Gems',
  quantity: 1,
  amount,
  vat_code: 1,
  payment_mode: 'full_payment',
  payment_subject: 'service',
};
const receipt = { customer: { email: 'grace@example.com' }, items: [item] };
const request = {
  amount,
  capture: true,
  confirmation: { type: 'embedded' } as object,
  description: '<b>Gems</b>',
  metadata: { attempt_id: randomUUID() },
  receipt: receipt as object | undefined,
};

async function post(
  path: string,
  payload: object,
  headers: Record<string, string> = { 'idempotence-key': randomUUID() },
) {
  const response = await app.inject({
    method: 'POST',
    url: `/v3/${path}`,
    payload,
    headers: { authorization, ...headers },
  });
  return { status: response.statusCode, body: response.json<Record<string, unknown>>() };
}
const get = async (path: string) =>
  (await app.inject({ url: `/v3/${path}`, headers: { authorization } })).json<Record<string, unknown>>();
async function form(url: string, fields: Record<string, string>) {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  return app.inject({ method: 'POST', url, headers, payload: new URLSearchParams(fields).toString() });
}
async function open(given: Partial<typeof request> = {}) {
  const { status, body } = await post('payments', { ...request, ...given });
  expect(status).toBe(200);
  const { confirmation_token: token = '', confirmation_url: url = '' } = body['confirmation'] as Record<string, string>;
  return { id: String(body['id']), token, url };
}

describe('keys', () => {
  it('are needed, and remembered for a day', async () => {
    expect(await post('payments', request, {})).toMatchObject({ status: 400, body: { parameter: 'Idempotence-Key' } });
    const long = { 'idempotence-key': 'x'.repeat(65) };
    expect(await post('payments', request, long)).toMatchObject({ status: 400 });
    const key = { 'idempotence-key': randomUUID() };
    const { body } = await post('payments', request, key);
    expect((await post('payments', request, key)).body).toEqual(body);
    const other = { ...request, description: 'Other gems' };
    expect(await post('payments', other, key)).toMatchObject({
      status: 400,
      body: { description: 'Duplicate idempotence key' },
    });
    nowMs += 24 * 3600_000;
    expect((await post('payments', request, key)).body['id']).not.toBe(body['id']);
  });

  it('that are under way are answered with 202', async () => {
    const key = { 'idempotence-key': randomUUID() };
    const ends = await Promise.all(Array.from({ length: 3 }, () => post('payments', request, key)));
    expect(ends.map(({ status }) => String(status)).sort()).toEqual(['200', '202', '202']);
  });

  it('do not help without the right shop', async () => {
    const wrong = { 'idempotence-key': randomUUID(), authorization: `Basic ${btoa('100500:test_other')}` };
    expect(await post('payments', request, wrong)).toMatchObject({
      status: 401,
      body: { code: 'invalid_credentials' },
    });
  });
});

it.each([
  ['an amount that is a number', { amount: { value: 149, currency: 'RUB' } }],
  ['an amount without its digits', { amount: { value: '149', currency: 'RUB' } }],
  ['another currency', { amount: { value: '149.00', currency: 'USD' } }],
  ['no receipt', { receipt: undefined }],
  ['a receipt of another sum', { receipt: { ...receipt, items: [{ ...item, quantity: 2 }] } }],
  ['a receipt for nobody', { receipt: { ...receipt, customer: {} } }],
  ['a redirect to nowhere', { confirmation: { type: 'redirect' } }],
  ['too long a description', { description: 'x'.repeat(129) }],
  ['what it does not know', { surprise: true }],
])('refuses %s', async (_, given) => {
  expect(await post('payments', { ...request, ...given })).toMatchObject({
    status: 400,
    body: { type: 'error', code: 'invalid_request' },
  });
});

it('keeps its books apart from its notices', async () => {
  const { id } = await open();
  const notices = await simulator.act('pay', { attemptId: request.metadata.attempt_id }, place);
  const forged = notices.map(({ body, headers }) => ({ body: body.replaceAll('149.00', '1.00'), headers }));
  await simulator.send(forged, place);
  expect(heard).toMatchObject([{ event: 'payment.succeeded', object: { id, amount: { value: '1.00' } } }]);
  expect(await get(`payments/${id}`)).toMatchObject({ status: 'succeeded', amount });
});

it('goes through all four states when money is taken in two steps', async () => {
  const { id } = await open({ capture: false });
  expect(await get(`payments/${id}`)).toMatchObject({ status: 'pending', paid: false });
  expect(await post(`payments/${id}/capture`, {})).toMatchObject({ status: 400 });
  await simulator.act('pay', { attemptId: request.metadata.attempt_id }, place);
  expect(await get(`payments/${id}`)).toMatchObject({ status: 'waiting_for_capture', paid: true });
  expect(await post(`payments/${id}/capture`, {})).toMatchObject({ status: 200, body: { status: 'succeeded' } });
  expect(await post(`payments/${id}/cancel`, {})).toMatchObject({ status: 400 });
  await vi.waitFor(() => expect(heard.map(({ event }) => event)).toEqual(['payment.succeeded']));
});

it('gives a payment up that nobody confirms for an hour, and says so', async () => {
  const { id, token } = await open();
  nowMs += 3600_001;
  expect((await app.inject(`/embedded?token=${token}&origin=http://portal`)).body).toContain('token_expired');
  expect(await get(`payments/${id}`)).toMatchObject({
    status: 'canceled',
    cancellation_details: { reason: 'expired_on_confirmation' },
  });
  await vi.waitFor(() => expect(heard).toMatchObject([{ event: 'payment.canceled', object: { id } }]));
});

it('lists newest first, page by page', async () => {
  const first = await open();
  nowMs += 1000;
  const second = await open();
  const page = await get('payments?limit=1');
  expect(page).toMatchObject({ type: 'list', items: [{ id: second.id }], next_cursor: '1' });
  expect(await get('payments?limit=1&cursor=1')).toMatchObject({ items: [{ id: first.id }] });
  const { items } = await get(`payments?created_at.gte=${new Date(nowMs).toISOString()}`);
  expect(items).toMatchObject([{ id: second.id }]);
});

describe('pages', () => {
  it('say what they are, show no markup of others, and take a payment', async () => {
    const { id, token } = await open();
    const page = await app.inject(`/embedded?token=${token}&origin=http://checkout.localhost:8081`);
    expect(page.body).toContain('A simulation of YooKassa');
    expect(page.body).toContain('&lt;b>Gems');
    expect(page.headers['content-security-policy']).toContain('frame-ancestors *');
    expect((await form('/form/pay', { token, how: 'pay' })).json()).toEqual({ status: 'succeeded' });
    await vi.waitFor(() => expect(heard).toMatchObject([{ event: 'payment.succeeded', object: { id } }]));
    expect((await form('/form/pay', { token, how: 'pay' })).statusCode).toBe(400);
    expect((await form('/form/state', { token })).json()).toEqual({ status: 'succeeded' });
    for (const wrong of ['/embedded?token=x&origin=http://portal', `/embedded?token=${token}&origin=javascript:1`])
      expect((await app.inject(wrong)).body).not.toContain('id="pay"');
  });

  it('of a redirect lead back to the shop when all is over', async () => {
    const returnUrl = 'https://portal.example/Store/Return/1';
    const { url } = await open({ confirmation: { type: 'redirect', return_url: returnUrl } });
    const path = url.slice(place.at.length);
    expect((await app.inject(path)).body).toContain(returnUrl);
    await simulator.act('decline', { attemptId: request.metadata.attempt_id }, place);
    expect((await app.inject(path)).headers.location).toBe(returnUrl);
  });

  it('of the cabinet do what comes later: slow money, slow refunds', async () => {
    const { id, token } = await open();
    const act = (name: string) => form('/cabinet/act', { payment: id, act: name });
    expect((await form('/form/pay', { token, how: 'pay later', refunds: 'later' })).json()).toEqual({
      status: 'pending',
    });
    nowMs += 2 * 3600_000;
    await act('pay');
    await act('refund half');
    expect(await get(`refunds?payment_id=${id}`)).toMatchObject({
      items: [{ status: 'pending', amount: { value: '74.50' } }],
    });
    await act('finish refund');
    expect(await get(`payments/${id}`)).toMatchObject({ status: 'succeeded', refunded_amount: { value: '74.50' } });
    await act('refund');
    await act('fail refund');
    const refunds = await get(`refunds?payment_id=${id}`);
    expect(refunds).toMatchObject({ items: [{ status: 'canceled' }, { status: 'succeeded' }] });
    await vi.waitFor(() =>
      expect(heard.map(({ event }) => event).sort()).toEqual(['payment.succeeded', 'refund.succeeded']),
    );
    expect((await app.inject('/')).body).toContain('A simulation of YooKassa');
  });
});

it('sends a notice again after each of the seven gaps, and then never', async () => {
  await open();
  const notices = await simulator.act('pay', { attemptId: request.metadata.attempt_id }, place);
  const gaps: number[] = [];
  // Another success than 200 is none to YooKassa.
  answersWith = 204;
  await sendNotices(notices, place, async (gapS) => void gaps.push(gapS));
  expect(gaps).toEqual([10, 42, 84, 168, 672, 5376, 86_016]);
  expect(heard).toHaveLength(8);
  answersWith = 200;
  await sendNotices(notices, place, async () => expect.unreachable());
  expect(heard).toHaveLength(9);
});
