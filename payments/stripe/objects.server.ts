// What we look at in Stripe's objects, in answers and in notices alike. Whatever else is in them is not looked at, and what
// does not fit was not said by Stripe as we know it.
import { Type, type Static, type TSchema } from 'typebox';
import { Value } from 'typebox/value';

const id = Type.String({ minLength: 1, maxLength: 200 });
const amount = Type.Integer({ minimum: 0 });
const currency = Type.String({ pattern: '^[a-z]{3}$' });
const metadata = Type.Optional(Type.Union([Type.Record(Type.String(), Type.String()), Type.Null()]));
/** Its id, or itself where it was asked for. */
const reference = Type.Union([id, Type.Object({ id }), Type.Null()]);

export const Session = Type.Object({
  id,
  object: Type.Literal('checkout.session'),
  status: Type.Union([Type.String(), Type.Null()]),
  payment_status: Type.String(),
  amount_total: Type.Union([amount, Type.Null()]),
  currency: Type.Union([currency, Type.Null()]),
  payment_intent: Type.Optional(reference),
  client_secret: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  url: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  expires_at: Type.Integer(),
  livemode: Type.Boolean(),
  metadata,
});
export type Session = Static<typeof Session>;

export const PaymentIntent = Type.Object({
  id,
  object: Type.Literal('payment_intent'),
  status: Type.String(),
  livemode: Type.Boolean(),
  metadata,
});

/** A payment in the list: what was taken as well. */
export const ListedIntent = Type.Intersect([PaymentIntent, Type.Object({ amount_received: amount, currency })]);

/** The payment of a refund or a dispute in the list, itself where it was asked for. */
const itself = Type.Optional(Type.Union([PaymentIntent, id, Type.Null()]));

export const Refund = Type.Object({
  id,
  object: Type.Literal('refund'),
  status: Type.Union([Type.String(), Type.Null()]),
  amount,
  currency,
  payment_intent: Type.Optional(reference),
  failure_reason: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  metadata,
});
export type Refund = Static<typeof Refund>;

export const Dispute = Type.Object({
  id,
  object: Type.Literal('dispute'),
  status: Type.String(),
  amount,
  currency,
  payment_intent: Type.Optional(reference),
});
export type Dispute = Static<typeof Dispute>;

export const ListedRefund = Type.Intersect([Refund, Type.Object({ payment_intent: itself })]);
export const ListedDispute = Type.Intersect([Dispute, Type.Object({ payment_intent: itself })]);

/** A charge, of which only the payment matters. */
export const Charge = Type.Object({
  id,
  object: Type.Literal('charge'),
  payment_intent: Type.Optional(reference),
  metadata,
});

export const listOf = <S extends TSchema>(item: S) =>
  Type.Object({ object: Type.Literal('list'), data: Type.Array(item), has_more: Type.Boolean() });

/** The object as it was expected; throws where it is another. */
export function expectShape<S extends TSchema>(schema: S, value: unknown, what: string): Static<S> {
  if (Value.Check(schema, value)) return value;
  throw new Error(`Stripe's answer about ${what} has not the shape of one. Its API may have changed: see the README.`);
}

export const idOf = (value: string | { id: string } | null | undefined): string | undefined =>
  typeof value === 'string' ? value : value?.id;
