// Writes push messages in the caller's transaction, for players who want them. Per player and day, games and the
// portal's news share one limit, of which a single game may use half; personal messages have their own.
import { sql, type RawBuilder, type Transaction } from 'kysely';
import { toLocale, type Locale } from '#model/locale.ts';
import type { Tables } from '#server/db/tables.ts';
import type { JobDefinition } from '#server/jobs/define-job.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import { buildPushTopicEnabledSql, portalTopicPrefix } from './push-topics.ts';

export interface OutgoingPush {
  readonly topic: string;
  readonly isMarketing: boolean;
  readonly url: string;
  readonly ttlSeconds: number;
  readonly broadcastId?: string;
  /** About the player: a support reply or an invitation. */
  readonly isPersonal: boolean;
  readonly textsIn: (locale: Locale) => { readonly title: string; readonly body: string };
}

export interface QueuePushMessagesDeps {
  readonly queue: Pick<Jobs, 'send'>;
  readonly job: JobDefinition;
  readonly perDay: number;
}

export const maxPersonalPushesPerDay = 20;

export const computeGamePushesPerDay = (perDay: number): number => Math.ceil(perDay / 2);

export async function queuePushMessages(
  trx: Transaction<Tables>,
  { queue, job, perDay }: QueuePushMessagesDeps,
  accountIds: readonly string[],
  push: OutgoingPush,
): Promise<number> {
  if (accountIds.length === 0) return 0;
  // Locked, so that the counted messages can't grow before the insert.
  await sql`select pg_advisory_xact_lock(hashtext('fxid push messages'))`.execute(trx);
  const recipients = await findRecipients(trx, accountIds, push, perDay);
  for (const { account_id, locale } of recipients) {
    const { title, body } = push.textsIn(toLocale(locale));
    const written = await trx
      .insertInto('push_messages')
      .values({
        account_id,
        broadcast_id: push.broadcastId ?? null,
        topic: push.topic,
        is_marketing: push.isMarketing,
        title,
        body,
        url: push.url,
        expires_at: sql<Date>`now() + ${push.ttlSeconds} * interval '1 second'`,
      })
      .onConflict((conflict) => conflict.columns(['broadcast_id', 'account_id']).doNothing())
      .returning('message_id')
      .executeTakeFirst();
    if (written) await queue.send(trx, job, { messageId: written.message_id });
  }
  return recipients.length;
}

async function findRecipients(
  trx: Transaction<Tables>,
  accountIds: readonly string[],
  { topic, isMarketing, isPersonal }: OutgoingPush,
  perDay: number,
): Promise<{ readonly account_id: string; readonly locale: string }[]> {
  const count = (which: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
    select count(*) from push_messages m
    where m.account_id = a.account_id and m.created_at > now() - interval '1 day'
      and m.outcome is distinct from 'unwanted' and ${which})`;
  const isOfPlayer = sql`m.topic in ('@friends', '@support')`;
  const isUnderCap = isPersonal
    ? sql`${count(isOfPlayer)} < ${maxPersonalPushesPerDay}`
    : sql`${count(sql`not ${isOfPlayer}`)} < ${perDay}
        and ${count(sql`m.topic = ${topic}`)} < ${topic.startsWith(portalTopicPrefix) ? perDay : computeGamePushesPerDay(perDay)}`;
  const { rows } = await sql<{ account_id: string; locale: string }>`
    select a.account_id, a.locale from accounts a
    where a.account_id = any(${[...accountIds]}::uuid[]) and a.merged_into is null and a.blocked_at is null
      and exists (select from push_subscriptions s
        where s.account_id = a.account_id and (s.game is null or s.game = ${topic}))
      and ${buildPushTopicEnabledSql(sql`a.account_id`, sql`${topic}::text`)}
      and (not ${isMarketing}::boolean or a.marketing_enabled)
      and ${isUnderCap}
    order by a.account_id`.execute(trx);
  return rows;
}
