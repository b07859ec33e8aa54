import { sql, type Kysely } from 'kysely';
import type { PaymentEvent } from '#model/payment-event.ts';
import type { Tables } from '#server/db/tables.ts';

/**
 * Adds the attempt to an event that names only an order: the attempt of the charge if it is known, otherwise the newest
 * one, preferably of the account that sent the event. Never an attempt of another provider. Other events are returned
 * unchanged.
 */
export async function resolveAttempt(
  db: Kysely<Tables>,
  provider: string,
  event: PaymentEvent,
  owner: string,
): Promise<PaymentEvent> {
  const { orderId, attemptId, providerPaymentId, transactionId = '', chargeId = '' } = event;
  if (orderId === undefined || !uuidShape.test(orderId) || attemptId !== undefined) return event;
  const { rows } = await sql<{ attempt_id: string }>`
    select a.attempt_id from payment_attempts a
    where a.order_id = ${orderId} and a.provider = ${provider}
    order by
      (coalesce(a.account, ${owner}) = ${owner}) desc,
      (a.provider_payment_id is not distinct from ${providerPaymentId ?? ''}) desc,
      exists (
        select from ledger l
        where l.attempt_id = a.attempt_id and l.kind = 'charged' and l.transaction_id in (${transactionId}, ${chargeId})
      ) desc,
      a.number desc
    limit 1`.execute(db);
  const [meant] = rows;
  return meant ? { ...event, attemptId: meant.attempt_id } : event;
}

// Third parties repeat this value, so it may be anything.
const uuidShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
