// What we look at in YooKassa's objects. Whatever else is in them is not looked at, and what does not fit was not said by YooKassa
// as we know it: a state that nobody knows is no state to decide by.
import { Type, type Static, type TSchema } from 'typebox';
import { Value } from 'typebox/value';

/** Also in notices, which anybody may have written. */
export const yookassaId = Type.String({ pattern: '^[A-Za-z0-9-]{1,100}$' });

const amount = Type.Object({ value: Type.String(), currency: Type.String() });
const cancellation = Type.Optional(Type.Object({ party: Type.String(), reason: Type.String() }));

export const Payment = Type.Object({
  id: yookassaId,
  status: Type.Enum(['pending', 'waiting_for_capture', 'succeeded', 'canceled']),
  amount,
  created_at: Type.String(),
  description: Type.Optional(Type.String()),
  /** Gone when there is nothing left to confirm. */
  confirmation: Type.Optional(
    Type.Object({
      confirmation_url: Type.Optional(Type.String()),
      confirmation_token: Type.Optional(Type.String()),
    }),
  ),
  test: Type.Boolean(),
  /** What went back of it so far. */
  refunded_amount: Type.Optional(amount),
  receipt_registration: Type.Optional(Type.String()),
  cancellation_details: cancellation,
  metadata: Type.Optional(Type.Record(Type.String(), Type.String())),
});
export type Payment = Static<typeof Payment>;

export const Refund = Type.Object({
  id: yookassaId,
  payment_id: yookassaId,
  status: Type.Enum(['pending', 'succeeded', 'canceled']),
  amount,
  description: Type.Optional(Type.String()),
  cancellation_details: cancellation,
});
export type Refund = Static<typeof Refund>;

export const listOf = <S extends TSchema>(item: S) =>
  Type.Object({
    type: Type.Literal('list'),
    items: Type.Array(item),
    next_cursor: Type.Optional(Type.String({ maxLength: 1000 })),
  });

/** The object as it was expected; throws where it is another. */
export function expectShape<S extends TSchema>(schema: S, value: unknown, what: string): Static<S> {
  if (Value.Check(schema, value)) return value;
  throw new Error(
    `YooKassa's answer about ${what} has not the shape of one. Its API may have changed: see the README.`,
  );
}
