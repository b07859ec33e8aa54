// Stores a discrepancy between a provider's records and ours once, and logs it when it is new.
import type { Kysely } from 'kysely';
import type { PaymentEvent } from '#model/payment-event.ts';
import type { DiscrepancyKind } from '#server/db/money-tables.ts';
import type { Tables } from '#server/db/tables.ts';
import type { Log } from '#server/http/log.ts';

export interface Discrepancy {
  readonly kind: DiscrepancyKind;
  readonly provider: string;
  readonly account: string;
  readonly event: Pick<PaymentEvent, 'kind' | 'transactionId' | 'amountMinor' | 'currency'>;
  readonly orderId?: string | undefined;
  readonly detail?: string;
}

interface NoteDeps {
  readonly database: { readonly kysely: Kysely<Tables> };
  readonly log: Log;
  readonly now: () => Date;
}

export async function recordDiscrepancy(
  { database, log, now }: NoteDeps,
  { kind, provider, account, event, orderId, detail }: Discrepancy,
): Promise<boolean> {
  const { transactionId = '', amountMinor, currency } = event;
  const added = await database.kysely
    .insertInto('payment_discrepancies')
    .values({
      provider,
      account,
      transaction_id: transactionId,
      kind,
      event_kind: event.kind,
      order_id: orderId ?? null,
      amount_minor: amountMinor ?? null,
      currency: currency ?? null,
      detail: detail ?? null,
      found_at: now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('kind')
    .executeTakeFirst();
  if (!added) return false;
  // This one was applied late and needs no action.
  log[kind === 'applied-late' ? 'warn' : 'error'](
    { kind, provider, account, transactionId, event: event.kind, orderId, detail },
    "A provider's records and ours differ. List all differences: npm run orders -- differences",
  );
  return true;
}
