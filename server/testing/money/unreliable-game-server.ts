// An unreliable game server: it grants each delivery id exactly once before it responds, and then responds correctly,
// slowly, with an error, or not at all. It fails each delivery at most once, because the second retry comes after five
// minutes.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';

export interface GrantedOrder {
  readonly deliveryId: string;
  readonly priceMinor: number;
}

export interface UnreliableGameServer extends AsyncDisposable {
  readonly url: string;
  secret: string;
  /** Grants and revocations by order; more than one entry is an error. */
  readonly granted: ReadonlyMap<string, readonly GrantedOrder[]>;
  readonly revoked: ReadonlyMap<string, readonly GrantedOrder[]>;
  readonly counts: { requests: number; again: number; refused: number; unsigned: number; collected: number };
  /** Processes a delivery, pushed or pulled. False: already processed. */
  process(delivery: ReceivedGrant): boolean;
}

export interface ReceivedGrant {
  readonly deliveryId: string;
  readonly type: string;
  readonly orderId: string;
  readonly priceMinor: number;
}

/** @param troubles the percentage of deliveries that fail at first, for each type of failure */
export async function startUnreliableGameServer(troubles: number): Promise<UnreliableGameServer> {
  const done = new Set<string>();
  const refusedOnce = new Set<string>();
  const records = {
    'order.paid': new Map<string, GrantedOrder[]>(),
    'order.revoked': new Map<string, GrantedOrder[]>(),
  };
  const server = createServer((request, response) => {
    // A caller that dies during its request is expected.
    answer(request, response).catch(() => response.destroy());
  });
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await collect(request);
    game.counts.requests += 1;
    const headers = request.headers as Record<string, string>;
    try {
      new Webhook(game.secret).verify(body, headers);
    } catch {
      // The audit requires none of these.
      game.counts.unsigned += 1;
      response.writeHead(401).end();
      return;
    }
    const { type, data } = JSON.parse(body) as { type: string; data: { order_id: string; price_minor: number } };
    const deliveryId = headers['webhook-id'] ?? '';
    if (!game.process({ deliveryId, type, orderId: data.order_id, priceMinor: data.price_minor }))
      game.counts.again += 1;
    const mood = Math.random() * 100;
    if (mood < 2 * troubles && !refusedOnce.has(deliveryId)) {
      refusedOnce.add(deliveryId);
      game.counts.refused += 1;
      if (mood < troubles) request.socket.destroy();
      else response.writeHead(500).end();
      return;
    }
    if (mood < 3 * troubles) await sleep(Math.random() * 1500);
    response.writeHead(204).end();
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const game: UnreliableGameServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    secret: '',
    granted: records['order.paid'],
    revoked: records['order.revoked'],
    counts: { requests: 0, again: 0, refused: 0, unsigned: 0, collected: 0 },
    process: ({ deliveryId, type, orderId, priceMinor }) => {
      if (done.has(deliveryId)) return false;
      done.add(deliveryId);
      const book = records[type as keyof typeof records];
      book.set(orderId, [...(book.get(orderId) ?? []), { deliveryId, priceMinor }]);
      return true;
    },
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return game;
}

async function collect(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
