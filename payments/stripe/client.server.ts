// Sends the requests of Stripe's library through our HTTP client. The library's retries are off, except after a dropped
// connection; the core retries with the same idempotency key.
import { Stripe } from 'stripe';
import { Type, type Static, type TSchema } from 'typebox';
import type { VendorReply } from '#kit/call-vendor.server.ts';
import { adaptToStandardFetch } from '#kit/standard-fetch.server.ts';
import { nullish, nullable } from '#kit/nullable.ts';
import { requireShape } from '#kit/parse-json.server.ts';
import { iteratePages } from '#kit/iterate-pages.server.ts';
import { buildRefusal } from '#kit/build-refusal.ts';
import type { ProviderHost } from '../port.server.ts';
import type { stripe } from './provider.ts';

export type StripeHost = ProviderHost<Static<typeof stripe.settings>>;

export function createStripeClient(host: StripeHost): Stripe {
  const moveUrl = (url: string) => url.replace(stripeUrl, host.settings.ApiBase ?? stripeUrl);
  return new Stripe(host.settings.SecretKey, {
    httpClient: Stripe.createFetchHttpClient(adaptToStandardFetch(host, { timeoutMs, moveUrl })),
    apiVersion,
    maxNetworkRetries: 0,
    timeout: timeoutMs,
    telemetry: false,
  });
}

// Change the API version together with the library's version and the schemas below.
const apiVersion = '2026-10-28.endive';
const stripeUrl = 'https://api.stripe.com';
// A read takes two calls, which together must stay below the core's timeout.
const timeoutMs = 7_000;

/** Returns `refused` if Stripe explicitly rejected the request. Throws if the result is unknown. */
export async function readStripeReply<S extends TSchema>(
  asked: Promise<unknown>,
  answer: S,
  subject: string,
): Promise<VendorReply<Static<S>>> {
  try {
    return { outcome: 'answered', answer: requireStripeShape(answer, await asked, subject) };
  } catch (error) {
    const isRefusal =
      error instanceof Stripe.errors.StripeInvalidRequestError || error instanceof Stripe.errors.StripeCardError;
    // A 404 may mean a wrong account or URL, so it is not a rejection.
    if (!isRefusal || (error.statusCode !== 400 && error.statusCode !== 402)) throw error;
    const param = error.param ? ` (${error.param})` : '';
    return buildRefusal(`Stripe refused: ${error.code ?? error.rawType ?? 'no code'}${param}.`);
  }
}

/** Any other 404 means a wrong URL. */
export const isMissingObjectError = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError &&
  error.statusCode === 404 &&
  error.code === 'resource_missing';

export const requireStripeShape = <S extends TSchema>(schema: S, value: unknown, subject: string): Static<S> =>
  requireShape(schema, value, 'Stripe', subject);

/** The last object's id is the cursor for the next page. */
export function iterateStripeList<S extends TSchema>(
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
      const { data: items, has_more: isMore } = requireStripeShape(List, answer, subject);
      const { id = '' } = (items.at(-1) ?? {}) as { readonly id?: string };
      return { items, next: isMore ? id : undefined };
    },
  });
}

const id = Type.String({ minLength: 1, maxLength: 200 });
const amount = Type.Integer({ minimum: 0 });
const currency = Type.String({ pattern: '^[a-z]{3}$' });
const metadata = nullish(Type.Record(Type.String(), Type.String()));

export const StripeSession = Type.Object({
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
export type StripeSession = Static<typeof StripeSession>;

export const StripePaymentIntent = Type.Object({
  id,
  object: Type.Literal('payment_intent'),
  status: Type.String(),
  livemode: Type.Boolean(),
  amount_received: Type.Optional(amount),
  currency: Type.Optional(currency),
  metadata,
});
export type StripePaymentIntent = Static<typeof StripePaymentIntent>;

const payment_intent = nullish(Type.Union([id, StripePaymentIntent]));
const returned = { id, amount, currency, payment_intent, metadata };

export const StripeRefund = Type.Object({
  ...returned,
  object: Type.Literal('refund'),
  status: nullable(Type.String()),
  failure_reason: nullish(Type.String()),
});
export type StripeRefund = Static<typeof StripeRefund>;

export const StripeDispute = Type.Object({
  ...returned,
  object: Type.Literal('dispute'),
  status: Type.String(),
  evidence_details: Type.Optional(
    Type.Object({
      due_by: Type.Optional(Type.Union([Type.Integer({ minimum: 1, maximum: 4_102_444_800 }), Type.Null()])),
    }),
  ),
});
export type StripeDispute = Static<typeof StripeDispute>;

export const StripeCharge = Type.Object({ id, object: Type.Literal('charge'), payment_intent, metadata });

export const readExpandableId = (value: string | { readonly id: string } | null | undefined): string | undefined =>
  typeof value === 'string' ? value : value?.id;
