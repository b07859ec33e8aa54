// What a player may be told by push: by a game, once he has let it, or by the portal, until he says no. Off is off.
import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely';
import type { Tables } from '#server/db/tables.ts';

/** What the portal itself tells begins so. */
export const ownMark = '@';

/** In a statement: whether an account wants to hear of a topic. */
export const isWanted = (accountId: RawBuilder<unknown>, topic: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  coalesce(
    (select is_on from push_topics t where t.account_id = ${accountId} and t.topic = ${topic}),
    starts_with(${topic}, ${ownMark}))`;

export async function setTopic(
  db: Kysely<Tables> | Transaction<Tables>,
  accountId: string,
  topic: string,
  isOn: boolean,
  { keepsNo = false }: { readonly keepsNo?: boolean } = {},
): Promise<void> {
  await db
    .insertInto('push_topics')
    .values({ account_id: accountId, topic, is_on: isOn })
    .onConflict((conflict) =>
      keepsNo
        ? conflict.doNothing()
        : conflict.columns(['account_id', 'topic']).doUpdateSet({ is_on: isOn, updated_at: sql<Date>`now()` }),
    )
    .execute();
}
