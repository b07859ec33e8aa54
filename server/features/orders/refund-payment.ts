// Sends money back. A request is a row, written where it is found to be necessary; the job that comes here asks the provider, with
// the request's id as the key, as often as it takes.
import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { Tables } from '#server/db/tables.ts';
import { knownAttempt } from './check-payment.ts';
import { addOrderEvent } from './order-events.ts';
import type { OrdersDeps } from './orders-deps.ts';
import { personalInfoOf } from './personal-info.ts';
import { hostOf, inTime, providerOf } from './provider-host.ts';
import { settleFact } from './settle-fact.ts';

export async function refundPayment(deps: OrdersDeps, refundId: string): Promise<void> {
  const { kysely } = deps.database;
  const refund = await kysely.selectFrom('refunds').selectAll().where('refund_id', '=', refundId).executeTakeFirst();
  if (refund?.state !== 'requested') return;
  const attempt = await kysely
    .selectFrom('payment_attempts')
    .innerJoin('orders', 'orders.order_id', 'payment_attempts.order_id')
    .selectAll('payment_attempts')
    .select(['orders.game', 'orders.sealed_personal_info'])
    .where('attempt_id', '=', refund.attempt_id)
    .executeTakeFirstOrThrow();
  const provider = providerOf(deps, attempt.provider);
  const isExtra = refund.reason === 'extra';
  const { transaction_id: transactionId, amount_minor: refundMinor } = refund;
  const buyer = personalInfoOf(deps.sealer, attempt) ?? {};
  const asked = { ...knownAttempt(attempt), refundId, transactionId, refundMinor, isExtra, buyer };
  const end = await inTime(provider, provider.half.refund(asked, await hostOf(deps, provider, attempt.game)));
  switch (end.outcome) {
    case 'done': {
      // The facts before the request: a node that dies in between is followed by one that asks again and hears the same.
      for (const fact of end.facts) {
        await nameRefund(deps, refundId, fact.transactionId);
        await settleFact(deps, attempt.provider, { ...fact, ...(isExtra && { ofExtra: true }) }, async () => true);
      }
      return write(deps, refundId, { state: 'done' });
    }
    case 'pending':
      return write(deps, refundId, { state: 'sent', provider_refund_id: end.providerRefundId ?? null }, async (trx) => {
        // A notice usually tells the end. Should it be lost, the provider's books do.
        for (const [at, afterMs] of [10 * 60_000, 24 * 3_600_000].entries())
          await deps.sendCheck(
            trx,
            { attemptId: attempt.attempt_id },
            { startAfter: new Date(deps.now().getTime() + afterMs), key: `${refundId} ${at}` },
          );
      });
    case 'refused': {
      const { reason } = end;
      deps.log.error(
        { provider: attempt.provider, refundId, reason },
        'A refund was refused: an operator has to look.',
      );
      return write(deps, refundId, { state: 'refused' }, (trx) =>
        addOrderEvent(trx, refund.order_id, 'refund refused', { refundId, amountMinor: refundMinor }),
      );
    }
  }
}

/** So that its own fact ends it, and not another request of the same amount. */
async function nameRefund({ database }: OrdersDeps, refundId: string, name: string | undefined): Promise<void> {
  if (name === undefined) return;
  await database.kysely
    .updateTable('refunds')
    .set({ provider_refund_id: name })
    .where('refund_id', '=', refundId)
    .where('state', '=', 'requested')
    .execute();
}

/** A notice may have been faster and ended it already. */
async function write(
  { database }: OrdersDeps,
  refundId: string,
  change: { readonly state: 'sent' | 'done' | 'refused'; readonly provider_refund_id?: string | null },
  also?: (trx: Transaction<Tables>) => Promise<void>,
): Promise<void> {
  await database.transaction(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('refunds')
      .set({ ...change, updated_at: sql<Date>`now()` })
      .where('refund_id', '=', refundId)
      .where('state', '=', 'requested')
      .executeTakeFirst();
    if (numUpdatedRows > 0n) await also?.(trx);
  });
}
