import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { samplePlayer } from '../kit/testing/people.ts';
import { runSimulator, type RunningSimulator } from '../kit/testing/run-simulator.server.ts';
import { defaultScenario } from '../scenario.ts';
import { adapter } from './adapter.server.ts';
import { vkontakteplay } from './platform.ts';
import { simulator } from './simulator.server.ts';
import { verify } from './verify.server.ts';

let tried: RunningSimulator;
beforeEach(async () => void (tried = await runSimulator(simulator, vkontakteplay, adapter)));
afterEach(() => tried[Symbol.asyncDispose]());

it('signs a player’s URL that the adapter accepts, and names no guest', async () => {
  const host = { ...tried.host, settings: { ...simulator.settings(tried.place), TrustLaunch: true } as never };
  const { query = {} } = await simulator.launch(samplePlayer, defaultScenario, tried.place);
  expect(query).toMatchObject({ appid: '45000', currency: 'RUB', lang: 'uk_UA', uid: samplePlayer.id });
  const QueryString = new URLSearchParams(query).toString();
  expect(await verify({ QueryString }, host)).toMatchObject({ outcome: 'proved' });
  const guest = await simulator.launch({ ...samplePlayer, isGuest: true }, defaultScenario, tried.place);
  expect(Object.keys(guest.query ?? {})).toEqual(['appid', 'currency', 'lang', 'status', 'version']);
});

describe('a token', () => {
  const give = async (more: object = {}): Promise<{ Uid: string; Hash: string }> => {
    const { body } = await tried.post('/web/token', { app: '45000', uid: samplePlayer.id, ...more });
    const { uid, hash } = body as { uid: number; hash: string };
    return { Uid: String(uid), Hash: hash };
  };
  const take = (token: object, callerAddress = '::1') =>
    verify(
      { QueryString: '', ...token },
      {
        ...tried.host,
        callerAddress,
        fetch: async (address) => {
          const { statusCode, rawPayload } = await tried.app.inject(address.slice(tried.place.at.length));
          return { status: statusCode, headers: {}, body: rawPayload };
        },
      },
    );

  it('is confirmed once, for its player, from the IP address that requested it', async () => {
    const token = await give();
    expect(await take(token, '203.0.113.7')).toMatchObject({ reason: expect.stringContaining('error 4') as string });
    expect(await take({ ...token, Uid: '7' })).toMatchObject({ reason: expect.stringContaining('error 3') as string });
    expect(await take(token)).toMatchObject({ outcome: 'proved' });
    expect(await take(token)).toMatchObject({ reason: expect.stringContaining('error 5') as string });
  });

  it('may be expired, or of another game', async () => {
    expect(await take(await give({ isExpired: 'true' }))).toMatchObject({ outcome: 'refused' });
    expect(await take(await give({ app: '45001' }))).toMatchObject({ outcome: 'refused' });
  });
});

describe('the billing', () => {
  const pay = async (telling: string, more: object = {}) => {
    const purchase = {
      amount: 149.5,
      currency: 'RUB',
      item_id: randomUUID(),
      uid: samplePlayer.id,
      ip: '127.0.0.1',
      telling,
    };
    return (await tried.post('/web/pay', { ...purchase, ...more })).body as object;
  };

  it('notifies our server, twice by both methods, and late', async () => {
    expect(await pay('usual')).toEqual({ outcome: 'paid' });
    expect(tried.received).toEqual(['paid']);
    expect(await pay('twice')).toEqual({ outcome: 'paid' });
    expect(tried.received).toEqual(['paid', 'paid', 'paid']);
    expect(await pay('late')).toEqual({ outcome: 'paid' });
    expect(tried.received).toHaveLength(3);
    await vi.waitFor(() => expect(tried.received).toHaveLength(4));
  });

  it('takes no money for unknown orders, nor without a reply', async () => {
    expect(await pay('usual', { item_id: 'coins_500' })).toEqual({ outcome: 'refused' });
    tried.errorsBeforeSuccess = 2;
    expect(await pay('usual')).toEqual({ outcome: 'paid' });
    tried.errorsBeforeSuccess = 99;
    expect(await pay('usual')).toEqual({ outcome: 'refused' });
    expect(tried.received).toEqual(['paid']);
  });
});
