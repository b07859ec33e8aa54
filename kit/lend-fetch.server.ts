// Our one door for outgoing requests, for vendors' libraries that know the standard `fetch`.
import type { Fetch } from '#model/fetch.server.ts';

export interface LentFetch {
  readonly timeoutMs: number;
  /** Where it asks instead, such as a simulation. */
  readonly moveUrl?: (url: string) => string;
}

export function lendFetch(
  host: { readonly fetch: Fetch },
  { timeoutMs, moveUrl = (url) => url }: LentFetch,
): (address: string | URL | Request, init?: RequestInit) => Promise<Response> {
  return async (address, init) => {
    // Libraries give a text; the type of fetch allows more.
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

// The door has unpacked the body already; of headers that come twice libraries read none.
const keepPlain = (headers: Awaited<ReturnType<Fetch>>['headers']): [string, string][] =>
  Object.entries(headers).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[0] !== 'content-encoding',
  );
