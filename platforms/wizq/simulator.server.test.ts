import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { samplePlayer } from '../kit/testing/people.ts';
import { createSamplePayment } from '../kit/testing/sample-payment.server.ts';
import { runSimulator, type RunningSimulator } from '../kit/testing/run-simulator.server.ts';
import { adapter } from './adapter.server.ts';
import { wizq } from './platform.ts';
import { simulator } from './simulator.server.ts';

let tried: RunningSimulator;
beforeEach(async () => void (tried = await runSimulator(simulator, wizq, adapter)));
afterEach(() => tried[Symbol.asyncDispose]());

const post = async (path: string, body: object) => (await tried.post(path, body)).body as Record<string, unknown>;

async function begin() {
  const payment = createSamplePayment({ currency: 'USD' });
  const { orderId, product, amountMinor, currency } = payment;
  tried.sold = { orderId, ...product, amountMinor, currency };
  const created = await adapter.payments?.create(payment, tried.host);
  if (created?.outcome !== 'created') throw new Error(JSON.stringify(created));
  const secured = created.reply.SecuredOrderId;
  return { secured, asked: await post('/order/begin', { secured, user_id: samplePlayer.id }) };
}

it('queries an order, and notifies that it was paid, once or twice', async () => {
  const { secured, asked } = await begin();
  expect(asked).toEqual({ outcome: 'asked', name: 'A hundred gems', amount: '0.24', currency: 'USD' });
  expect(await post('/order/pay', { secured, telling: 'twice' })).toEqual({ outcome: 'paid' });
  expect(tried.received).toEqual(['asked', 'paid', 'paid']);
});

it('sells no unknown order', async () => {
  const { secured } = await begin();
  tried.sold = undefined;
  expect(await post('/order/begin', { secured, user_id: samplePlayer.id })).toEqual({ outcome: 'no such order' });
  expect((await tried.post('/order/pay', { secured: 'o.s' })).status).toBe(404);
});

it('notifies late, and retries while the server fails', async () => {
  const { secured } = await begin();
  tried.errorsBeforeSuccess = 2;
  await post('/order/pay', { secured, telling: 'late' });
  expect(tried.received).toEqual(['asked']);
  await vi.waitFor(() => expect(tried.received).toEqual(['asked', 'paid']));
});
