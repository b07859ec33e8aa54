import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { openSimulatedPortalForEachTest, readSimulatorSettings } from '../simulator-portal.server.ts';
import { simulator } from './simulator.server.ts';

const portal = openSimulatedPortalForEachTest<{ event_type: string; event_data: { status?: string } }>(simulator);
const { ApiKey } = readSimulatorSettings(simulator);
const headers = { authorization: `Bearer ${ApiKey}` };

const request = () => ({
  player_id: 'acc_42',
  items: [{ sku: 'gems_100', name: '<b>Gems</b>', quantity: 1 }],
  price_decimal: 4.99,
  currency: 'EUR',
  currency_preferred: true,
  coupons_enabled: false,
  metadata: { attempt_id: randomUUID() },
  expires_at: Math.floor(Date.now() / 1000) + 3600,
  back_to_store_url: 'https://p.example/back?order={order_id}',
});

async function create(changes: object = {}) {
  const payload = { ...request(), ...changes };
  const answer = await portal().app.inject({ method: 'POST', url: '/v1/orders', headers, payload });
  return { status: answer.statusCode, ...answer.json<{ order_id: string; detail?: unknown }>() };
}
const ask = (method: 'GET' | 'POST' | 'PATCH', url: string, payload?: object) =>
  portal().app.inject({ method, url, headers, ...(payload && { payload }) });
const statusOf = async (id: string) => (await ask('GET', `/v1/orders/${id}`)).json<{ status: string }>().status;
const kinds = () => portal().received.map(({ event_type: kind }) => kind);
const pay = (token: string, card: string, how = 'pay') => portal().post('/pay', { token, how, card });

describe('the API', () => {
  it('creates an order for each request, and names invalid fields', async () => {
    const [first, second] = [await create(), await create()];
    expect(first).toMatchObject({ status: 201, checkout_url: expect.stringContaining(first.order_id) });
    expect(second.order_id).not.toBe(first.order_id);
    for (const [changes, place] of [
      [{ country: 'DEU' }, 'country'],
      [{ locale: 'pt-br' }, 'locale'],
      [{ price_decimal: 4.999 }, 'price_decimal'],
      [{ expires_at: 1 }, 'expires_at'],
      [{ items: [] }, 'items'],
    ] as const)
      expect(await create(changes)).toMatchObject({
        status: 422,
        detail: expect.arrayContaining([expect.objectContaining({ loc: ['body', place] })]),
      });
    const stranger = { authorization: 'Bearer somebody0elses' };
    expect((await portal().app.inject({ url: '/v1/payments', headers: stranger })).statusCode).toBe(401);
  });

  it('expires an open order, and refunds a paid one, once', async () => {
    const { order_id: id } = await create();
    expect((await ask('PATCH', `/v1/orders/${id}/expire`)).statusCode).toBe(200);
    expect(await pay(id, '')).toMatchObject({ status: 400 });
    const { order_id: other } = await create();
    await pay(other, '4242 4242 4242 4242');
    expect((await ask('PATCH', `/v1/orders/${other}/expire`)).statusCode).toBe(409);
    const refund = () => ask('POST', `/v1/orders/${other}/refund`, { reason: 'x' });
    expect((await refund()).statusCode).toBe(200);
    expect(await statusOf(other)).toBe('refunded');
    expect((await refund()).statusCode).toBe(409);
  });

  it('accepts refunds and completes them later, if configured', async () => {
    await portal().post('/act', { toggle: 'refundsLater' });
    const { order_id: id } = await create();
    await pay(id, '');
    await ask('POST', `/v1/orders/${id}/refund`, { reason: 'x' });
    expect(await statusOf(id)).toBe('refund_requested');
    await portal().post('/act', { payment: id, act: 'finish refund' });
    await vi.waitFor(() => expect(kinds()).toContain('order.refunded'));
  });
});

describe('the checkout page', () => {
  it('shows the product, and returns to the shop', async () => {
    const { order_id: id } = await create();
    const { body } = await portal().app.inject(`/order/${id}`);
    expect(body).toContain('&lt;b>Gems&lt;/b>');
    expect(body).toContain('€4.99');
    expect(body).toContain(`https://p.example/back?order=${id}`);
    expect((await portal().app.inject('/order/ord_0')).statusCode).toBe(404);
  });

  it.each(['4242424242424242', '4111111111111111', '370000000000002', ''])('is paid with %s', async (card) => {
    const { order_id: id } = await create();
    expect(await pay(id, card)).toMatchObject({ status: 200, body: { isOver: true } });
    await vi.waitFor(() => expect(kinds()).toEqual(['player.verify', 'payment.succeeded', 'item.add', 'order.paid']));
  });

  it.each([
    ['4832285061609015', '16'],
    ['4211127262112418', '2051'],
    ['4411588321713124', '3041'],
    ['4178131827309866', '3043'],
    ['4867053716965705', '2054'],
  ])('declines %s with %s, after which the buyer can retry', async (card, code) => {
    const { order_id: id } = await create();
    expect(await pay(id, card)).toMatchObject({ body: { error: expect.stringContaining(`(${code})`) } });
    expect(await statusOf(id)).toBe('reattempted');
    expect(await pay(id, '4242424242424242')).toMatchObject({ body: { isOver: true } });
    const tries = (await ask('GET', '/v1/payments')).json<{ status: string }[]>();
    expect(tries.map(({ status }) => status)).toEqual(['done', 'failed']);
  });

  it('requires a bank confirmation for 4224703082575813', async () => {
    const { order_id: id } = await create();
    expect(await pay(id, '4224703082575813')).toMatchObject({ body: { error: expect.stringContaining('3-D Secure') } });
    expect(await pay(id, '4224703082575813')).toMatchObject({ body: { isOver: true } });
  });

  it.each([
    ['4000000000000267', 'canceled', 'order.canceled'],
    ['4000000000002685', 'paid', 'payment.dispute'],
  ])('disputes a payment with %s until it is %s', async (card, status, kind) => {
    const { order_id: id } = await create();
    await pay(id, card);
    await vi.waitFor(() => expect(kinds()).toEqual(expect.arrayContaining(['order.paid', 'payment.dispute', kind])));
    await vi.waitFor(async () => expect(await statusOf(id)).toBe(status));
  });

  it('reports 4171680000000004 as fraud', async () => {
    const { order_id: id } = await create();
    expect(await pay(id, '4171680000000004')).toMatchObject({ body: { error: expect.stringContaining('fraud') } });
    await vi.waitFor(() => expect(kinds()).toContain('fraud.reported'));
  });

  it('authorizes money that is captured later, and sells nothing to an unknown player', async () => {
    const { order_id: id } = await create();
    await pay(id, '', 'pay later');
    expect(await statusOf(id)).toBe('captured');
    portal().answerWith = () => 400;
    const { order_id: other } = await create();
    expect(await pay(other, '')).toMatchObject({ body: { error: expect.stringContaining('this player') } });
    expect(await statusOf(other)).toBe('created');
  });
});
