// The only gateway for outgoing requests. Scheme and resolved address are checked, and the connection goes to the
// checked address. Redirects are not followed; time and size are limited. Proxies in the environment are ignored,
// because then the proxy's address would be checked instead.
import { lookup as resolveName, type LookupAddress, type LookupAllOptions } from 'node:dns';
import http, { type AgentOptions, type IncomingMessage, type RequestOptions } from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction, type TcpNetConnectOpts } from 'node:net';
import type { Duplex } from 'node:stream';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { isLoopbackAddress, isPublicAddress } from './public-address.ts';

export interface SafeFetchOptions {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  readonly timeoutMs?: number;
  readonly maxBytes?: number;
  /** Simulators run on loopback. Never in production. */
  readonly allowLoopback?: boolean;
  readonly provider?: string;
}

export interface SafeResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

export type SafeFetch = (address: string, options?: SafeFetchOptions) => Promise<SafeResponse>;

export class FetchBlockedError extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'FetchBlocked';
  }
}

/** Name resolution and connections; tests pass their own. */
export interface NetworkAccess {
  readonly resolve: (
    hostname: string,
    options: LookupAllOptions,
    callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
  ) => void;
  /** Opens a connection, with TLS for https, to an address from `lookup` or to `host` if that is an address. */
  readonly connect?: (options: TcpNetConnectOpts) => Duplex;
}

export function createSafeFetch(network: NetworkAccess): SafeFetch {
  // Separate agents: a connection opened while loopback was allowed must not serve other requests.
  const anywhere = agents(network, isPublicAddress);
  const here = agents(network, (address) => isLoopbackAddress(address) || isPublicAddress(address));
  return (address, options = {}) => {
    const url = URL.canParse(address) ? new URL(address) : undefined;
    const loopback = options.allowLoopback ?? false;
    if (!url || (url.protocol !== 'https:' && !(loopback && url.protocol === 'http:')))
      return Promise.reject(new FetchBlockedError('Only https addresses are called.'));
    if (url.username !== '' || url.password !== '')
      return Promise.reject(new FetchBlockedError('An address must not hold a password.'));
    const use = loopback ? here : anywhere;
    const literal = url.hostname.replace(/^\[|\]$/g, '');
    if (isIP(literal) && !use.isAllowed(literal))
      return Promise.reject(new FetchBlockedError(`${literal} is not a public address.`));
    return send(url, options, url.protocol === 'https:' ? use.https : use.http);
  };
}

export const safeFetch: SafeFetch = createSafeFetch({ resolve: resolveName });

export interface OperatorRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal: AbortSignal;
}

export type PostToOperatorHost = (url: URL, request: OperatorRequest) => Promise<IncomingMessage>;

/**
 * For a service that only the operator names, such as a database with an HTTP interface. Its address may be private, so
 * it isn't checked; requests to any other origin are rejected. The response isn't read yet.
 */
export function createOperatorPoster(origin: string): PostToOperatorHost {
  const client = new URL(origin).protocol === 'https:' ? https : http;
  const agent = new client.Agent({ keepAlive: true, timeout: 5000 });
  return (url, { headers, body, signal }) =>
    new Promise((resolve, reject) => {
      if (url.origin !== origin) return reject(new FetchBlockedError(`Only ${origin} is called.`));
      const length = { 'content-length': Buffer.byteLength(body) };
      client
        .request(url, { method: 'POST', headers: { ...headers, ...length }, agent, signal }, resolve)
        .on('error', (cause) => reject(inWords(url, cause)))
        .end(body);
    });
}

const defaultTimeoutMs = 10_000;
const defaultMaxBytes = 1024 * 1024;

