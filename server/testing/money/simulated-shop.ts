// A payment provider in this very process, on a port of its own: its books outlive every server that is killed. It speaks the
// provider's protocol to the production half; now and then its answer is lost although it has done what it was asked.
import { fastify } from 'fastify';
import type { PaymentFact } from '#model/payment-fact.ts';
import { half } from '#payments/stripe/adapter.server.ts';
import { stripe } from '#payments/stripe/provider.ts';
import { simulator } from '#payments/stripe/simulator.server.ts';
import type { KnownAttempt } from '#payments/port.server.ts';
import type { SimulatedAct, SimulatedWebhook } from '#payments/simulator-port.server.ts';
import { safeFetch } from '#server/http/safe-fetch.ts';
import { freePorts } from '../free-ports.ts';

export interface SimulatedShop extends AsyncDisposable {
  readonly folder: string;
  /** The provider's name on the wire. */
  readonly id: string;
  /** What an operator sets so that payments go there. */
  readonly settings: object;
  /** Does something at the provider and gives its notices, unsent. */
  act(act: SimulatedAct['name'], attemptId: string): Promise<readonly SimulatedWebhook[]>;
  /** What the provider's own books say about an attempt. */
  read(attempt: KnownAttempt): Promise<readonly PaymentFact[]>;
}

/**
 * @param hookUrl where the server takes notices at the moment
 * @param lostAnswers how many of a hundred new payments are opened without the server hearing of it
 */
export async function startSimulatedShop(hookUrl: () => string, lostAnswers: number): Promise<SimulatedShop> {
  const [port] = await freePorts();
  const place = {
    at: `http://127.0.0.1:${port}/shop`,
    get hookUrl() {
      return hookUrl();
    },
    now: () => new Date(),
  };
  const app = fastify({ forceCloseConnections: true });
  app.addHook('onSend', async (request) => {
    const isNew = request.method === 'POST' && request.url.endsWith('/sessions');
    if (isNew && Math.random() * 100 < lostAnswers) request.raw.socket.destroy();
  });
  await app.register((scope) => simulator.mount(scope, place), { prefix: '/shop' });
  await app.listen({ port, host: '127.0.0.1' });
  const settings = simulator.settings(place);
  const host = {
    fetch: (address: string, given?: object) => safeFetch(address, { ...given, allowLoopback: true }),
    now: place.now,
    log: { warn: () => undefined },
    // The simulator's settings are those of the manifest, as the family suite checks.
    settings: settings as Parameters<typeof half.needsEmail>[0],
  };
  return {
    folder: 'stripe',
    id: stripe.id,
    settings,
    act: (act, attemptId) => simulator.act(act, { attemptId }, place),
    read: async (attempt) => (await half.read(attempt, host)).facts,
    [Symbol.asyncDispose]: () => app.close(),
  };
}
