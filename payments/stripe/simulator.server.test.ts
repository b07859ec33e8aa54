import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { openSimulatedPortalForEachTest, readSimulatorSettings } from '../simulator-portal.server.ts';
import { simulator } from './simulator.server.ts';

interface Event {
  readonly type: string;
  readonly data: { readonly object: Record<string, unknown> };
}

const portal = openSimulatedPortalForEachTest<Event>(simulator);

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
const { SecretKey, PublishableKey } = readSimulatorSettings(simulator);

async function post(url: string, fields: Readonly<Record<string, string>>, key?: string) {
  const headers = { authorization: `Bearer ${SecretKey}`, ...(key !== undefined && { 'idempotency-key': key }) };
  const answer = await portal().post(url, fields, headers);
  const body = (answer.body ?? {}) as Record<string, unknown>;
  return { ...answer, body, error: body['error'] as Record<string, unknown> };
}
const create = (changes: Readonly<Record<string, string>> = {}, key?: string) =>
  post('/v1/checkout/sessions', { ...form, ...changes }, key);

describe('the API', () => {
  it('replays a key, refuses it with other parameters, and is busy during the first request', async () => {
    const ends = await Promise.all(Array.from({ length: 3 }, () => create({}, 'key-1')));
    expect(ends.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    const again = await create({}, 'key-1');
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(again.body).toEqual(ends.find(({ status }) => status === 200)?.body);
    const other = await create({ 'line_items[0][price_data][unit_amount]': '1' }, 'key-1');
    expect(other).toMatchObject({ status: 400, error: { type: 'idempotency_error' } });
    for (let time = 0; time < 2; time += 1)
      expect(await create({ surprise: '1' }, 'key-2')).toMatchObject({ status: 400, error: { param: 'surprise' } });
  });

  it.each([
    ['return_url with never', { return_url: 'https://x.example' }, 'return_url'],
    ['no return URL', { redirect_on_completion: 'always' }, 'return_url'],
    ['an hour too few', { expires_at: '1' }, 'expires_at'],
    ['an unknown parameter', { surprise: '1' }, 'surprise'],
    ['no amount', { 'line_items[0][price_data][unit_amount]': '4.99' }, 'line_items[0][price_data][unit_amount]'],
  ])('refuses a session with %s', async (_, changes, param) => {
    expect(await create(changes)).toMatchObject({ status: 400, error: { type: 'invalid_request_error', param } });
  });

  it.each(['embedded', 'embedded_page'])('returns the ui_mode %s', async (uiMode) => {
    const expected = { ui_mode: uiMode, status: 'open', payment_intent: null };
    expect((await create({ ui_mode: uiMode })).body).toMatchObject(expected);
  });

  it('never echoes a wrong key', async () => {
    const headers = { authorization: 'Bearer sk_test_somebody0elses0key' };
    const response = await portal().app.inject({ url: '/v1/checkout/sessions/cs_1', headers });
    expect(response.statusCode).toBe(401);
    expect(response.body).not.toContain('somebody0elses');
  });
});

describe('the form', () => {
  const formOf = (secret: unknown, origin = 'http://checkout.localhost:8081') =>
    portal().app.inject({
      url: '/embedded',
      query: { client_secret: String(secret), key: PublishableKey ?? '', origin },
    });

  it('shows the price, and needs an origin', async () => {
    const { body } = await create();
    const page = await formOf(body['client_secret']);
    expect(page.body).toContain('€4.99');
    expect(page.body).toContain('&lt;b>Gems');
    for (const origin of ['http://x; script-src *', "'self'", '*', ''])
      expect((await formOf(body['client_secret'], origin)).statusCode).toBe(400);
  });

  it.each([
    ['decline', { error: 'Your card was declined. Try again.' }, 'payment_intent.payment_failed'],
    ['pay', { status: 'complete', isOver: true }, 'checkout.session.completed'],
    ['pay later', { status: 'complete', isOver: true }, 'checkout.session.completed'],
  ])('simulates the choice "%s", with a webhook', async (how, answer, type) => {
    const { body } = await create();
    const choice = { token: String(body['client_secret']), how };
    expect(await post('/pay', choice)).toMatchObject({ status: 200, body: answer });
    await vi.waitFor(() => expect(portal().received.map((event) => event.type)).toEqual([type]));
    expect((await post('/pay', choice)).status).toBe(how === 'decline' ? 200 : 400);
  });

  it('is a separate page for a hosted session, which returns to the shop', async () => {
    const { redirect_on_completion: _, ...hosted } = form;
    const back = { success_url: 'https://p.example/{CHECKOUT_SESSION_ID}', cancel_url: 'https://p.example/no' };
    const { body } = await post('/v1/checkout/sessions', { ...hosted, ui_mode: 'hosted_page', ...back });
    const { pathname } = new URL(String(body['url']));
    const page = await portal().app.inject({ url: pathname.slice(pathname.indexOf('/c/pay/')) });
    expect(page.body).toContain('href="https://p.example/no"');
    expect(page.body).toContain(`https://p.example/${String(body['id'])}`);
  });
});

describe('the dashboard', () => {
  const act = (fields: Readonly<Record<string, string>>) => post('/act', fields);

  it('simulates later events: a refund that arrives, and one that fails', async () => {
    const { body } = await create();
    await post('/pay', { token: String(body['client_secret']), how: 'pay', refunds: 'later' });
    for (const name of ['refund half', 'finish refund', 'fail refund'])
      await act({ payment: String(body['id']), act: name });
    await vi.waitFor(() => expect(portal().received.filter(({ type }) => type.startsWith('refund.'))).toHaveLength(4));
    const lines = portal().received.map(({ type, data }) => `${type} ${String(data.object['status'])}`);
    const expected = [
      'refund.created pending',
      'refund.updated succeeded',
      'refund.updated failed',
      'refund.failed failed',
    ];
    expect(lines).toEqual(expect.arrayContaining(expected));
    expect((await portal().app.inject({ url: '/' })).body).toContain('refund of 249 failed');
  });

  it('allows a lost dispute to be appealed and won', async () => {
    const { body } = await create();
    await post('/pay', { token: String(body['client_secret']), how: 'pay' });
    for (const name of ['dispute', 'lose dispute', 'appeal', 'win dispute'])
      await act({ payment: String(body['id']), act: name });
    const told = () =>
      portal().received.flatMap(({ type, data }) =>
        type.startsWith('charge.dispute.') ? [`${type.slice(15)} ${String(data.object['status'])}`] : [],
      );
    const expected = [
      'closed lost',
      'closed won',
      'created needs_response',
      'funds_reinstated won',
      'funds_withdrawn needs_response',
      'updated appeal_under_review',
    ];
    await vi.waitFor(() => expect(told().toSorted()).toEqual(expected));
  });

  it('can send the payment before the session response', async () => {
    await act({ toggle: 'early' });
    let wasAnswered = false;
    portal().answerWith = () => (wasAnswered ? 500 : 200);
    const { body } = await create();
    wasAnswered = true;
    expect(portal().received).toMatchObject([
      { type: 'checkout.session.completed', data: { object: { id: body['id'] } } },
    ]);
  });
});
