// A minimal round-robin load balancer that skips nodes that report that they are not ready. It tries another node only
// if the connection was refused, so no request is sent twice.
import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Balancer {
  readonly address: string;
  untilReady(port: number): Promise<void>;
  running(port: number): number;
  passed(port: number): number;
  close(): Promise<void>;
}

const lookMs = 200;
const readyTimeoutMs = 60_000;

export async function startBalancer(ports: readonly number[]): Promise<Balancer> {
  const ready = new Set<number>();
  const running = new Map<number, number>();
  const passed = new Map<number, number>();
  let turn = 0;
  const silent = new Map<number, number>();
  const look = async (port: number): Promise<void> => {
    const verdict = await askReady(port);
    // On a busy machine a single health check without a response means nothing.
    silent.set(port, verdict === 'silent' ? (silent.get(port) ?? 0) + 1 : 0);
    if (verdict === 'ready') ready.add(port);
    else if (verdict === 'not ready' || (silent.get(port) ?? 0) > 2) ready.delete(port);
  };
  const next = (tried: ReadonlySet<number>): number | undefined => {
    const free = ports.filter((port) => ready.has(port) && !tried.has(port));
    turn += 1;
    return free[turn % free.length];
  };
  const pass = (request: IncomingMessage, response: ServerResponse, body: Buffer, tried: Set<number>): void => {
    const port = next(tried);
    if (port === undefined) {
      response.writeHead(502).end('No node takes this request.');
      return;
    }
    running.set(port, (running.get(port) ?? 0) + 1);
    passed.set(port, (passed.get(port) ?? 0) + 1);
    let ended = false;
    const end = (): void => {
      if (!ended) running.set(port, (running.get(port) ?? 0) - 1);
      ended = true;
    };
    const asked = ask({
      port,
      host: '127.0.0.1',
      path: request.url,
      method: request.method,
      headers: request.headers,
      agent: false,
    });
    asked.once('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, { ...answer.headers, 'x-node': String(port), connection: 'close' });
      answer.once('close', end).once('error', () => response.destroy());
      answer.pipe(response);
    });
    asked.once('error', (error: NodeJS.ErrnoException) => {
      end();
      if (error.code === 'ECONNREFUSED') {
        ready.delete(port);
        pass(request, response, body, tried.add(port));
      } else if (response.headersSent) response.destroy();
      else response.writeHead(502).end(`The node at ${port} broke off: ${error.code}`);
    });
    asked.end(body);
  };
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.once('end', () => pass(request, response, Buffer.concat(parts), new Set()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const closing = new AbortController();
  const watch = async (port: number): Promise<void> => {
    for (; !closing.signal.aborted; await sleep(lookMs)) await look(port);
  };
  await Promise.all(ports.map(look));
  const watching = ports.map(watch);
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async untilReady(port) {
      const end = performance.now() + readyTimeoutMs;
      while (!ready.has(port)) {
        if (performance.now() > end) throw new Error(`The balancer does not see the node at ${port} as ready.`);
        await sleep(lookMs / 4);
      }
    },
    running: (port) => running.get(port) ?? 0,
    passed: (port) => passed.get(port) ?? 0,
    async close() {
      closing.abort();
      await Promise.all(watching);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function askReady(port: number): Promise<'ready' | 'not ready' | 'silent'> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(1000) });
    await answer.arrayBuffer();
    return answer.status === 200 ? 'ready' : 'not ready';
  } catch (error) {
    return (error as Error).name === 'TimeoutError' ? 'silent' : 'not ready';
  }
}
