import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { samplePlayer } from '../kit/testing/people.ts';
import { runSimulator, type RunningSimulator } from '../kit/testing/run-simulator.server.ts';
import { defaultScenario } from '../scenario.ts';
import { adapter } from './adapter.server.ts';
import { kongregate } from './platform.ts';
import { simulator } from './simulator.server.ts';
import { createOrderInfo } from './webhook.server.ts';

let tried: RunningSimulator;
beforeEach(async () => void (tried = await runSimulator(simulator, kongregate, adapter)));
afterEach(() => tried[Symbol.asyncDispose]());

const post = async (path: string, body: object) => (await tried.post(path, body)).body as Record<string, unknown>;
const begin = () =>
  post('/page/order/begin', {
    order_info: createOrderInfo(crypto.randomUUID(), 24),
    buyer_id: samplePlayer.id,
  });
const asked = { outcome: 'asked', order_id: expect.any(Number) as number, name: 'Gems', price: 24 };

it('starts a guest with the number 0 and without a token', async () => {
  const { query } = await simulator.launch({ ...samplePlayer, isGuest: true }, defaultScenario, tried.place);
  expect(query).toMatchObject({ kongregate_user_id: '0', kongregate_username: 'Guest' });
  expect(query).not.toHaveProperty('kongregate_game_auth_token');
});

describe('an order', () => {
  it('is queried at our server, and takes Kreds after it accepts', async () => {
    const order = await begin();
    expect(order).toEqual(asked);
    expect(await post('/page/order/pay', { ...order, telling: 'usual' })).toEqual({ outcome: 'completed' });
    expect(tried.received).toEqual(['asked', 'paid']);
  });

  it('that is not sold is not shown', async () => {
    tried.sold = undefined;
    expect(await begin()).toEqual({ outcome: 'not sold' });
    expect((await tried.post('/page/order/pay', { order_id: 1 })).status).toBe(404);
  });

  it('is reported twice, and late', async () => {
    const order = await begin();
    await post('/page/order/pay', { ...order, telling: 'twice' });
    expect(await post('/page/order/pay', { ...order, telling: 'late' })).toEqual({ outcome: 'completed' });
    expect(tried.received).toEqual(['asked', 'paid', 'paid']);
    await vi.waitFor(() => expect(tried.received).toHaveLength(4));
  });

  it('is retried while the server fails, and cancelled without a reply', async () => {
    tried.errorsBeforeSuccess = 2;
    expect(await post('/page/order/pay', { ...(await begin()), telling: 'usual' })).toEqual({ outcome: 'completed' });
    tried.errorsBeforeSuccess = 99;
    expect(await post('/page/order/pay', { ...(await begin()), telling: 'usual' })).toEqual({ outcome: 'canceled' });
  });
});
