// Stripe's own library over our one door for outgoing requests, and what we read of Stripe's objects: whatever else is in them does not
// matter. The library never asks twice by itself, but for a connection that was dropped: the core does, with the same key.
import { Stripe } from 'stripe';
import { Type, type Static, type TSchema } from 'typebox';
import type { VendorReply } from '#kit/call-vendor.server.ts';
import { createStandardFetch } from '#kit/standard-fetch.server.ts';
import { nullish, nullable } from '#kit/nullable.ts';
import { requireShape } from '#kit/parse-json.server.ts';
import { iteratePages } from '#kit/iterate-pages.server.ts';
import { refuse } from '#kit/refuse.ts';
import type { ProviderHost } from '../port.server.ts';
import type { stripe } from './provider.ts';

export type Host = ProviderHost<Static<typeof stripe.settings>>;

export function createClient(host: Host): Stripe {
  const moveUrl = (url: string) => url.replace(stripeUrl, host.settings.ApiBase ?? stripeUrl);
  return new Stripe(host.settings.SecretKey, {
    httpClient: Stripe.createFetchHttpClient(createStandardFetch(host, { timeoutMs, moveUrl })),
    apiVersion,
    maxNetworkRetries: 0,
    timeout: timeoutMs,
    telemetry: false,
  });
}

// The version whose shapes stand below. Another one comes with another release of the library.
const apiVersion = '2026-10-28.endive';
const stripeUrl = 'https://api.stripe.com';
// A read is two calls, one after the other: both together stay below what the core waits for an adapter.
const timeoutMs = 7_000;

/** Refused where Stripe said a clear no to this very request. Throws where nobody knows what became of it. */
export async function askStripe<S extends TSchema>(
  asked: Promise<unknown>,
  answer: S,
  subject: string,
): Promise<VendorReply<Static<S>>> {
  try {
    return { outcome: 'answered', answer: readShape(answer, await asked, subject) };
  } catch (error) {
    const isRefusal =
      error instanceof Stripe.errors.StripeInvalidRequestError || error instanceof Stripe.errors.StripeCardError;
    // A 404 speaks of the wrong account or address: nobody knows what is in the right one.
    if (!isRefusal || (error.statusCode !== 400 && error.statusCode !== 402)) throw error;
    const param = error.param ? ` (${error.param})` : '';
    return refuse(`Stripe refused: ${error.code ?? error.rawType ?? 'no code'}${param}.`);
  }
}

/** Whether Stripe says of the very object that was asked for that there is none. Any other 404 speaks of an address. */
export const isMissing = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError &&
  error.statusCode === 404 &&
  error.code === 'resource_missing';

export const readShape = <S extends TSchema>(schema: S, value: unknown, subject: string): Static<S> =>
  requireShape(schema, value, 'Stripe', subject);

/** A list to its end. Every object has an id, after which the next page begins. */
export function readList<S extends TSchema>(
  item: S,
  { subject, maxPages }: { readonly subject: string; readonly maxPages: number },
  ask: (page: { limit: number; starting_after?: string }) => Promise<unknown>,
): AsyncGenerator<Static<S>, void> {
  const List = Type.Object({ object: Type.Literal('list'), data: Type.Array(item), has_more: Type.Boolean() });
  return iteratePages<Static<S>>({
    subject: `${subject} at Stripe`,
    maxPages,
    async readPage(last) {
      const answer = await ask({ limit: 100, ...(last !== undefined && { starting_after: last }) });
      const { data: items, has_more: isMore } = readShape(List, answer, subject);
      const { id = '' } = (items.at(-1) ?? {}) as { readonly id?: string };
      return { items, next: isMore ? id : undefined };
    },
  });
}

const id = Type.String({ minLength: 1, maxLength: 200 });
const amount = Type.Integer({ minimum: 0 });
const currency = Type.String({ pattern: '^[a-z]{3}$' });
const metadata = nullish(Type.Record(Type.String(), Type.String()));

export const Session = Type.Object({
  id,
  object: Type.Literal('checkout.session'),
  status: nullable(Type.String()),
  payment_status: Type.String(),
  amount_total: nullable(amount),
  currency: nullable(currency),
  payment_intent: nullish(Type.Union([id, Type.Object({ id })])),
  client_secret: nullish(Type.String()),
  url: nullish(Type.String()),
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
export type PaymentIntent = Static<typeof PaymentIntent>;

/** Its id, or the payment itself where it was asked for. */
const payment_intent = nullish(Type.Union([id, PaymentIntent]));
const returned = { id, amount, currency, payment_intent, metadata };

export const Refund = Type.Object({
  ...returned,
  object: Type.Literal('refund'),
  status: nullable(Type.String()),
  failure_reason: nullish(Type.String()),
});
export type Refund = Static<typeof Refund>;

export const Dispute = Type.Object({ ...returned, object: Type.Literal('dispute'), status: Type.String() });
export type Dispute = Static<typeof Dispute>;

/** A charge, of which only the payment matters. */
export const Charge = Type.Object({ id, object: Type.Literal('charge'), payment_intent, metadata });

export const readId = (value: string | { readonly id: string } | null | undefined): string | undefined =>
  typeof value === 'string' ? value : value?.id;
