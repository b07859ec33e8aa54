// Stripe's own library over our one door for outgoing requests. It never asks twice by itself, but for a connection that was
// dropped: the core does, with the same key.
import { Stripe } from 'stripe';
import type { Static } from 'typebox';
import type { ProviderHost } from '../port.server.ts';
import type { stripe } from './provider.ts';

export type Host = ProviderHost<Static<typeof stripe.settings>>;

export function clientFor(host: Host): Stripe {
  const { settings } = host;
  const send: typeof globalThis.fetch = async (address, init) => {
    const url = addressOf(address).replace(stripeUrl, settings.ApiBase ?? stripeUrl);
    const { status, headers, body } = await host.fetch(url, {
      method: init?.method === 'POST' ? 'POST' : 'GET',
      headers: Object.fromEntries(new Headers(init?.headers)),
      ...(typeof init?.body === 'string' && init.body !== '' && { body: init.body }),
      timeoutMs,
    });
    return new Response(isWithoutBody(status) ? null : Uint8Array.from(body), {
      status,
      headers: plainHeaders(headers),
    });
  };
  return new Stripe(settings.SecretKey, {
    httpClient: Stripe.createFetchHttpClient(send),
    apiVersion,
    maxNetworkRetries: 0,
    timeout: timeoutMs,
    telemetry: false,
  });
}

/** The reason where Stripe said a clear no to this very request; undefined: it is not known what became of it. */
export function refusalIn(error: unknown): string | undefined {
  const isRefusal =
    error instanceof Stripe.errors.StripeInvalidRequestError || error instanceof Stripe.errors.StripeCardError;
  // A 404 speaks of the wrong account or address: nobody knows what is in the right one.
  if (!isRefusal || (error.statusCode !== 400 && error.statusCode !== 402)) return undefined;
  return `Stripe refused: ${error.code ?? error.rawType ?? 'no code'}${error.param ? ` (${error.param})` : ''}.`;
}

// The version whose shapes objects.server.ts describes. Another one comes with another release of the library.
const apiVersion = '2026-10-28.endive';
const stripeUrl = 'https://api.stripe.com';
// A read is two calls, one after the other: both together stay below what the core waits for a half.
const timeoutMs = 7_000;

// The library gives a text; the type of fetch allows more.
const addressOf = (given: Parameters<typeof globalThis.fetch>[0]): string =>
  given instanceof Request ? given.url : given instanceof URL ? given.href : given;

const isWithoutBody = (status: number): boolean => status === 204 || status === 205 || status === 304;

// The door has unpacked the body already; of headers that come twice the library reads none.
function plainHeaders(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  const entries = Object.entries(headers).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[0] !== 'content-encoding',
  );
  return Object.fromEntries(entries);
}
