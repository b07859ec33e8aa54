// What a provider proves about something that we do not know. It may be our own: the provider may be faster than our commit. So it
// is to be sent again for a few minutes; then it is kept for an operator, who is alerted, and nothing else comes of it.
import { sql } from 'kysely';
import type { PaymentFact } from '#model/payment-fact.ts';
import type { OrdersDeps } from '../orders-deps.ts';

export async function quarantine(
  { database, log, now }: OrdersDeps,
  provider: string,
  fact: PaymentFact,
): Promise<'retry' | 'unknown order'> {
  const { rows } = await sql<{ received_at: Date }>`
    with kept as (
      insert into payment_inbox (provider, dedup_key, outcome, event, received_at)
      values (${provider}, ${fact.dedupKey}, 'quarantined', ${JSON.stringify(fact)}, ${now()})
      on conflict do nothing
      returning received_at
    )
    select received_at from kept
    union all
    select received_at from payment_inbox where provider = ${provider} and dedup_key = ${fact.dedupKey}
    limit 1`.execute(database.kysely);
  const since = rows[0]?.received_at ?? now();
  if (now().getTime() - since.getTime() < patienceMs) return 'retry';
  log.error(
    { provider, dedupKey: fact.dedupKey, kind: fact.kind },
    'A provider proves something about a payment that is not ours: an operator has to look. It is kept in payment_inbox.',
  );
  return 'unknown order';
}

/** Whether there is a payment at this provider whose name there we do not know yet. */
export async function isExpectedSoon({ database, now }: OrdersDeps, provider: string): Promise<boolean> {
  const creating = await database.kysely
    .selectFrom('payment_attempts')
    .select('attempt_id')
    .where('provider', '=', provider)
    .where('state', '=', 'creating')
    .where('created_at', '>', new Date(now().getTime() - patienceMs))
    .limit(1)
    .executeTakeFirst();
  return creating !== undefined;
}

const patienceMs = 10 * 60_000;
