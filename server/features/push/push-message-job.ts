import { sql, type Transaction } from 'kysely';
import { object, uuid } from '#model/schema.ts';
import type { Database } from '#server/db/database.ts';
import type { Tables } from '#server/db/tables.ts';
import { defineJob, type JobDefinition } from '#server/jobs/define-job.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import type { PushToBrowserJobData } from './push-to-browser-job.ts';
import { buildPushTopicEnabledSql } from './push-topics.ts';
import { findQuietEnd } from './quiet-hours.ts';

export interface PushMessageJobDeps {
  readonly database: Database;
  readonly now: () => Date;
  readonly queue: Pick<Jobs, 'send'>;
  readonly browsers: JobDefinition<typeof PushToBrowserJobData>;
}

const MessageData = object({ messageId: uuid });

/** Runs when a message is due: drops it if the player has turned its topic off, and delays it during quiet hours. */
export function definePushMessageJob(deps: PushMessageJobDeps): JobDefinition<typeof MessageData> {
  const job: JobDefinition<typeof MessageData> = defineJob({
    name: 'push-message',
    schema: MessageData,
    concurrency: 2,
    run: ({ messageId }) => handOut(deps, job, messageId),
  });
  return job;
}

function handOut(
  { database, now, queue, browsers }: PushMessageJobDeps,
  job: JobDefinition<typeof MessageData>,
  messageId: string,
): Promise<void> {
  return database.transaction(async (trx) => {
    const { rows } = await sql<DueMessage>`
      select m.account_id, m.topic, m.expires_at, m.expires_at <= now() as is_over,
        ${buildPushTopicEnabledSql(sql`m.account_id`, sql`m.topic`)} and (not m.is_marketing or a.marketing_enabled)
          and a.blocked_at is null as is_wanted,
        a.time_zone, a.quiet_from, a.quiet_until
      from push_messages m join accounts a on a.account_id = m.account_id
      where m.message_id = ${messageId} and m.outcome is null
      for update of m`.execute(trx);
    const [message] = rows;
    if (!message) return;
    const finish = (outcome: 'sent' | 'unwanted' | 'expired' | 'no-browser') =>
      trx.updateTable('push_messages').set({ outcome }).where('message_id', '=', messageId).execute();
    if (!message.is_wanted) return void (await finish('unwanted'));
    const quietEnd = findQuietEnd(now(), {
      timeZone: message.time_zone ?? 'UTC',
      from: message.quiet_from,
      until: message.quiet_until,
    });
    if (message.is_over || (quietEnd && quietEnd >= message.expires_at)) return void (await finish('expired'));
    if (quietEnd) return void (await queue.send(trx, job, { messageId }, { startAfter: quietEnd }));
    const found = await findSubscriptions(trx, message);
    for (const { endpoint_hash } of found)
      await queue.send(trx, browsers, { messageId, endpointHash: endpoint_hash.toString('hex'), tries: 0 });
    await finish(found.length > 0 ? 'sent' : 'no-browser');
  });
}

/** One for each browser: the one with the game's own key, else the portal's. A session belongs to one browser. */
async function findSubscriptions(
  trx: Transaction<Tables>,
  { account_id, topic }: DueMessage,
): Promise<readonly { readonly endpoint_hash: Buffer }[]> {
  const { rows } = await sql<{ endpoint_hash: Buffer }>`
    select distinct s.endpoint_hash from push_subscriptions s
    where s.account_id = ${account_id} and (s.game = ${topic} or s.game is null and not exists (
      select from push_subscriptions own
      where own.account_id = s.account_id and own.session_id = s.session_id and own.game = ${topic}))`.execute(trx);
  return rows;
}

interface DueMessage {
  readonly account_id: string;
  readonly topic: string;
  readonly expires_at: Date;
  readonly is_over: boolean;
  readonly is_wanted: boolean;
  readonly time_zone: string | null;
  readonly quiet_from: number;
  readonly quiet_until: number;
}
