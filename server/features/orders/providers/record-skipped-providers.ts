// Records in the order's history which providers failed to open the payment and which were skipped.
import { sql, type Kysely } from 'kysely';
import type { OrderEventKind } from '#model/order-history.ts';
import type { Tables } from '#server/db/tables.ts';
import type { ProviderAccount, ProviderDeps } from './provider-account.ts';

export async function recordSkippedProviders(
  { count }: ProviderDeps,
  db: Kysely<Tables>,
  orderId: string,
  skippedAccounts: readonly ProviderAccount[],
): Promise<void> {
  const folders = skippedAccounts.map(({ provider }) => provider.folder);
  for (const provider of folders) count?.('fxid_providers_skipped_total', { provider });
  await recordOrderEventOnce(db, orderId, 'provider-skipped', folders);
}

/** Once per provider, so that retries don't fill the history. */
export async function recordOrderEventOnce(
  db: Kysely<Tables>,
  orderId: string,
  kind: OrderEventKind & ('provider-skipped' | 'payment-not-opened'),
  folders: readonly string[],
): Promise<void> {
  for (const provider of folders)
    await sql`
      insert into order_events (order_id, kind, detail)
      select ${orderId}, ${kind}, jsonb_build_object('provider', ${provider}::text)
      where not exists (
        select from order_events
        where order_id = ${orderId} and kind = ${kind} and detail ->> 'provider' = ${provider}
      )`.execute(db);
}
