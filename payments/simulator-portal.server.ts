// For tests of simulators: a simulated provider and the portal that it sends webhooks to.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach } from 'vitest';
import type { PaymentSimulator, PaymentSimulatorEnvironment } from './simulator-port.server.ts';

export interface SimulatedPortal<Webhook> {
  readonly app: FastifyInstance;
  readonly place: PaymentSimulatorEnvironment;
  readonly received: readonly Webhook[];
  /** The HTTP status with which the portal answers the next webhook. */
  answerWith: (webhook: Webhook) => number;
  laterMs: number;
  readonly post: (path: string, fields: Texts, headers?: Texts) => Promise<FormResponse>;
  readonly close: () => Promise<void>;
}

type Texts = Readonly<Record<string, string>>;

interface FormResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

/** Each test gets a new portal with empty records. */
export function openSimulatedPortalForEachTest<Webhook>(
  simulator: PaymentSimulator,
  more: Pick<PaymentSimulatorEnvironment, 'readPage'> = {},
): () => SimulatedPortal<Webhook> {
  let portal: SimulatedPortal<Webhook> | undefined;
  const requirePortal = (): SimulatedPortal<Webhook> => {
    if (!portal) throw new Error('The simulated portal is open only during tests.');
    return portal;
  };
  beforeEach(async () => {
    portal = await openSimulatedPortal(simulator, more);
  });
  afterEach(() => requirePortal().close());
  return requirePortal;
}

/** The simulator's keys and secrets do not depend on its URL. */
export const readSimulatorSettings = <Keys = Record<string, string>>(simulator: PaymentSimulator): Keys =>
  simulator.settings({ at: '', hookUrl: '', now: () => new Date(0) }) as Keys;

async function openSimulatedPortal<Webhook>(
  simulator: PaymentSimulator,
  more: Pick<PaymentSimulatorEnvironment, 'readPage'>,
): Promise<SimulatedPortal<Webhook>> {
  const received: Webhook[] = [];
  const server = createServer((request, response) => {
    const take = async (): Promise<void> => {
      const webhook = JSON.parse(await text(request)) as Webhook;
      received.push(webhook);
      response.writeHead(portal.answerWith(webhook)).end();
    };
    take().catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const app = fastify();
  const portal: SimulatedPortal<Webhook> = {
    app,
    // The simulator keeps its records by URL, so each test has its own.
    place: {
      at: `http://localhost/${randomUUID()}`,
      hookUrl: `http://127.0.0.1:${port}/hooks`,
      now: () => new Date(Date.now() + portal.laterMs),
      ...more,
    },
    received,
    answerWith: () => 200,
    laterMs: 0,
    async post(url, fields, more = {}) {
      const headers = { 'content-type': 'application/x-www-form-urlencoded', ...more };
      const payload = String(new URLSearchParams(fields));
      const answer = await app.inject({ method: 'POST', url, headers, payload });
      const body = answer.body === '' ? undefined : (JSON.parse(answer.body) as unknown);
      return { status: answer.statusCode, headers: answer.headers, body };
    },
    async close() {
      await app.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  await simulator.mount(app, portal.place);
  return portal;
}
