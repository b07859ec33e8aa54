// Finds which of our refund requests a refund belongs to: by our id if the provider repeats it, otherwise by the
// provider's refund id, otherwise by charge and amount. A manual refund never completes an operator's request that was
// not sent yet: the request is sent, and the provider reports what is left.
import { sql, type Selectable, type Transaction } from 'kysely';
import type { PaymentEvent } from '#model/payment-event.ts';
import type { Tables } from '#server/db/tables.ts';

interface ProvedRefund {
  readonly provider: string;
  readonly event: PaymentEvent;
  readonly attempt: Pick<Selectable<Tables['payment_attempts']>, 'attempt_id'>;
}

export async function closeRefundRequest(trx: Transaction<Tables>, proved: ProvedRefund): Promise<void> {
  const { event } = proved;
  const request = await findRequest(trx, proved);
  if (!request || (event.kind === 'refunded' && (await hasFailed(trx, proved)))) return;
  await sql`
    update refunds set state = ${event.kind === 'refunded' ? 'done' : 'refused'},
      provider_refund_id = ${event.transactionId}, updated_at = now()
    where refund_id = ${request.refund_id}`.execute(trx);
}

/** Whether it is known to refund an overpayment: by the provider's data, otherwise by our request. */
export async function isOverpaymentRefund(trx: Transaction<Tables>, proved: ProvedRefund): Promise<boolean> {
  const { kind, isOverpayment, amountMinor, chargeId } = proved.event;
  if (kind !== 'refunded') return false;
  if (isOverpayment !== undefined) return isOverpayment;
  const request = await findRequest(trx, proved);
  if (request) return request.reason === 'overpayment';
  const { rows } = await sql`
    select 1 from refunds
    where attempt_id = ${proved.attempt.attempt_id} and reason = 'overpayment' and amount_minor = ${amountMinor}
      and ${isOfCharge(chargeId)}
    limit 1`.execute(trx);
  return rows.length > 0;
}

interface Request {
  readonly refund_id: string;
  readonly reason: string;
}

async function findRequest(trx: Transaction<Tables>, { event, attempt }: ProvedRefund): Promise<Request | undefined> {
  const { kind, refundId, transactionId, amountMinor, chargeId } = event;
  if (refundId !== undefined) {
    const { rows } = await sql<Request>`
      select refund_id, reason from refunds
      where refund_id = ${refundId} and attempt_id = ${attempt.attempt_id}`.execute(trx);
    return rows[0];
  }
  // A failed refund always has an id.
  const mayBeUnnamed = kind === 'refunded' ? sql`true` : sql`false`;
  const { rows } = await sql<Request>`
    select refund_id, reason from refunds
    where attempt_id = ${attempt.attempt_id} and (
      provider_refund_id = ${transactionId}
      or ${mayBeUnnamed} and amount_minor = ${amountMinor} and ${isOfCharge(chargeId)} and (
        provider_refund_id is null and (state = 'sent' or state = 'requested' and reason in ('overpayment', 'undone'))
        -- Somebody has done by hand what we could not.
        or state = 'refused'
      )
    )
    order by provider_refund_id is not distinct from ${transactionId} desc,
      array_position(array['sent', 'requested', 'refused'], state), created_at
    limit 1`.execute(trx);
  return rows[0];
}

const isOfCharge = (chargeId: string | undefined) =>
  chargeId === undefined ? sql`true` : sql`transaction_id = ${chargeId}`;

/** A provider may report the failure before the refund. */
async function hasFailed(trx: Transaction<Tables>, { attempt, event }: ProvedRefund): Promise<boolean> {
  const failed = await trx
    .selectFrom('ledger')
    .select('kind')
    .where('attempt_id', '=', attempt.attempt_id)
    .where('transaction_id', '=', event.transactionId ?? '')
    .where('kind', '=', 'refund-failed')
    .executeTakeFirst();
  return failed !== undefined;
}
