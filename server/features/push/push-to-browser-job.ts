// Sends one message to one browser. Temporary failures are retried after 1, 5 and 30 minutes, then hourly until the
// message expires.
import { sql, type Transaction } from 'kysely';
import { Type, type Static } from 'typebox';
import { object, text, uuid } from '#model/schema.ts';
import type { Database } from '#server/db/database.ts';
import type { Tables } from '#server/db/tables.ts';
import type { Log } from '#server/http/log.ts';
import { defineJob, type JobDefinition } from '#server/jobs/define-job.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import type { Sealer } from '#server/secrets/sealer.ts';
import type { PostPushMessage, PostPushMessageResult } from './post-push-message.ts';
import type { PushKeys } from './push-keys.ts';
import type { StoredSubscription } from './parse-subscription.ts';
import { pushSealPurpose } from './save-subscription.ts';

export interface PushToBrowserJobDeps {
  readonly database: Database;
  readonly sealer: Sealer;
  readonly log: Log;
  readonly now: () => Date;
  readonly keys: PushKeys;
  readonly post: PostPushMessage;
  readonly queue: Pick<Jobs, 'send'>;
}

export const PushToBrowserJobData = object({
  messageId: uuid,
  endpointHash: text(64, { pattern: '^[0-9a-f]{64}$' }),
  tries: Type.Integer({ minimum: 0 }),
});

export const pushRetryDelaysSeconds = [60, 300, 1800, 3600] as const;
/** A subscription is deleted after this many failures over this many days. */
export const maxPushFailures = 10;
export const minPushFailingDays = 7;

export function definePushToBrowserJob(deps: PushToBrowserJobDeps): JobDefinition<typeof PushToBrowserJobData> {
  /**
   * Push services that requested a pause (`Retry-After`), by host. Kept in memory: after a restart the service requests
   * it again.
   */
  const pausedUntilMs = new Map<string, number>();
  const job: JobDefinition<typeof PushToBrowserJobData> = defineJob({
    name: 'push-browser',
    schema: PushToBrowserJobData,
    concurrency: 4,
    run: async (data) => {
      const due = await readDue(deps, data);
      if (!due) return;
      const { host } = new URL(due.subscription.endpoint);
      const waitMs = (pausedUntilMs.get(host) ?? 0) - deps.now().getTime();
      const outcome: PostPushMessageResult =
        waitMs > 0
          ? { outcome: 'later', why: 'its service has asked for a pause', afterSeconds: Math.ceil(waitMs / 1000) }
          : await send(deps, due);
      if (outcome.outcome === 'later' && outcome.afterSeconds !== undefined)
        pausedUntilMs.set(host, deps.now().getTime() + outcome.afterSeconds * 1000);
      await settle(deps, job, { data, due, host, outcome });
    },
  });
  return job;
}

interface Due {
  readonly messageId: string;
  readonly title: string;
  readonly body: string;
  readonly url: string;
  readonly expiresAt: Date;
  readonly secondsLeft: number;
  readonly publicKey: string;
  readonly subscription: StoredSubscription;
  /** Set: the subscription gets only this game's messages. */
  readonly game: string | null;
  readonly sessionId: string | null;
}

type Data = Static<typeof PushToBrowserJobData>;

/** Undefined: the message has expired, or the subscription is gone or belongs to another account. */
async function readDue({ database, sealer, keys }: PushToBrowserJobDeps, data: Data): Promise<Due | undefined> {
  const row = await database.kysely
    .selectFrom('push_messages')
    .innerJoin('push_subscriptions', 'push_subscriptions.account_id', 'push_messages.account_id')
    .select(['title', 'body', 'url', 'expires_at', 'sealed', 'public_key', 'game', 'session_id'])
    .select(sql<number>`floor(extract(epoch from expires_at - now()))::float8`.as('seconds_left'))
    .where('message_id', '=', data.messageId)
    .where('endpoint_hash', '=', Buffer.from(data.endpointHash, 'hex'))
    .executeTakeFirst();
  if (!row || row.seconds_left < 1) return undefined;
  return {
    messageId: data.messageId,
    title: row.title,
    body: row.body,
    url: row.url,
    expiresAt: row.expires_at,
    secondsLeft: row.seconds_left,
    publicKey: row.public_key ?? (await keys.newest()),
    // It was validated before it was stored.
    subscription: JSON.parse(sealer.unseal(pushSealPurpose, row.sealed)) as StoredSubscription,
    game: row.game,
    sessionId: row.session_id,
  };
}

