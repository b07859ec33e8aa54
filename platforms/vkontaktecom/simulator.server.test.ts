import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { samplePlayer } from '../kit/testing/people.ts';
import { runSimulator, type RunningSimulator } from '../kit/testing/run-simulator.server.ts';
import { defaultScenario } from '../scenario.ts';
import { adapter } from './adapter.server.ts';
import { vkontaktecom } from './platform.ts';
import { createOldFormatLaunch, simulator } from './simulator.server.ts';
import { verify } from './verify.server.ts';

let tried: RunningSimulator;
beforeEach(async () => void (tried = await runSimulator(simulator, vkontaktecom, adapter)));
afterEach(() => tried[Symbol.asyncDispose]());

const post = async (path: string, body: object) => (await tried.post(path, body)).body as Record<string, unknown>;
const begin = () => post('/order/begin', { item: randomUUID(), user_id: samplePlayer.id, language: 'ru' });

it('starts a game in both formats, which the adapter accepts', async () => {
  const { query = {} } = await simulator.launch(samplePlayer, defaultScenario, tried.place);
  expect(query).toMatchObject({ vk_language: 'ua', vk_platform: 'desktop_web' });
  for (const texts of [query, createOldFormatLaunch(samplePlayer, Math.floor(Date.now() / 1000))]) {
    const QueryString = new URLSearchParams(texts).toString();
    expect(await verify({ QueryString }, tried.host)).toMatchObject({ outcome: 'proved' });
  }
});

describe('an order box', () => {
  it('queries the item, and takes votes after a valid reply', async () => {
    const asked = await begin();
    expect(asked).toEqual({ outcome: 'asked', order_id: expect.any(Number) as number, title: 'Gems', price: 24 });
    expect(await post('/order/pay', { ...asked, telling: 'usual' })).toEqual({ outcome: 'charged' });
    expect(tried.received).toEqual(['asked', 'paid']);
  });

  it('shows nothing for an item that is not sold', async () => {
    tried.sold = undefined;
    expect(await begin()).toEqual({ outcome: 'no such item' });
    expect((await tried.post('/order/pay', { order_id: 1 })).status).toBe(404);
  });

  it('notifies twice, and late', async () => {
    const asked = await begin();
    await post('/order/pay', { ...asked, telling: 'twice' });
    expect(tried.received).toEqual(['asked', 'paid', 'paid']);
    expect(await post('/order/pay', { ...asked, telling: 'late' })).toEqual({ outcome: 'charged' });
    expect(tried.received).toHaveLength(3);
    await vi.waitFor(() => expect(tried.received).toHaveLength(4));
  });

  it('retries while the server fails; without a reply it gives up and takes no votes', async () => {
    const asked = await begin();
    tried.errorsBeforeSuccess = 2;
    expect(await post('/order/pay', { ...asked, telling: 'usual' })).toEqual({ outcome: 'charged' });
    const other = await begin();
    tried.errorsBeforeSuccess = 99;
    expect(await post('/order/pay', { ...other, telling: 'usual' })).toEqual({ outcome: 'declined' });
    expect(tried.received).toEqual(['asked', 'paid', 'asked']);
  });
});

it('has the API, which describes player and friends to permitted callers', async () => {
  await simulator.launch(samplePlayer, defaultScenario, tried.place);
  const tokenFor = async (scope: string) => (await post('/token', { user_id: samplePlayer.id, scope }))['access_token'];
  const access_token = await tokenFor('friends');
  const call = (method: string, more: object = {}) => post(`/method/${method}`, { access_token, v: '5.131', ...more });
  expect(await call('friends.getAppUsers')).toEqual({ response: [100_200_301, 100_200_302] });
  const [borys, ada] = [{ id: 100_200_301, first_name: 'Borys', sex: 2 }, { id: 100_200_300 }];
  expect(await call('users.get', { user_ids: '100200301,7' })).toMatchObject({ response: [borys] });
  expect(await call('users.get')).toMatchObject({ response: [ada] });
  const fault = (error_code: number) => ({ error: { error_code } });
  expect(await call('users.get', { access_token: 'vk1.1..x' })).toMatchObject(fault(5));
  expect(await call('friends.getAppUsers', { access_token: await tokenFor('') })).toMatchObject(fault(15));
  expect(await call('orders.get')).toMatchObject(fault(5));
  expect(await call('wall.post')).toMatchObject(fault(3));
  expect((await tried.app.inject('/photo/100200300')).headers['content-type']).toBe('image/svg+xml');
});