function agents(network: NetworkAccess, isAllowed: (address: string) => boolean) {
  const options: AgentOptions & { lookup: LookupFunction } = {
    keepAlive: true,
    // Kept alive for a series of calls; most servers close idle connections later than this.
    timeout: 5000,
    lookup: allowedLookup(network, isAllowed),
  };
  const all = { isAllowed, https: new https.Agent(options), http: new http.Agent(options) };
  const { connect } = network;
  if (connect) {
    all.https.createConnection = (given) => connect(given as TcpNetConnectOpts);
    all.http.createConnection = (given) => connect(given as TcpNetConnectOpts);
  }
  return all;
}

/**
 * Resolves a name to its allowed addresses and fails if there are none. The socket connects to the checked addresses.
 */
function allowedLookup({ resolve }: NetworkAccess, isAllowed: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, '', 0);
      const allowed = found.filter(({ address }) => isAllowed(address));
      const [first] = allowed;
      if (!first) {
        const [hidden] = found;
        const reason = hidden ? `leads to ${hidden.address}, which is not public` : 'has no address';
        return callback(new FetchBlockedError(`${hostname} ${reason}.`), '', 0);
      }
      if (options.all) return callback(null, allowed);
      return callback(null, first.address, first.family);
    });
  };
}

function send(url: URL, options: SafeFetchOptions, agent: http.Agent): Promise<SafeResponse> {
  const { method = 'GET', body, timeoutMs = defaultTimeoutMs, maxBytes = defaultMaxBytes } = options;
  const signal = AbortSignal.timeout(timeoutMs);
  const requestOptions: RequestOptions = {
    method,
    headers: {
      'accept-encoding': 'gzip, br, deflate',
      ...options.headers,
      ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
    },
    agent,
    signal,
  };
  return new Promise((resolve, reject) => {
    const fail = (cause: Error): void => reject(signal.aborted ? tooLate(url, timeoutMs, cause) : inWords(url, cause));
    const request = (url.protocol === 'https:' ? https : http).request(url, requestOptions, (response) => {
      collect(response, maxBytes).then(resolve, fail);
    });
    request.on('error', fail);
    request.end(body);
  });
}

const tooLate = ({ host }: URL, timeoutMs: number, cause: Error): FetchBlockedError =>
  new FetchBlockedError(`${host} did not answer within ${timeoutMs} ms.`, { cause });

/** Adds the host and the cause's code to a connection error; if several addresses failed, the last cause. */
function inWords({ host }: URL, cause: Error & { code?: string }): Error {
  if (cause instanceof FetchBlockedError) return cause;
  const last = cause instanceof AggregateError ? (cause.errors.at(-1) as Error & { code?: string }) : cause;
  const fault = new Error(`${host} cannot be reached: ${last.message || last.code || 'the connection failed'}.`, {
    cause,
  });
  return Object.assign(fault, (last.code ?? cause.code) !== undefined && { code: last.code ?? cause.code });
}

async function collect(response: IncomingMessage, maxBytes: number): Promise<SafeResponse> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) {
      response.destroy();
      throw new FetchBlockedError(`The answer is larger than ${maxBytes} bytes.`);
    }
    chunks.push(chunk);
  }
  const body = decompress(Buffer.concat(chunks), response.headers['content-encoding'], maxBytes);
  return { status: response.statusCode ?? 0, headers: response.headers, body };
}

function decompress(bytes: Buffer, encoding: string | undefined, maxBytes: number): Buffer {
  const options = { maxOutputLength: maxBytes };
  try {
    switch (encoding) {
      case undefined:
      case 'identity':
        return bytes;
      case 'gzip':
        return gunzipSync(bytes, options);
      case 'br':
        return brotliDecompressSync(bytes, options);
      case 'deflate':
        return inflateSync(bytes, options);
      default:
        throw new FetchBlockedError(`The answer is encoded as ${encoding.slice(0, 40)}, which nobody asked for.`);
    }
  } catch (cause) {
    if (cause instanceof FetchBlockedError) throw cause;
    throw new FetchBlockedError(`The answer is damaged or larger than ${maxBytes} bytes.`, { cause });
  }
}
