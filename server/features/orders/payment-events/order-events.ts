// The story of an order: what happened to it, in the order in which it did. The player and the developer read the same lines.
import type { Transaction } from 'kysely';
import type { OrderEventKind } from '#model/order-story.ts';
import { defineStatement } from '#server/db/define-statement.ts';
import type { Tables } from '#server/db/tables.ts';

/** `detail` holds no secret, no card and no address. */
export async function addOrderEvent(
  trx: Transaction<Tables>,
  orderId: string,
  kind: OrderEventKind,
  detail: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  await insertEventRow(trx, { orderId, kind, detail: JSON.stringify(detail) });
}

const insertEventRow = defineStatement<{ orderId: string; kind: OrderEventKind; detail: string }>(
  ({ orderId, kind, detail }) =>
    `insert into order_events (order_id, kind, detail) values (${orderId}, ${kind}, ${detail})`,
);
