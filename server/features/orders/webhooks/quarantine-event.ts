// Payment events for payments that we don't know. The webhook may be faster than our commit, so the provider is asked
// to retry for a few minutes; then the event is stored for an operator, who is alerted.
import { sql } from 'kysely';
import type { PaymentEvent } from '#model/payment-event.ts';
import type { OrdersDeps } from '../orders-deps.ts';
import type { ProviderAccount } from '../providers/provider-account.ts';

export async function quarantineEvent(
  { database, log, now }: OrdersDeps,
  { provider: { folder: provider }, owner }: ProviderAccount,
  event: PaymentEvent,
): Promise<'retry' | 'unknown-order'> {
  const { rows } = await sql<{ received_at: Date }>`
    with kept as (
      insert into payment_events (provider, account, dedup_key, outcome, event, received_at)
      values (${provider}, ${owner}, ${event.dedupKey}, 'quarantined', ${JSON.stringify(event)}, ${now()})
      on conflict do nothing
      returning received_at
    )
    select received_at from kept
    union all
    select received_at from payment_events
    where provider = ${provider} and account = ${owner} and dedup_key = ${event.dedupKey}
    limit 1`.execute(database.kysely);
  const since = rows[0]?.received_at ?? now();
  if (now().getTime() - since.getTime() < patienceMs) return 'retry';
  log.error(
    { provider, account: owner, dedupKey: event.dedupKey, kind: event.kind },
    'A provider sent a valid event about a payment that is not ours. Please check; it is kept in payment_events.',
  );
  return 'unknown-order';
}

export async function hasPaymentWithoutId(
  { database, now }: OrdersDeps,
  { provider: { folder }, owner }: ProviderAccount,
): Promise<boolean> {
  const creating = await database.kysely
    .selectFrom('payment_attempts')
    .select('attempt_id')
    .where('provider', '=', folder)
    .where((eb) => eb.or([eb('account', '=', owner), eb('account', 'is', null)]))
    .where('state', '=', 'creating')
    .where('created_at', '>', new Date(now().getTime() - patienceMs))
    .limit(1)
    .executeTakeFirst();
  return creating !== undefined;
}

const patienceMs = 10 * 60_000;
