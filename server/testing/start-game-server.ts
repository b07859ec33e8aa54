// A game server that receives deliveries over HTTP on loopback. It grants each delivery id once, and responds as the
// test sets.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedDelivery {
  readonly id: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface GameServer extends AsyncDisposable {
  readonly url: string;
  readonly received: ReceivedDelivery[];
  /** How often each delivery was granted; must be once. */
  readonly grants: Map<string, number>;
  /** Its response from now on: a status with headers, a function, or `hang` for none. */
  answer: GameServerReply;
}

export type GameServerReply = 'hang' | GivenAnswer | ((received: ReceivedDelivery) => GivenAnswer);

interface GivenAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export async function startGameServer(): Promise<GameServer> {
  const server = createServer((request, response) => {
    void reply(request, response);
  });
  const reply = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await collect(request);
    const got: ReceivedDelivery = { id: String(request.headers['webhook-id']), headers: request.headers, body };
    game.received.push(got);
    if (game.answer === 'hang') return;
    const given = typeof game.answer === 'function' ? game.answer(got) : game.answer;
    if (given.status < 300 && !game.grants.has(got.id)) game.grants.set(got.id, 1);
    response.writeHead(given.status, { ...given.headers }).end(given.body ?? '');
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const game: GameServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    received: [],
    grants: new Map(),
    answer: { status: 204 },
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
