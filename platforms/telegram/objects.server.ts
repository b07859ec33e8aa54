// What we look at in Telegram's objects. Whatever else is in them is not looked at.
import { Type, type Static, type TSchema } from 'typebox';
import { Value } from 'typebox/value';

const id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
const stars = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const chargeId = Type.String({ minLength: 1, maxLength: 150 });
const User = Type.Object({ id, language_code: Type.Optional(Type.String()) });

export const PreCheckoutQuery = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 100 }),
  from: User,
  currency: Type.String(),
  total_amount: stars,
  invoice_payload: Type.String(),
});

/** Both of a payment and of one that went back. */
export const StarPayment = Type.Object({
  currency: Type.String({ pattern: '^[A-Z]{3}$' }),
  total_amount: stars,
  invoice_payload: Type.String(),
  telegram_payment_charge_id: chargeId,
});
export type StarPayment = Static<typeof StarPayment>;

export const Update = Type.Object({
  update_id: Type.Integer(),
  pre_checkout_query: Type.Optional(PreCheckoutQuery),
  message: Type.Optional(
    Type.Object({ successful_payment: Type.Optional(StarPayment), refunded_payment: Type.Optional(StarPayment) }),
  ),
});

// Whoever pays us is a user; of others (advertisements, Fragment) we need nothing.
const Partner = Type.Object({
  type: Type.String(),
  user: Type.Optional(User),
  invoice_payload: Type.Optional(Type.String()),
});

/** `source`: it came in. `receiver`: it went out. A refund has the id of the payment that it gives back. */
export const StarTransaction = Type.Object({
  id: chargeId,
  amount: stars,
  date: Type.Integer(),
  source: Type.Optional(Partner),
  receiver: Type.Optional(Partner),
});
export type StarTransaction = Static<typeof StarTransaction>;

export const StarTransactions = Type.Object({ transactions: Type.Array(StarTransaction) });

/** The object as it was expected; throws where it is another. */
export function expectShape<S extends TSchema>(schema: S, value: unknown, what: string): Static<S> {
  if (Value.Check(schema, value)) return value;
  throw new Error(
    `Telegram's answer about ${what} has not the shape of one. Its API may have changed: see the README.`,
  );
}