async function send(
  { keys, post, log }: PushToBrowserJobDeps,
  { messageId, ...due }: Due,
): Promise<PostPushMessageResult> {
  const key = await keys.find(due.publicKey);
  if (!key) {
    log.warn(
      { publicKey: due.publicKey },
      'A push message was not sent: the private key of its subscription is unknown.',
    );
    return { outcome: 'refused', status: 0 };
  }
  const { subscription, title, body, url, secondsLeft } = due;
  // If the message is sent twice, the second replaces the first, at the service and on the screen.
  const tag = messageId.replaceAll('-', '');
  const message = { subscription, key, ttlSeconds: secondsLeft, topic: tag };
  const outcome = await post({ ...message, payload: JSON.stringify({ title, body, url, tag }) });
  if (outcome.outcome !== 'too large') return outcome;
  return post({ ...message, payload: JSON.stringify({ title, url, tag }) });
}

interface Settled {
  readonly data: Data;
  readonly due: Due;
  readonly host: string;
  readonly outcome: PostPushMessageResult;
}

async function settle(
  deps: PushToBrowserJobDeps,
  job: JobDefinition<typeof PushToBrowserJobData>,
  { data, due, host, outcome }: Settled,
): Promise<void> {
  const { database, log, now } = deps;
  const ofBrowser = sql`endpoint_hash = ${Buffer.from(data.endpointHash, 'hex')}`;
  const forget = (): Promise<void> =>
    database.transaction(async (trx) => {
      await sql`delete from push_subscriptions where ${ofBrowser}`.execute(trx);
      for (const endpointHash of await findPortalSubscriptions(trx, due))
        await deps.queue.send(trx, job, { ...data, endpointHash, tries: 0 });
    });
  switch (outcome.outcome) {
    case 'taken':
      await sql`
        update push_subscriptions set failures = 0, failing_since = null
        where ${ofBrowser} and failures > 0`.execute(database.kysely);
      return;
    case 'gone':
      return forget();
    case 'later': {
      const pause =
        outcome.afterSeconds ?? pushRetryDelaysSeconds[Math.min(data.tries, pushRetryDelaysSeconds.length - 1)] ?? 3600;
      const startAfter = new Date(now().getTime() + pause * 1000);
      log.info({ host, why: outcome.why, pause }, 'A push message was not accepted; it will be sent later.');
      if (startAfter >= due.expiresAt) return;
      const again = { ...data, tries: data.tries + 1 };
      await database.transaction((trx) => deps.queue.send(trx, job, again, { startAfter }));
      return;
    }
    case 'key refused':
      // It belongs to an old key: the browser subscribes again at its next visit.
      if (due.publicKey !== (await readCurrentKey(deps, due.game))) return forget();
      break;
    case 'too large':
    case 'refused':
  }
  log.warn({ host, outcome: outcome.outcome, status: outcome.status }, 'A push message was refused by its service.');
  await sql`
    update push_subscriptions set failures = failures + 1, failing_since = coalesce(failing_since, now())
    where ${ofBrowser}`.execute(database.kysely);
  await sql`
    delete from push_subscriptions
    where ${ofBrowser} and failures >= ${maxPushFailures}
      and failing_since < now() - ${minPushFailingDays} * interval '1 day'`.execute(database.kysely);
}

/** The browser's subscription with the portal's key, if the one with the game's key is gone. */
async function findPortalSubscriptions(trx: Transaction<Tables>, { game, sessionId }: Due): Promise<string[]> {
  if (game === null || sessionId === null) return [];
  const rows = await trx
    .selectFrom('push_subscriptions')
    .select('endpoint_hash')
    .where('session_id', '=', sessionId)
    .where('game', 'is', null)
    .execute();
  return rows.map(({ endpoint_hash }) => endpoint_hash.toString('hex'));
}

async function readCurrentKey(
  { database, keys }: PushToBrowserJobDeps,
  game: string | null,
): Promise<string | undefined> {
  if (game === null) return keys.newest();
  const found = await database.kysely.selectFrom('games').select('config').where('game', '=', game).executeTakeFirst();
  return found?.config.WebPushPublicKey;
}
