// Adapts `host.fetch` to the standard `fetch` for vendors' libraries.
import type { Fetch } from '#model/fetch.server.ts';

export interface StandardFetchOptions {
  readonly timeoutMs: number;
  readonly moveUrl?: (url: string) => string;
}

export function adaptToStandardFetch(
  host: { readonly fetch: Fetch },
  { timeoutMs, moveUrl = (url) => url }: StandardFetchOptions,
): (address: string | URL | Request, init?: RequestInit) => Promise<Response> {
  return async (address, init) => {
    const url = address instanceof Request ? address.url : String(address);
    const { status, headers, body } = await host.fetch(moveUrl(url), {
      method: init?.method === 'POST' ? 'POST' : 'GET',
      headers: Object.fromEntries(new Headers(init?.headers)),
      ...(typeof init?.body === 'string' && init.body !== '' && { body: init.body }),
      timeoutMs,
    });
    const isEmpty = status === 204 || status === 205 || status === 304;
    return new Response(isEmpty ? null : Uint8Array.from(body), { status, headers: keepPlain(headers) });
  };
}

// The body is already decompressed, so `content-encoding` is dropped. Headers with several values are dropped too.
const keepPlain = (headers: Awaited<ReturnType<Fetch>>['headers']): [string, string][] =>
  Object.entries(headers).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[0] !== 'content-encoding',
  );
