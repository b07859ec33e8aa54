// Stripe's own library over our one door for outgoing requests, and what we read of Stripe's objects: whatever else is in them does not
// matter. The library never asks twice by itself, but for a connection that was dropped: the core does, with the same key.
import { Stripe } from 'stripe';
import { Type, type Static, type TSchema } from 'typebox';
import { expectShape } from '#kit/read-json.server.ts';
import type { ProviderHost } from '../port.server.ts';
import type { stripe } from './provider.ts';

export type Host = ProviderHost<Static<typeof stripe.settings>>;

export function clientFor(host: Host): Stripe {
  const { settings } = host;
  const send: typeof globalThis.fetch = async (address, init) => {
    // The library gives a text; the type of fetch allows more.
    const url = address instanceof Request ? address.url : String(address);
    const { status, headers, body } = await host.fetch(url.replace(stripeUrl, settings.ApiBase ?? stripeUrl), {
      method: init?.method === 'POST' ? 'POST' : 'GET',
      headers: Object.fromEntries(new Headers(init?.headers)),
      ...(typeof init?.body === 'string' && init.body !== '' && { body: init.body }),
      timeoutMs,
    });
    const isEmpty = status === 204 || status === 205 || status === 304;
    return new Response(isEmpty ? null : Uint8Array.from(body), { status, headers: plainHeaders(headers) });
  };
  return new Stripe(settings.SecretKey, {
    httpClient: Stripe.createFetchHttpClient(send),
    apiVersion,
    maxNetworkRetries: 0,
    timeout: timeoutMs,
    telemetry: false,
  });
}

// The version whose shapes stand below. Another one comes with another release of the library.
const apiVersion = '2026-10-28.endive';
const stripeUrl = 'https://api.stripe.com';
// A read is two calls, one after the other: both together stay below what the core waits for a half.
const timeoutMs = 7_000;

// The door has unpacked the body already; of headers that come twice the library reads none.
const plainHeaders = (headers: Readonly<Record<string, string | string[] | undefined>>): [string, string][] =>
  Object.entries(headers).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[0] !== 'content-encoding',
  );

/** What Stripe answered, or the reason where it said a clear no to this very request. Throws where nobody knows what became of it. */
export async function askStripe(asked: Promise<unknown>): Promise<{ answer: unknown } | { reason: string }> {
  try {
    return { answer: await asked };
  } catch (error) {
    const isRefusal =
      error instanceof Stripe.errors.StripeInvalidRequestError || error instanceof Stripe.errors.StripeCardError;
    // A 404 speaks of the wrong account or address: nobody knows what is in the right one.
    if (!isRefusal || (error.statusCode !== 400 && error.statusCode !== 402)) throw error;
    const param = error.param ? ` (${error.param})` : '';
    return { reason: `Stripe refused: ${error.code ?? error.rawType ?? 'no code'}${param}.` };
  }
}

const id = Type.String({ minLength: 1, maxLength: 200 });
const amount = Type.Integer({ minimum: 0 });
const currency = Type.String({ pattern: '^[a-z]{3}$' });
const orNull = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);
const metadata = Type.Optional(orNull(Type.Record(Type.String(), Type.String())));

export const Session = Type.Object({
  id,
  object: Type.Literal('checkout.session'),
  status: orNull(Type.String()),
  payment_status: Type.String(),
  amount_total: orNull(amount),
  currency: orNull(currency),
  payment_intent: Type.Optional(orNull(Type.Union([id, Type.Object({ id })]))),
  client_secret: Type.Optional(orNull(Type.String())),
  url: Type.Optional(orNull(Type.String())),
  expires_at: Type.Integer(),
  livemode: Type.Boolean(),
  metadata,
});
export type Session = Static<typeof Session>;

/** The amounts are in lists alone. */
export const PaymentIntent = Type.Object({
  id,
  object: Type.Literal('payment_intent'),
  status: Type.String(),
  livemode: Type.Boolean(),
  amount_received: Type.Optional(amount),
  currency: Type.Optional(currency),
  metadata,
});

/** Its id, or the payment itself where it was asked for. */
const payment_intent = Type.Optional(orNull(Type.Union([id, PaymentIntent])));

export const Refund = Type.Object({
  id,
  object: Type.Literal('refund'),
  status: orNull(Type.String()),
  amount,
  currency,
  payment_intent,
  failure_reason: Type.Optional(orNull(Type.String())),
  metadata,
});
export type Refund = Static<typeof Refund>;

export const Dispute = Type.Object({
  id,
  object: Type.Literal('dispute'),
  status: Type.String(),
  amount,
  currency,
  payment_intent,
});
export type Dispute = Static<typeof Dispute>;

/** A charge, of which only the payment matters. */
export const Charge = Type.Object({ id, object: Type.Literal('charge'), payment_intent, metadata });

export const listOf = <S extends TSchema>(item: S) =>
  Type.Object({ object: Type.Literal('list'), data: Type.Array(item), has_more: Type.Boolean() });

export const readShape = <S extends TSchema>(schema: S, value: unknown, subject: string): Static<S> =>
  expectShape(schema, value, 'Stripe', subject);

export const idOf = (value: string | { readonly id: string } | null | undefined): string | undefined =>
  typeof value === 'string' ? value : value?.id;
