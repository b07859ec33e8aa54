import { sql } from 'kysely';
import type { PushSettings } from '#model/push.ts';
import { portalPushTopics } from '#model/push.ts';
import type { Database } from '#server/db/database.ts';
import { savePushTopicChoice } from './push-topics.ts';

/** Undefined: the account no longer exists. Games come first, also those that are turned off. */
export async function readPushChoices({ kysely }: Database, accountId: string): Promise<PushSettings | undefined> {
  const account = await kysely
    .selectFrom('accounts')
    .select(['time_zone', 'quiet_from', 'quiet_until'])
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (!account) return undefined;
  const topics = await kysely
    .selectFrom('push_topics')
    .leftJoin('games', (join) => join.onRef('games.game', '=', 'topic').on('games.published', 'is', true))
    // A key without its private key would be useless.
    .leftJoin('push_keys', (join) => join.on('public_key', '=', sql<string>`games.config ->> 'WebPushPublicKey'`))
    .select(['topic', 'is_on', 'public_key'])
    .where('account_id', '=', accountId)
    .orderBy('topic')
    .execute();
  const { count } = await kysely
    .selectFrom('push_subscriptions')
    .select(({ fn }) => fn.count<number>('endpoint_hash').distinct().as('count'))
    .where('account_id', '=', accountId)
    .where('game', 'is', null)
    .executeTakeFirstOrThrow();
  const isOwn = (topic: string): boolean => portalPushTopics.some((own) => own === topic);
  const chosen = new Map(topics.map(({ topic, is_on }) => [topic, is_on]));
  return {
    Topics: [
      ...portalPushTopics.map((Topic) => ({ Topic, On: chosen.get(Topic) ?? true })),
      ...topics
        .filter(({ topic }) => !isOwn(topic))
        .map(({ topic, is_on, public_key }) => ({
          Topic: topic,
          On: is_on,
          ...(public_key !== null && { PublicKey: public_key }),
        })),
    ],
    QuietFrom: account.quiet_from,
    QuietUntil: account.quiet_until,
    ...(account.time_zone !== null && { TimeZone: account.time_zone }),
    Browsers: count,
  };
}

export interface PushChoicesChange {
  readonly topic?: { readonly name: string; readonly isOn: boolean } | undefined;
  readonly quiet?: { readonly from: number; readonly until: number; readonly timeZone: string } | undefined;
}

export async function changePushChoices(
  database: Database,
  accountId: string,
  { topic, quiet }: PushChoicesChange,
): Promise<void> {
  await database.transaction(async (trx) => {
    if (topic) await savePushTopicChoice(trx, accountId, topic.name, topic.isOn);
    if (topic && !topic.isOn)
      await trx
        .deleteFrom('push_subscriptions')
        .where('account_id', '=', accountId)
        .where('game', '=', topic.name)
        .execute();
    if (quiet)
      await trx
        .updateTable('accounts')
        .set({ quiet_from: quiet.from, quiet_until: quiet.until, time_zone: quiet.timeZone })
        .where('account_id', '=', accountId)
        .execute();
  });
}
