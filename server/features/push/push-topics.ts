// Notification topics: a game's messages are opt-in, the portal's opt-out.
import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely';
import type { Tables } from '#server/db/tables.ts';

export const portalTopicPrefix = '@';

/** An SQL condition. */
export const buildPushTopicEnabledSql = (
  accountId: RawBuilder<unknown>,
  topic: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  coalesce(
    (select is_on from push_topics t where t.account_id = ${accountId} and t.topic = ${topic}),
    starts_with(${topic}, ${portalTopicPrefix}))`;

export async function savePushTopicChoice(
  db: Kysely<Tables> | Transaction<Tables>,
  accountId: string,
  topic: string,
  isOn: boolean,
  { keepsOptOut = false }: { readonly keepsOptOut?: boolean } = {},
): Promise<void> {
  await db
    .insertInto('push_topics')
    .values({ account_id: accountId, topic, is_on: isOn })
    .onConflict((conflict) =>
      keepsOptOut
        ? conflict.doNothing()
        : conflict.columns(['account_id', 'topic']).doUpdateSet({ is_on: isOn, updated_at: sql<Date>`now()` }),
    )
    .execute();
}
