import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { samplePlayer } from '../kit/testing/people.ts';
import { createSamplePayment } from '../kit/testing/sample-payment.server.ts';
import { runSimulator, type RunningSimulator } from '../kit/testing/run-simulator.server.ts';
import { defaultScenario } from '../scenario.ts';
import { adapter } from './adapter.server.ts';
import { absolutegames } from './platform.ts';
import { simulator } from './simulator.server.ts';
import { verify } from './verify.server.ts';

let tried: RunningSimulator;
beforeEach(async () => void (tried = await runSimulator(simulator, absolutegames, adapter)));
afterEach(() => tried[Symbol.asyncDispose]());

const post = async (path: string, body: object) => (await tried.post(path, body)).body as Record<string, unknown>;

async function create(attemptId: string = randomUUID()) {
  const payment = createSamplePayment({ attemptId, amountMinor: 14_900, currency: 'RUB' });
  const request = (await simulator.paymentRequest?.(samplePlayer, tried.place)) as never;
  const created = await adapter.payments?.create({ ...payment, request }, tried.host);
  if (created?.outcome !== 'created') throw new Error(JSON.stringify(created));
  return { attemptId, token: created.reply.Token, read: () => adapter.payments?.read(payment, tried.host) };
}

it('starts a game with data that the adapter accepts, and rejects an old key', async () => {
  const startWith = async (proof: 'fresh' | 'expired') => {
    const { query } = await simulator.launch(samplePlayer, { ...defaultScenario, proof }, tried.place);
    return verify({ QueryString: new URLSearchParams(query).toString() }, tried.host);
  };
  expect(await startWith('fresh')).toMatchObject({ outcome: 'proved', guest: false });
  expect(await startWith('expired')).toMatchObject({ outcome: 'refused' });
});

it('issues one token per order, and notifies when it is paid', async () => {
  const { attemptId, token, read } = await create();
  expect((await create(attemptId)).token).toBe(token);
  expect(await post('/payment', { token })).toEqual({ title: 'A hundred gems', amount: '149.00', currency: 'RUB' });
  expect(await read()).toEqual({ events: [], isOver: false });
  expect(await post('/pay', { token, telling: 'twice' })).toMatchObject({ status: 'success' });
  expect(tried.received).toEqual(['paid', 'paid']);
  expect(await read()).toMatchObject({ events: [{ kind: 'paid', attemptId, amountMinor: 14_900, isTest: true }] });
});

it('notifies late, and retries while the server fails', async () => {
  tried.errorsBeforeSuccess = 2;
  const { token } = await create();
  await post('/pay', { token, telling: 'late' });
  expect(tried.received).toEqual([]);
  await vi.waitFor(() => expect(tried.received).toEqual(['paid']));
});

it('refuses a wrong signature, a wrong token or a wrong number', async () => {
  expect((await tried.post('/gateway/payments', { order_id: randomUUID() })).status).toBe(401);
  expect((await tried.post('/pay', { token: 'x' })).status).toBe(404);
  await create();
  expect(await post('/players', { players_ids: `${samplePlayer.id},7` })).toMatchObject({
    players: [{ id: samplePlayer.id, full_name: 'Ada Koval' }],
  });
});
