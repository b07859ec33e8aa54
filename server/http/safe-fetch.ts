// The one door for outgoing requests. Scheme and address are checked after the name has been resolved, on the very address
// that is connected to; redirects are not followed; time and bytes have an end.
import { lookup as resolveName, type LookupAddress } from 'node:dns';
import http, { type IncomingMessage, type RequestOptions } from 'node:http';
import https from 'node:https';
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';

export interface SafeFetchOptions {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  readonly timeoutMs?: number;
  readonly maxBytes?: number;
  /** A laptop's simulators live on loopback. Never in production. */
  readonly allowLoopback?: boolean;
  /** Whom it asks, for the metrics: the folder of an adapter, or a name like one. */
  readonly provider?: string;
}

export interface SafeResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

export type SafeFetch = (address: string, options?: SafeFetchOptions) => Promise<SafeResponse>;

export class FetchRefused extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'FetchRefused';
  }
}

export const safeFetch: SafeFetch = (address, options = {}) => {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const loopback = options.allowLoopback ?? false;
  if (!url || (url.protocol !== 'https:' && !(loopback && url.protocol === 'http:'))) {
    return Promise.reject(new FetchRefused('Only https addresses are called.'));
  }
  if (url.username !== '' || url.password !== '')
    return Promise.reject(new FetchRefused('An address must not hold a password.'));
  const literal = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(literal) && !isPublic(literal, loopback)) {
    return Promise.reject(new FetchRefused(`${literal} is not a public address.`));
  }
  return send(url, options, loopback);
};

const defaultTimeoutMs = 10_000;
const defaultMaxBytes = 1024 * 1024;

function send(url: URL, options: SafeFetchOptions, loopback: boolean): Promise<SafeResponse> {
  const { method = 'GET', body, timeoutMs = defaultTimeoutMs, maxBytes = defaultMaxBytes } = options;
  const signal = AbortSignal.timeout(timeoutMs);
  const requestOptions: RequestOptions = {
    method,
    headers: {
      'accept-encoding': 'gzip, br, deflate',
      ...options.headers,
      ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
    },
    lookup: pinnedLookup(loopback),
    signal,
  };
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? https : http).request(url, requestOptions, (response) => {
      collect(response, maxBytes).then(resolve, reject);
    });
    request.on('error', (cause) =>
      reject(
        signal.aborted ? new FetchRefused(`${url.host} did not answer within ${timeoutMs} ms.`, { cause }) : cause,
      ),
    );
    request.end(body);
  });
}

async function collect(response: IncomingMessage, maxBytes: number): Promise<SafeResponse> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) {
      response.destroy();
      throw new FetchRefused(`The answer is larger than ${maxBytes} bytes.`);
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
        throw new FetchRefused(`The answer is encoded as ${encoding.slice(0, 40)}, which nobody asked for.`);
    }
  } catch (cause) {
    if (cause instanceof FetchRefused) throw cause;
    throw new FetchRefused(`The answer is damaged or larger than ${maxBytes} bytes.`, { cause });
  }
}

/** Resolves a name and refuses it unless every address it has is public: the socket connects to what was checked. */
function pinnedLookup(loopback: boolean): LookupFunction {
  return (hostname, options, callback) => {
    resolveName(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      const [first] = addresses ?? [];
      if (error ?? !first) return callback(error ?? new FetchRefused(`${hostname} has no address.`), '', 0);
      const hidden = addresses.find(({ address }) => !isPublic(address, loopback));
      if (hidden)
        return callback(new FetchRefused(`${hostname} leads to ${hidden.address}, which is not public.`), '', 0);
      if (options.all) return callback(null, addresses);
      return callback(null, first.address, first.family);
    });
  };
}

function isPublic(address: string, loopback: boolean): boolean {
  const family = isIPv6(address) ? 'ipv6' : 'ipv4';
  if (loopback && loopbackAddresses.check(address, family)) return true;
  return !internalAddresses.check(address, family);
}

const loopbackAddresses = blockList([
  ['127.0.0.0', 8],
  ['::1', 128],
]);

// Everything that is not the public internet: this host, private, shared, link-local, documentation, multicast, reserved,
// and the ways to write those as IPv6.
const internalAddresses = blockList([
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  ['::', 96],
  ['::ffff:0:0', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
]);

function blockList(subnets: readonly (readonly [string, number])[]): BlockList {
  const list = new BlockList();
  for (const [address, prefix] of subnets) list.addSubnet(address, prefix, isIPv6(address) ? 'ipv6' : 'ipv4');
  return list;
}
