// Sends one request repeatedly, or one per body, over a few connections and waits for each response. It speaks minimal
// HTTP over a bare socket, so that the sender costs little compared with the server. Loopback only, with a fixed number
// of requests.
import { connect, type Socket } from 'node:net';

export interface LoadRequest {
  readonly port: number;
  readonly method: string;
  /** One path for all requests, or a function that returns one for each. */
  readonly path: string | (() => string);
  readonly headers: Readonly<Record<string, string>>;
  /** Session tokens that the requests use in turn; without them requests are anonymous. */
  readonly tokens?: readonly string[];
  /** One body for all requests, or one for each, for requests that cannot be repeated. */
  readonly body: string | readonly string[];
  readonly requests: number;
  readonly connections: number;
  /** Also accepts 429 and 503. */
  readonly mayBeRefused?: boolean;
}

export interface LoadResult {
  readonly seconds: number;
  readonly requests: number;
  /** How many of the requests got 429 or 503. */
  readonly refused: number;
}

export async function sendLoad(load: LoadRequest): Promise<LoadResult> {
  const each = Math.floor(load.requests / load.connections);
  const { body, path, requests } = load;
  const isOne = typeof body === 'string' && typeof path === 'string';
  const bodies = typeof body === 'string' ? Array.from({ length: isOne ? 1 : requests }, () => body) : body;
  const all = bodies.map((own, at) => Buffer.from(requestText(load, own, at)));
  let refused = 0;
  const checkAnswer = (head: string): boolean => {
    const isRefused = load.mayBeRefused === true && / (429|503) /.test(head);
    if (isRefused) refused += 1;
    return isRefused || / 20[04] /.test(head);
  };
  const begin = performance.now();
  await Promise.all(
    Array.from({ length: load.connections }, (_, connection) =>
      sendOnOneConnection(load.port, each, (at) => bytesOf(all, connection * each + at), checkAnswer),
    ),
  );
  return { seconds: (performance.now() - begin) / 1000, requests: each * load.connections, refused };
}

function bytesOf(all: readonly Buffer[], at: number): Buffer {
  const bytes = all[all.length === 1 ? 0 : at];
  if (!bytes) throw new Error('There are fewer bodies than requests.');
  return bytes;
}

function requestText({ method, path, headers, port, tokens }: LoadRequest, body: string, at = 0): string {
  const token = tokens?.[at % tokens.length];
  const lines = Object.entries({
    host: `127.0.0.1:${port}`,
    ...headers,
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    'content-length': String(Buffer.byteLength(body)),
  });
  return `${method} ${typeof path === 'string' ? path : path()} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`;
}

function sendOnOneConnection(
  port: number,
  count: number,
  bytes: (at: number) => Buffer,
  checkAnswer: (head: string) => boolean,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const socket: Socket = connect(port, '127.0.0.1');
  let answered = 0;
  let pending: Buffer = Buffer.alloc(0);
  socket.setTimeout(30_000, () => socket.destroy(new Error('The server did not answer within 30 s.')));
  socket.on('error', reject);
  socket.on('close', () => (answered < count ? reject(new Error('The server closed the connection.')) : resolve()));
  socket.on('connect', () => socket.write(bytes(0)));
  socket.on('data', (chunk: Buffer) => {
    pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
    const end = endOfAnswer(pending);
    if (end === undefined) return;
    if (!checkAnswer(pending.subarray(0, 15).toString('latin1'))) {
      const [head = '', body = ''] = pending.toString('utf8').split('\r\n\r\n');
      socket.destroy(new Error(`Unexpected answer: ${head.split('\r\n')[0]} ${body.slice(0, 300)}`));
      return;
    }
    pending = pending.subarray(end);
    answered += 1;
    if (answered < count) socket.write(bytes(answered));
    else socket.end();
  });
  return promise;
}

function endOfAnswer(bytes: Buffer): number | undefined {
  const headEnd = bytes.indexOf('\r\n\r\n');
  if (headEnd < 0) return undefined;
  const head = bytes.subarray(0, headEnd).toString('latin1');
  if (head.startsWith('HTTP/1.1 204')) return headEnd + 4;
  const length = /content-length: (\d+)/i.exec(head)?.[1];
  if (length === undefined) throw new Error('The answer has no content-length.');
  const end = headEnd + 4 + Number(length);
  return bytes.length >= end ? end : undefined;
}
