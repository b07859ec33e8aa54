// Finds charges in our ledger that are missing in a provider's list.
import type { DateRange } from '#payments/port.server.ts';
import { recordDiscrepancy } from '../payment-events/record-discrepancy.ts';
import type { OrdersDeps } from '../orders-deps.ts';
import type { ProviderAccount } from '../providers/provider-account.ts';

/**
 * A list may be incomplete, so a charge is recorded as missing only if the provider does not know that payment either.
 */
export async function recordMissingCharges(
  deps: OrdersDeps,
  account: ProviderAccount,
  { from, to, there }: DateRange & { readonly there: ReadonlySet<string> },
): Promise<void> {
  const { folder } = account.provider;
  const { owner } = account;
  const charges = await readCharges(deps, folder, { from: new Date(from.getTime() + clockErrorMs), to });
  const missing = charges.filter(({ transaction_id: id }) => !there.has(id));
  if (missing.length > maxMissing)
    deps.log.error(
      { provider: folder, missing: missing.length },
      `Too many of our payments are missing in a provider's list; only the first ${maxMissing} are looked up.`,
    );
  for (const charge of missing.slice(0, maxMissing)) {
    const { transaction_id: transactionId, amount_minor: amountMinor, order_id: orderId } = charge;
    if (!(await account.owns(charge))) continue;
    try {
      const { events } = await account.readPayment(charge);
      if (events.some((event) => event.kind === 'paid' && event.transactionId === transactionId)) continue;
    } catch (error) {
      deps.log.warn(
        { err: error, provider: folder, orderId },
        "Reading a payment that is missing in a provider's list failed.",
      );
      continue;
    }
    const event = { kind: 'paid', transactionId, amountMinor, currency: charge.currency } as const;
    await recordDiscrepancy(deps, { kind: 'missing-at-provider', provider: folder, account: owner, event, orderId });
  }
}

const maxMissing = 200;
const clockErrorMs = 5 * 60_000;

const readCharges = ({ database }: OrdersDeps, folder: string, { from, to }: DateRange) =>
  database.kysely
    .selectFrom('ledger')
    .innerJoin('payment_attempts', 'payment_attempts.attempt_id', 'ledger.attempt_id')
    .innerJoin('orders', 'orders.order_id', 'ledger.order_id')
    .selectAll('payment_attempts')
    .select(['ledger.transaction_id', 'orders.game'])
    .where('ledger.provider', '=', folder)
    .where('ledger.kind', '=', 'charged')
    .where('ledger.created_at', '<=', to)
    .where('payment_attempts.created_at', '>=', from)
    .execute();
