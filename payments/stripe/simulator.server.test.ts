// What the simulated Stripe does beside what the family suite asks of it: keys, pages, and notices that come early or again.
import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { simulator } from './simulator.server.ts';

let app: FastifyInstance;
let portal: Server;
let heard: { type: string; id: string; object: Record<string, unknown> }[];
let answers: (() => void) | undefined;

beforeEach(async () => {
  heard = [];
  answers = undefined;
  portal = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const event = JSON.parse(Buffer.concat(chunks).toString('utf8')) as {
        type: string;
        id: string;
        data: { object: Record<string, unknown> };
      };
      heard.push({ type: event.type, id: event.id, object: event.data.object });
      answers?.();
      response.writeHead(200).end();
    });
  });
  await new Promise<void>((resolve) => portal.listen(0, '127.0.0.1', resolve));
  const { port } = portal.address() as AddressInfo;
  app = fastify();
  // An address of its own for every test: the books are kept by it.
  const at = `http://localhost/${randomUUID()}`;
  await simulator.mount(app, { at, hookUrl: `http://127.0.0.1:${port}/hooks`, now: () => new Date() });
});
afterEach(async () => {
  await app.close();
  portal.closeAllConnections();
  await new Promise((resolve) => portal.close(resolve));
});

const form = {
  mode: 'payment',
  ui_mode: 'embedded_page',
  redirect_on_completion: 'never',
  'line_items[0][quantity]': '1',
  'line_items[0][price_data][currency]': 'eur',
  'line_items[0][price_data][unit_amount]': '499',
  'line_items[0][price_data][product_data][name]': '<b>Gems</b>',
  'metadata[attempt_id]': randomUUID(),
};
const { SecretKey, PublishableKey } = simulator.settings({ at: '', hookUrl: '', now: () => new Date() }) as Record<
  string,
  string
>;

async function post(url: string, fields: Readonly<Record<string, string>>, key?: string) {
  const headers = {
    authorization: `Bearer ${SecretKey}`,
    'content-type': 'application/x-www-form-urlencoded',
    ...(key !== undefined && { 'idempotency-key': key }),
  };
  const response = await app.inject({ method: 'POST', url, headers, payload: new URLSearchParams(fields).toString() });
  // A redirect has no body.
  const body = response.body === '' ? {} : (JSON.parse(response.body) as Record<string, unknown>);
  return {
    status: response.statusCode,
    headers: response.headers,
    body,
    error: body['error'] as Record<string, unknown>,
  };
}
const create = (given: Readonly<Record<string, string>> = {}, key?: string) =>
  post('/v1/checkout/sessions', { ...form, ...given }, key);

describe('keys', () => {
  it('are answered once and replayed', async () => {
    const first = await create({}, 'key-1');
    const again = await create({}, 'key-1');
    expect(first.headers['idempotent-replayed']).toBeUndefined();
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(again.body).toEqual(first.body);
  });

  it('are refused with other parameters', async () => {
    await create({}, 'key-1');
    const other = await create({ 'line_items[0][price_data][unit_amount]': '1' }, 'key-1');
    expect(other).toMatchObject({ status: 400, error: { type: 'idempotency_error' } });
  });

  it('are 409 while the first is under way', async () => {
    const ends = await Promise.all(Array.from({ length: 5 }, () => create({}, 'key-1')));
    expect(ends.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409]);
  });
});

describe('sessions', () => {
  it.each([
    ['return_url with never', { return_url: 'https://x.example' }, 'return_url'],
    ['no way back', { redirect_on_completion: 'always' }, 'return_url'],
    ['an hour too few', { expires_at: '1' }, 'expires_at'],
    ['what nobody knows', { surprise: '1' }, 'surprise'],
    ['no amount', { 'line_items[0][price_data][unit_amount]': '4.99' }, 'line_items[0][price_data][unit_amount]'],
  ])('are refused with %s', async (_, given, param) => {
    expect(await create(given)).toMatchObject({ status: 400, error: { type: 'invalid_request_error', param } });
  });

  it.each(['embedded', 'embedded_page'])('echo the word %s', async (uiMode) => {
    expect((await create({ ui_mode: uiMode })).body).toMatchObject({
      ui_mode: uiMode,
      status: 'open',
      payment_intent: null,
    });
  });

  it('never repeat a wrong key', async () => {
    const headers = { authorization: 'Bearer sk_test_somebody0elses0key' };
    const response = await app.inject({ url: '/v1/checkout/sessions/cs_1', headers });
    expect(response.statusCode).toBe(401);
    expect(response.body).not.toContain('somebody0elses');
  });
});

