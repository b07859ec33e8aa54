import { Value } from 'typebox/value';
import { uuid } from '#model/schema.ts';
import type { Database } from '#server/db/database.ts';
import { formatPrice } from '#server/features/store/format-price.ts';

export interface OrderHistory {
  readonly orderId: string;
  readonly status: string;
  readonly what: string;
  readonly platform: string;
  readonly attempts: readonly { readonly provider: string; readonly state: string; readonly name: string | null }[];
  readonly ledger: readonly { readonly kind: string; readonly amount: string; readonly transactionId: string }[];
  readonly events: readonly { readonly at: Date; readonly kind: string; readonly detail: object }[];
}

/** The column's type rejects anything but UUIDs. */
export const isOrderId = (text: string): boolean => Value.Check(uuid, text);

export async function readOrderHistory({ kysely }: Database, orderId: string): Promise<OrderHistory | undefined> {
  const order = await kysely.selectFrom('orders').selectAll().where('order_id', '=', orderId).executeTakeFirst();
  if (!order) return undefined;
  const { currency } = order;
  const attempts = await kysely
    .selectFrom('payment_attempts')
    .select(['provider', 'state', 'provider_payment_id as name'])
    .where('order_id', '=', orderId)
    .orderBy('number')
    .execute();
  const ledger = await kysely
    .selectFrom('ledger')
    .select(['kind', 'amount_minor', 'transaction_id'])
    .where('order_id', '=', orderId)
    .execute();
  const events = await kysely
    .selectFrom('order_events')
    .select(['at', 'kind', 'detail'])
    .where('order_id', '=', orderId)
    .orderBy('position')
    .execute();
  const price = formatPrice({ minor: order.price_minor, currency }, 'en');
  return {
    orderId,
    status: order.status,
    what: `${order.quantity} × ${order.sku} of ${order.game} for ${price}`,
    platform: order.platform,
    attempts,
    ledger: ledger.map(({ kind, amount_minor: minor, transaction_id: transactionId }) => ({
      kind,
      transactionId,
      amount: formatPrice({ minor, currency }, 'en'),
    })),
    events,
  };
}
