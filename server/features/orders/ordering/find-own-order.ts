import type { Database } from '#server/db/database.ts';
import { Problem } from '#model/problem.ts';
import type { Session } from '#server/features/sessions/sessions.ts';
import type { OrderRow } from '../order-rows.ts';

/**
 * An order of the caller; another player's order counts as not found. A session for one game sees only that game's
 * orders.
 */
export async function findOwnOrder({ kysely }: Database, session: Session, orderId: string): Promise<OrderRow> {
  const order = await kysely
    .selectFrom('orders')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('account_id', '=', session.accountId)
    .executeTakeFirst();
  if (!order || (session.game !== undefined && session.game !== order.game))
    throw new Problem('NotFound', 'You have no such order.');
  return order;
}
