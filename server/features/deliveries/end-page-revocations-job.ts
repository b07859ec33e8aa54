// Ends the revocations of games whose page receives the purchases. The page needs no message: a refunded purchase is
// no longer listed.
import { sql } from 'kysely';
import type { OrdersModule } from '#server/features/orders/create-orders-module.ts';
import type { Infrastructure } from '#server/infrastructure.ts';
import type { JobDefinition } from '#server/jobs/define-job.ts';
import { defineRecurringJob } from '#server/jobs/define-recurring-job.ts';
import { acknowledgeDelivery } from './acknowledge-delivery.ts';

type EndRevocationsDeps = OrdersModule['deps'];

/** Returns how many. Also acknowledges a purchase that a server has been sent before, because its revocation waits for it. */
export async function endPageRevocations(deps: Pick<EndRevocationsDeps, 'database' | 'sendRefund' | 'now'>) {
  const { database } = deps;
  const { rows } = await sql<{ delivery_id: string }>`
    select d.delivery_id from games g
    join deliveries revoked on revoked.game = g.game
    join deliveries d on d.order_id = revoked.order_id and d.state in ('pending', 'dead')
    where g.config ->> 'PurchasesIn' = 'Page'
      and revoked.type = 'order.revoked' and revoked.state in ('pending', 'dead')
    order by d.type limit 1000`.execute(database.kysely);
  for (const { delivery_id: deliveryId } of rows)
    await database.transaction((trx) => acknowledgeDelivery(trx, deliveryId, 'page', deps));
  return rows.length;
}

export const defineEndPageRevocationsJob = (
  { jobs }: Pick<Infrastructure, 'jobs'>,
  orders: EndRevocationsDeps,
): JobDefinition =>
  defineRecurringJob({
    name: 'end-page-revocations',
    everyMs: 60_000,
    leaseSeconds: 60,
    database: orders.database,
    jobs,
    now: orders.now,
    run: async () => void (await endPageRevocations(orders)),
  });
