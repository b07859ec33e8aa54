// What we look at in Xsolla's notices and answers. Whatever else is in them is not looked at, and what does not fit was not said
// by Xsolla as we know it.
import { Type, type Static, type TSchema } from 'typebox';
import { Value } from 'typebox/value';

const id = Type.Union([Type.Integer({ minimum: 1 }), Type.String({ pattern: '^[1-9][0-9]{0,18}$' })]);
const currency = Type.String({ pattern: '^[A-Z]{3}$' });
const amount = Type.Union([Type.Number({ minimum: 0 }), Type.String({ pattern: '^[0-9.]{1,32}$' })]);
const money = Type.Object({ currency, amount });
/** Our own ids come back as they went; of others they may be numbers. */
const ownId = Type.Optional(Type.Union([Type.String(), Type.Number(), Type.Null()]));
/** An empty one is a list in some languages. */
const customParameters = Type.Optional(Type.Unknown());
/** Absent: it is real. */
const dryRun = Type.Optional(Type.Union([Type.Number(), Type.Boolean(), Type.String(), Type.Null()]));
const settings = Type.Object({ project_id: id, merchant_id: id });

export const isDryRun = (value: Static<typeof dryRun> | undefined): boolean =>
  value !== undefined && value !== null && !['0', 'false', ''].includes(String(value));

export const Kind = Type.Object({ notification_type: Type.String({ maxLength: 60 }) });

/** Whose notice it is. Catalogue orders say it below `billing`. */
export const Addressed = Type.Union([Type.Object({ settings }), Type.Object({ billing: Type.Object({ settings }) })]);
export type Addressed = Static<typeof Addressed>;

export const UserNotice = Type.Object({ user: Type.Object({ id: Type.Union([Type.String(), Type.Number()]) }) });

const transaction = Type.Object({ id, external_id: ownId, dry_run: dryRun });

/** `payment`, `refund` and `partial_refund`. */
export const PaymentNotice = Type.Object({
  purchase: Type.Object({ total: Type.Optional(money), checkout: Type.Optional(money) }),
  transaction,
  payment_details: Type.Optional(Type.Object({ payment: Type.Optional(money) })),
  refund_details: Type.Optional(Type.Unknown()),
  custom_parameters: customParameters,
});
export type PaymentNotice = Static<typeof PaymentNotice>;

/** `order_paid` and `order_canceled`. */
export const OrderNotice = Type.Object({
  order: Type.Object({ id, mode: Type.Optional(Type.String()), amount, currency }),
  billing: Type.Object({ transaction }),
  custom_parameters: customParameters,
});
export type OrderNotice = Static<typeof OrderNotice>;

export const DisputeNotice = Type.Object({
  action: Type.String(),
  transaction: Type.Intersect([transaction, Type.Object({ total: money })]),
  dispute: Type.Object({ type: Type.String(), status: Type.String() }),
});
export type DisputeNotice = Static<typeof DisputeNotice>;

/** A line of the books. */
export const Found = Type.Object({
  transaction: Type.Object({
    id,
    external_id: ownId,
    dry_run: dryRun,
    status: Type.String(),
    transfer_date: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    project: Type.Object({ id }),
  }),
  purchase: Type.Object({
    simple_checkout: Type.Object({
      amount: Type.Union([amount, Type.Null()]),
      currency: Type.Union([currency, Type.Null()]),
    }),
  }),
});
export type Found = Static<typeof Found>;

export const Token = Type.Object({ token: Type.String({ minLength: 1, maxLength: 400 }) });

/** The object as it was expected; throws where it is another. */
export function expectShape<S extends TSchema>(schema: S, value: unknown, what: string): Static<S> {
  if (Value.Check(schema, value)) return value;
  throw new Error(`What Xsolla says about ${what} has not the shape of one. Its API may have changed: see the README.`);
}
