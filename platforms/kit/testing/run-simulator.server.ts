// Runs a simulated platform and its production adapter in memory. Only webhooks use a real connection.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import type { OrderQueryReply, PaymentOperations, Webhook, WebhookReply } from '#model/payment-operations.server.ts';
import type { PlatformHost } from '../../port.server.ts';
import type { PlatformManifest } from '../../port.ts';
import type { PlatformSimulator, SimulatorEnvironment } from '../../simulator-port.server.ts';
import { testRequestContext } from '../../test-request-context.server.ts';

export interface RunningSimulator extends AsyncDisposable {
  readonly app: FastifyInstance;
  readonly place: SimulatorEnvironment;
  readonly host: PlatformHost<never>;
  /** What the portal received: `asked`, `paid`, `refunded`. */
  readonly received: string[];
  /** The order that the portal returns to a query. Undefined: it may not be paid. */
  sold: OrderQueryReply | undefined;
  /** How often the portal replies with an error to a payment before it accepts it. */
  errorsBeforeSuccess: number;
  post(path: string, body: object): Promise<{ readonly status: number; readonly body: never }>;
}

export async function runSimulator(
  simulator: PlatformSimulator,
  { storeCurrency: currency = '' }: PlatformManifest,
  { payments }: { readonly payments?: Pick<PaymentOperations<never, unknown>, 'parseWebhook' | 'buildWebhookReply'> },
): Promise<RunningSimulator> {
  if (!payments) throw new Error('The adapter has no payments.');
  const answer = async (webhook: Webhook): Promise<WebhookReply> => {
    const read = await payments.parseWebhook(webhook, host);
    if (read.outcome === 'order-query') {
      tried.received.push('asked');
      return read.answer(tried.sold);
    }
    if (tried.errorsBeforeSuccess-- > 0) return { status: 503 };
    if (read.outcome !== 'events') return payments.buildWebhookReply('refused');
    tried.received.push(...read.events.map(({ kind }) => kind));
    return (read.answer ?? payments.buildWebhookReply)('done');
  };
  const portal = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const headers = request.headers as Webhook['headers'];
      const method = request.method === 'GET' ? 'GET' : 'POST';
      const query = new URL(request.url ?? '/', 'http://127.0.0.1').searchParams;
      const webhook: Webhook = { method, query, body: Buffer.concat(chunks), headers, remoteAddress: '127.0.0.1' };
      void answer(webhook).then(({ status, headers: more, body }) =>
        response.writeHead(status, more).end(typeof body === 'object' ? JSON.stringify(body) : body),
      );
    });
  });
  await new Promise<void>((resolve) => portal.listen(0, '127.0.0.1', resolve));
  const { port } = portal.address() as AddressInfo;
  // A URL of its own per simulator, because records are stored by URL.
  const at = `http://localhost/${randomUUID()}`;
  const place: SimulatorEnvironment = { at, hookUrl: `http://127.0.0.1:${port}/`, now: () => new Date() };
  const app = fastify();
  await simulator.mount(app, place);
  const inject = async (url: string, payload: string | object, headers: object = {}) => {
    const { statusCode, rawPayload } = await app.inject({ method: 'POST', url, payload, headers: { ...headers } });
    return { status: statusCode, headers: {}, body: rawPayload };
  };
  const host: PlatformHost<never> = {
    fetch: (address, { body = '', headers } = {}) => inject(address.slice(at.length), body, headers),
    now: place.now,
    log: { warn: () => undefined },
    game: 'gem-miner',
    portalUrl: 'https://play.example',
    ...testRequestContext,
    settings: simulator.settings(place) as never,
  };
  const tried: RunningSimulator = {
    app,
    place,
    host,
    received: [],
    sold: { orderId: randomUUID(), sku: 'gems', name: 'Gems', description: 'Many', amountMinor: 24, currency },
    errorsBeforeSuccess: 0,
    async post(path, body) {
      const reply = await inject(path, body);
      return { status: reply.status, body: JSON.parse(reply.body.toString()) as never };
    },
    async [Symbol.asyncDispose]() {
      await app.close();
      portal.closeAllConnections();
      await new Promise((resolve) => portal.close(resolve));
    },
  };
  return tried;
}
