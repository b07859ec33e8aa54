// Webhooks that were rejected, for operators: counted by provider account, reason and hour, so that a flood of invalid
// ones fills nothing. Neither a body nor a header is kept.
import { sql } from 'kysely';
import type { OrdersDeps } from '../orders-deps.ts';
import type { ProviderAccount } from '../providers/provider-account.ts';
import { redactSecrets } from '#server/http/log.ts';

/** Never throws: the provider gets its response even if this can't be stored. */
export async function recordRejectedWebhook(
  { database, log, now }: Pick<OrdersDeps, 'database' | 'log' | 'now'>,
  { provider: { folder: provider }, owner }: Pick<ProviderAccount, 'provider' | 'owner'>,
  outcome: 'refused' | 'failed',
  reason: string,
): Promise<void> {
  const at = now();
  const hour = new Date(Math.floor(at.getTime() / hourMs) * hourMs);
  try {
    const { rows } = await sql<{ webhooks: number }>`
      insert into rejected_webhooks (provider, account, outcome, reason, hour, first_at, last_at)
      values (${provider}, ${owner}, ${outcome}, ${cleanReason(reason)}, ${hour}, ${at}, ${at})
      on conflict (provider, account, hour, outcome, reason) do update set
        webhooks = rejected_webhooks.webhooks + 1, last_at = excluded.last_at
      returning webhooks`.execute(database.kysely);
    if (rows[0]?.webhooks === 1) await deleteOldest(database, provider, owner);
  } catch (error) {
    log.warn({ err: error, provider, account: owner }, 'A rejected webhook could not be stored.');
  }
}

/** What an operator may read about an error of ours: it can contain anything that the webhook contained. */
export const describeFailure = (error: unknown): string =>
  error instanceof Error ? error.message : 'An unknown error.';

const cleanReason = (reason: string): string =>
  redactSecrets(reason)
    .replaceAll(/[\p{Cc}\p{Cs}]+/gu, ' ')
    .trim()
    .slice(0, maxReasonLength);

async function deleteOldest({ kysely }: OrdersDeps['database'], provider: string, account: string): Promise<void> {
  await sql`
    delete from rejected_webhooks where id in (
      select id from rejected_webhooks where provider = ${provider} and account = ${account}
      order by last_at desc, id desc offset ${maxPerAccount}
    )`.execute(kysely);
}

export const maxPerAccount = 200;
const maxReasonLength = 300;
const hourMs = 3_600_000;
