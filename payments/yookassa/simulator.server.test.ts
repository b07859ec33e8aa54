import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { buildBasicAuth } from '#kit/call-vendor.server.ts';
import { openSimulatedPortalForEachTest, readSimulatorSettings } from '../simulator-portal.server.ts';
import { simulator } from './simulator.server.ts';

const portal = openSimulatedPortalForEachTest<{ event: string; object: Record<string, unknown> }>(simulator);

const events = () => portal().received.map(({ event }) => event);
const settings = readSimulatorSettings(simulator);
const authorization = buildBasicAuth(settings['ShopId'] ?? '', settings['SecretKey'] ?? '');
const amount = { value: '149.00', currency: 'RUB' };
const rules = { vat_code: 1, payment_mode: 'full_payment', payment_subject: 'service' };
const item = { description: 'Gems', quantity: 1, amount, ...rules };
const receipt = { customer: { email: 'grace@example.com' }, items: [item] };
const attemptId = randomUUID();
const request = {
  amount,
  capture: true,
  confirmation: { type: 'embedded' } as object,
  description: '<b>Gems</b>',
  metadata: { attempt_id: attemptId },
  receipt,
};

async function post(path: string, payload: object, headers: object = { 'idempotence-key': randomUUID() }) {
  const url = `/v3/${path}`;
  const response = await portal().app.inject({ method: 'POST', url, payload, headers: { authorization, ...headers } });
  return { status: response.statusCode, body: response.json<Record<string, unknown>>() };
}
const get = async (path: string) =>
  (await portal().app.inject({ url: `/v3/${path}`, headers: { authorization } })).json<Record<string, unknown>>();
async function create(changes: object = {}) {
  const { status, body } = await post('payments', { ...request, ...changes });
  expect(status).toBe(200);
  const { confirmation_token: token = '', confirmation_url: url = '' } = body['confirmation'] as Record<string, string>;
  return { id: String(body['id']), token, url };
}

describe('the API', () => {
  it('needs a key, replays it, and reports that it is busy', async () => {
    for (const wrong of [{}, { 'idempotence-key': 'x'.repeat(65) }])
      expect(await post('payments', request, wrong)).toMatchObject({
        status: 400,
        body: { parameter: 'Idempotence-Key' },
      });
    const key = { 'idempotence-key': randomUUID() };
    const ends = await Promise.all(Array.from({ length: 3 }, () => post('payments', request, key)));
    expect(ends.map(({ status }) => String(status)).sort()).toEqual(['200', '202', '202']);
    expect((await post('payments', request, key)).body).toEqual(ends.find(({ status }) => status === 200)?.body);
    const other = await post('payments', { ...request, description: 'Other gems' }, key);
    expect(other).toMatchObject({ status: 400, body: { description: 'Duplicate idempotence key' } });
  });

  it('answers only its own shop', async () => {
    const wrong = { 'idempotence-key': randomUUID(), authorization: buildBasicAuth('100500', 'test_other') };
    const expected = { status: 401, body: { code: 'invalid_credentials' } };
    expect(await post('payments', request, wrong)).toMatchObject(expected);
  });

  it.each([
    ['an amount that is a number', { amount: { value: 149, currency: 'RUB' } }],
    ['an amount without its digits', { amount: { value: '149', currency: 'RUB' } }],
    ['another currency', { amount: { value: '149.00', currency: 'USD' } }],
    ['no receipt', { receipt: undefined }],
    ['a receipt with another total', { receipt: { ...receipt, items: [{ ...item, quantity: 2 }] } }],
    ['a receipt without a customer', { receipt: { ...receipt, customer: {} } }],
    ['a redirect to nowhere', { confirmation: { type: 'redirect' } }],
    ['too long a description', { description: 'x'.repeat(129) }],
    ['an unknown field', { surprise: true }],
  ])('refuses %s', async (_, changes) => {
    const expected = { status: 400, body: { type: 'error', code: 'invalid_request' } };
    expect(await post('payments', { ...request, ...changes })).toMatchObject(expected);
  });

  it('stores its records separately from its webhooks', async () => {
    const { id } = await create();
    const webhooks = await simulator.act('pay', { attemptId }, portal().place);
    const forged = webhooks.map(({ body, headers }) => ({ body: body.replaceAll('149.00', '1.00'), headers }));
    await simulator.send(forged, portal().place);
    expect(portal().received).toMatchObject([
      { event: 'payment.succeeded', object: { id, amount: { value: '1.00' } } },
    ]);
    expect(await get(`payments/${id}`)).toMatchObject({ status: 'succeeded', amount });
  });

  it('goes through all four statuses in a two-stage payment', async () => {
    const { id } = await create({ capture: false });
    expect(await get(`payments/${id}`)).toMatchObject({ status: 'pending', paid: false });
    expect(await post(`payments/${id}/capture`, {})).toMatchObject({ status: 400 });
    await simulator.act('pay', { attemptId }, portal().place);
    expect(await get(`payments/${id}`)).toMatchObject({ status: 'waiting_for_capture', paid: true });
    expect(await post(`payments/${id}/capture`, {})).toMatchObject({ status: 200, body: { status: 'succeeded' } });
    expect(await post(`payments/${id}/cancel`, {})).toMatchObject({ status: 400 });
    await vi.waitFor(() => expect(events()).toEqual(['payment.succeeded']));
  });

  it('cancels a payment that is unconfirmed for an hour, and sends a webhook', async () => {
    const { id, token } = await create();
    portal().laterMs = 3600_001;
    const page = await portal().app.inject(`/embedded?token=${token}&origin=http://portal`);
    expect(page.body).toContain('token_expired');
    const cancellation_details = { reason: 'expired_on_confirmation' };
    expect(await get(`payments/${id}`)).toMatchObject({ status: 'canceled', cancellation_details });
    await vi.waitFor(() => expect(events()).toEqual(['payment.canceled']));
  });

  it('lists newest first, page by page', async () => {
    const ids = [(await create()).id, (await create()).id].toReversed();
    const first = await get('payments?limit=1');
    expect(first).toMatchObject({ items: [{ id: ids[0] }], next_cursor: '1' });
    expect(await get('payments?limit=1&cursor=1')).toMatchObject({ items: [{ id: ids[1] }] });
    expect(await get('payments?limit=101')).toMatchObject({ type: 'error' });
  });
});