describe('the form', () => {
  const formOf = (secret: unknown, origin = 'http://checkout.localhost:8081') =>
    app.inject({ url: '/embedded', query: { client_secret: String(secret), key: PublishableKey ?? '', origin } });

  it('says that it is a simulation, what it costs, and to whom it may be shown', async () => {
    const { body } = await create();
    const page = await formOf(body['client_secret']);
    expect(page.body).toContain('no money moves');
    expect(page.body).toContain('€4.99');
    expect(page.body).toContain('&lt;b>Gems');
    expect(page.headers['content-security-policy']).toContain('frame-ancestors *');
  });

  it.each(['http://x; script-src *', "'self'", '*', ''])('is not shown to %j', async (origin) => {
    const { body } = await create();
    expect((await formOf(body['client_secret'], origin)).statusCode).toBe(400);
  });

  it('pays, declines, and pays later, with a notice each', async () => {
    for (const [how, status, type] of [
      ['decline', 'open', 'payment_intent.payment_failed'],
      ['pay', 'complete', 'checkout.session.completed'],
      ['pay later', 'complete', 'checkout.session.completed'],
    ] as const) {
      heard = [];
      const { body } = await create();
      const secret = { client_secret: String(body['client_secret']), refunds: 'at once' };
      expect(await post('/pay', { ...secret, how })).toMatchObject({ status: 200, body: { status } });
      await vi.waitFor(() => expect(heard.map((notice) => notice.type)).toEqual([type]));
      if (how !== 'decline') expect(await post('/pay', { ...secret, how })).toMatchObject({ status: 400 });
    }
  });

  it('is a page of its own for a hosted session, which leads back', async () => {
    const { redirect_on_completion: _, ...hosted } = form;
    const back = { success_url: 'https://p.example/{CHECKOUT_SESSION_ID}', cancel_url: 'https://p.example/no' };
    const { body } = await post('/v1/checkout/sessions', { ...hosted, ui_mode: 'hosted_page', ...back });
    const { pathname } = new URL(String(body['url']));
    const page = await app.inject({ url: pathname.slice(pathname.indexOf('/c/pay/')) });
    expect(page.body).toContain('href="https://p.example/no"');
    expect(page.body).toContain(`https://p.example/${String(body['id'])}`);
  });

  it('has a script that other origins may load', async () => {
    const script = await app.inject({ url: '/stripe.js' });
    expect(script.headers['cross-origin-resource-policy']).toBe('cross-origin');
    expect(script.body).toContain('createEmbeddedCheckoutPage');
  });
});

describe('the dashboard', () => {
  const act = (fields: Readonly<Record<string, string>>) => post('/dashboard/act', fields);

  it('does what banks do later: a refund that arrives, and one that fails', async () => {
    const { body } = await create();
    await post('/pay', { client_secret: String(body['client_secret']), how: 'pay', refunds: 'later' });
    await act({ session: String(body['id']), act: 'refund half' });
    await act({ session: String(body['id']), act: 'finish refund' });
    await act({ session: String(body['id']), act: 'fail refund' });
    await vi.waitFor(() => expect(heard.filter(({ type }) => type.startsWith('refund.'))).toHaveLength(4));
    const told = new Set(heard.map(({ type, object }) => `${type} ${String(object['status'])}`));
    for (const line of [
      'refund.created pending',
      'refund.updated succeeded',
      'refund.updated failed',
      'refund.failed failed',
    ])
      expect(told).toContain(line);
    const page = await app.inject({ url: '/' });
    expect(page.body).toContain('refund of 249 failed');
    expect(page.body).toContain('as its dashboard');
  });

  it('sends a notice again, with the same id', async () => {
    const { body } = await create();
    await act({ session: String(body['id']), act: 'expire' });
    await vi.waitFor(() => expect(heard).toHaveLength(1));
    await act({ again: heard[0]?.id ?? '' });
    await vi.waitFor(() => expect(heard).toHaveLength(2));
    expect(heard[1]).toEqual(heard[0]);
  });

  it('lets money arrive before the session is answered', async () => {
    await post('/dashboard/early', { paysEarly: 'yes' });
    let wasAnswered = false;
    answers = () => expect(wasAnswered).toBe(false);
    const { body } = await create();
    wasAnswered = true;
    expect(heard).toMatchObject([{ type: 'checkout.session.completed', object: { id: body['id'] } }]);
  });

  it('does nothing that cannot be', async () => {
    const { body } = await create();
    expect(await act({ session: String(body['id']), act: 'refund' })).toMatchObject({ status: 303 });
    expect(await act({ session: 'cs_none', act: 'pay' })).toMatchObject({ status: 303 });
    expect(heard).toEqual([]);
  });
});
