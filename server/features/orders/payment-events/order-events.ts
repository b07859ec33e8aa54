// The history of an order, in chronological order. Players and developers see the same entries.
import type { OrderEventKind } from '#model/order-history.ts';
import { defineStatement } from '#server/db/define-statement.ts';
import { write, type WriteTarget } from '#server/db/statement-batch.ts';

/** `detail` must contain no secret, card number or address. */
export async function addOrderEvent(
  target: WriteTarget,
  orderId: string,
  kind: OrderEventKind,
  detail: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  await write(target, insertEventRow, { orderId, kind, detail: JSON.stringify(detail) });
}

const insertEventRow = defineStatement<{ orderId: string; kind: OrderEventKind; detail: string }>(
  ({ orderId, kind, detail }) =>
    `insert into order_events (order_id, kind, detail) values (${orderId}, ${kind}, ${detail})`,
);
