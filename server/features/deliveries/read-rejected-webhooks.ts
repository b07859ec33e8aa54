import type { Kysely } from 'kysely';
import type { Static } from 'typebox';
import type { RejectedWebhook } from '#contract/console/webhooks.ts';
import type { Tables } from '#server/db/tables.ts';

/** Newest first. With an account only those of this game's provider accounts. */
export async function readRejectedWebhooks(
  db: Kysely<Tables>,
  {
    account,
    before,
    limit,
  }: { readonly account: string | undefined; readonly before: number | undefined; readonly limit: number },
): Promise<Static<typeof RejectedWebhook>[]> {
  const rows = await db
    .selectFrom('rejected_webhooks')
    .selectAll()
    .$if(account !== undefined, (query) => query.where('account', '=', account ?? ''))
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? 0))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    Id: row.id,
    Provider: row.provider,
    ...(row.account !== '' && { Account: row.account }),
    Outcome: row.outcome === 'refused' ? 'Refused' : 'Failed',
    Reason: row.reason,
    Count: row.webhooks,
    FirstAt: row.first_at.toISOString(),
    LastAt: row.last_at.toISOString(),
  }));
}