describe('pages', () => {
  it('of the widget take the payment of its token, for valid origins only', async () => {
    const { id, token } = await create();
    const page = await portal().app.inject(`/embedded?token=${token}&origin=http://checkout.localhost:8081`);
    expect(page.body).toContain('&lt;b>Gems');
    for (const wrong of ['/embedded?token=x&origin=http://portal', `/embedded?token=${token}&origin=javascript:1`])
      expect((await portal().app.inject(wrong)).body).not.toContain('data-how');
    expect((await portal().post('/pay', { token, how: 'wrong' })).body).toMatchObject({ status: 'pending' });
    expect((await portal().post('/pay', { token, how: 'pay' })).body).toMatchObject({
      status: 'succeeded',
      isOver: true,
    });
    await vi.waitFor(() => expect(portal().received).toMatchObject([{ event: 'payment.succeeded', object: { id } }]));
    expect((await portal().post('/pay', { token, how: 'pay' })).status).toBe(400);
  });

  it('of a redirect return to the shop when the payment is closed', async () => {
    const returnUrl = 'https://portal.example/Store/Return/1';
    const { url } = await create({ confirmation: { type: 'redirect', return_url: returnUrl } });
    const path = url.slice(portal().place.at.length);
    expect((await portal().app.inject(path)).body).toContain(returnUrl);
    await simulator.act('decline', { attemptId }, portal().place);
    expect((await portal().app.inject(path)).headers.location).toBe(returnUrl);
  });

  it('of the dashboard simulate later events: slow payments, slow refunds', async () => {
    const { id, token } = await create();
    const act = (name: string) => portal().post('/act', { payment: id, act: name });
    const later = await portal().post('/pay', { token, how: 'pay later', refunds: 'later' });
    expect(later.body).toMatchObject({ status: 'pending', isWaiting: true });
    portal().laterMs = 2 * 3600_000;
    await act('pay');
    expect((await portal().post('/pay', { token, how: 'wait' })).body).toMatchObject({ status: 'succeeded' });
    await act('refund half');
    const adapter = { status: 'pending', amount: { value: '74.50' } };
    expect(await get(`refunds?payment_id=${id}`)).toMatchObject({ items: [adapter] });
    await act('finish refund');
    expect(await get(`payments/${id}`)).toMatchObject({ refunded_amount: { value: '74.50' } });
    await act('refund');
    await act('fail refund');
    const refunds = await get(`refunds?payment_id=${id}`);
    expect(refunds).toMatchObject({ items: [{ status: 'canceled' }, { status: 'succeeded' }] });
    await vi.waitFor(() => expect(events().sort()).toEqual(['payment.succeeded', 'refund.succeeded']));
  });
});

it('resends a webhook after each of the seven delays, until it is answered with 200', async () => {
  await create();
  const webhooks = await simulator.act('pay', { attemptId }, portal().place);
  portal().answerWith = () => 204;
  await simulator.send(webhooks, portal().place);
  expect(portal().received).toHaveLength(8);
});
