// A player's HTTP client: sends requests through one of the proxies from one of the players' addresses.
import { randomInt } from 'node:crypto';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { apiBase } from '#contract/api-base.ts';
import { api, type Api } from '#contract/api.ts';
import { createClient, type ApiClient, type SendRequest } from '#contract/client.ts';
import { buildCallTable } from '#contract/describe.ts';
import { addresses, playerAddress, portalUrl } from './internet.ts';

export type ProxyName = 'nginx' | 'haproxy';

export interface RequestOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly from?: string;
  /** The proxy to use; without one the host name is resolved. */
  readonly through?: ProxyName;
}

export interface DrillResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

const timeoutMs = 60_000;

export function sendRequest(
  address: string,
  { method = 'GET', headers = {}, body, from, through }: RequestOptions = {},
): Promise<DrillResponse> {
  const fixed = through && addresses[through];
  return new Promise((resolve, reject) => {
    const request = https.request(
      address,
      {
        method,
        headers: { ...headers, ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }) },
        signal: AbortSignal.timeout(timeoutMs),
        agent: false,
        ...(from !== undefined && { localAddress: from }),
        ...(fixed !== undefined && { lookup: lookupOf(fixed) }),
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
        );
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}

export async function fetchJson<T>(address: string, asked?: RequestOptions): Promise<T> {
  const { status, body } = await sendRequest(address, asked);
  if (status !== 200) throw new Error(`${address} answered ${status}: ${body.toString().slice(0, 300)}`);
  return JSON.parse(body.toString()) as T;
}

/** The portal's typed API client, with a new player's source address. */
export function createPortalClient(through: ProxyName, token?: string): ApiClient<Api> {
  const from = playerAddress(randomInt(65_536));
  const send: SendRequest = async (address, init) => {
    const { status, headers, body } = await sendRequest(address, { ...init, from, through });
    return {
      status,
      headers: { get: (name) => (headers[name] === undefined ? null : String(headers[name])) },
      text: async () => body.toString(),
    };
  };
  return createClient<Api>(calls, { base: portalUrl + apiBase, send, token: () => token });
}

const calls = buildCallTable(api);

const lookupOf =
  (address: string): LookupFunction =>
  (_, { all }, found) =>
    all ? found(null, [{ address, family: 4 }]) : found(null, address, 4);
