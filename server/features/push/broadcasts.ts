// One message to many players. Large broadcasts are written in batches, one job after another, so that no transaction
// locks many rows. Sending the same id again has no effect.
import { randomUUID } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import { Problem } from '#model/problem.ts';
import { chooseLocalizedText } from '#model/locale.ts';
import { object, uuid } from '#model/schema.ts';
import type { Database } from '#server/db/database.ts';
import type { Tables } from '#server/db/tables.ts';
import type { RecordChange } from '#server/features/audit-log/audit-log.ts';
import { defineJob, type JobDefinition } from '#server/jobs/define-job.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import { buildPushTopicEnabledSql } from './push-topics.ts';
import { queuePushMessages, type OutgoingPush, type QueuePushMessagesDeps } from './queue-messages.ts';

type Texts = Readonly<Record<string, string>>;

export interface Broadcast {
  readonly id: string | undefined;
  readonly game: string | undefined;
  /** Recipients by their ids in the game. Undefined: all who allow this topic. */
  readonly gameUids?: readonly string[] | undefined;
  readonly titles: Texts;
  readonly bodies: Texts;
  /** The portal page to open. Undefined: the game, or the home page. */
  readonly page: string | undefined;
  readonly isMarketing: boolean;
  readonly ttlSeconds: number | undefined;
  /** Undefined: now. */
  readonly sendAt?: Date | undefined;
  /** The operator who sends it. Undefined: a game's server. */
  readonly author?: string | undefined;
}

export interface BroadcastResult {
  readonly id: string;
  readonly recipients: number;
  readonly isUnderWay: boolean;
}

export interface BroadcastDeps {
  readonly database: Database;
  readonly queue: Pick<Jobs, 'send'>;
  readonly outgoing: QueuePushMessagesDeps;
  readonly findPage: (page: string) => URL;
}

const BroadcastData = object({ broadcastId: uuid });
export const broadcastBatchSize = 200;
const daySeconds = 86_400;

export function createBroadcasts(deps: BroadcastDeps): {
  readonly definition: JobDefinition<typeof BroadcastData>;
  /** @param record absent: a game's server sends it */
  readonly send: (broadcast: Broadcast, record?: RecordChange) => Promise<BroadcastResult>;
} {
  const { database, queue, outgoing, findPage } = deps;
  const definition: JobDefinition<typeof BroadcastData> = defineJob({
    name: 'push-broadcast',
    schema: BroadcastData,
    concurrency: 1,
    run: ({ broadcastId }) =>
      database.transaction(async (trx) => {
        const isFinished = await writeBatch(trx, outgoing, broadcastId);
        if (!isFinished) await queue.send(trx, definition, { broadcastId });
      }),
  });
  return {
    definition,
    send: (broadcast, record) =>
      database.transaction(async (trx) => {
        const id = broadcast.id ?? randomUUID();
        const { game, gameUids } = broadcast;
        const row = await insert(trx, id, broadcast, findPage);
        if (!row) return readOutcome(trx, id, game);
        await record?.(trx, {
          object: { kind: 'push-message', id, game },
          after: {
            Title: row.titles,
            Body: row.bodies,
            IsMarketing: row.is_marketing,
            ...(row.send_at && { SendAt: row.send_at.toISOString() }),
          },
        });
        if (gameUids === undefined || game === undefined) {
          const { sendAt } = broadcast;
          await queue.send(trx, definition, { broadcastId: id }, sendAt && { startAfter: sendAt });
          return { id, recipients: 0, isUnderWay: true };
        }
        const accounts = await findPlayers(trx, game, gameUids);
        const recipients = await queuePushMessages(trx, outgoing, accounts, toOutgoing(row));
        await finish(trx, id, recipients);
        return { id, recipients, isUnderWay: false };
      }),
  };
}

function insert(trx: Transaction<Tables>, id: string, broadcast: Broadcast, findPage: BroadcastDeps['findPage']) {
  const { game, page = game === undefined ? '' : `play/${game}` } = broadcast;
  return trx
    .insertInto('push_broadcasts')
    .values({
      broadcast_id: id,
      game: game ?? null,
      titles: JSON.stringify(broadcast.titles),
      bodies: JSON.stringify(broadcast.bodies),
      url: findPage(page).href,
      is_marketing: broadcast.isMarketing,
      ttl_seconds: broadcast.ttlSeconds ?? daySeconds,
      send_at: broadcast.sendAt ?? null,
      author: broadcast.author ?? null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
}

type BroadcastRow = NonNullable<Awaited<ReturnType<typeof insert>>>;

const toOutgoing = (row: BroadcastRow): OutgoingPush => ({
  topic: row.game ?? '@news',
  isMarketing: row.is_marketing,
  isPersonal: false,
  url: row.url,
  ttlSeconds: row.ttl_seconds,
  broadcastId: row.broadcast_id,
  textsIn: (locale) => ({
    title: chooseLocalizedText(row.titles, locale),
    body: chooseLocalizedText(row.bodies, locale),
  }),
});

async function writeBatch(
  trx: Transaction<Tables>,
  outgoing: QueuePushMessagesDeps,
  broadcastId: string,
): Promise<boolean> {
  const row = await trx
    .selectFrom('push_broadcasts')
    .selectAll()
    .where('broadcast_id', '=', broadcastId)
    .where('finished_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return true;
  const { rows } = await sql<{ account_id: string }>`
    select distinct s.account_id from push_subscriptions s
    where (s.game is null or s.game = ${row.game})
      and (${row.reached_account}::uuid is null or s.account_id > ${row.reached_account}::uuid)
      and ${buildPushTopicEnabledSql(sql`s.account_id`, sql`${row.game ?? '@news'}::text`)}
    order by s.account_id limit ${broadcastBatchSize}`.execute(trx);
  const accounts = rows.map(({ account_id }) => account_id);
  const written = await queuePushMessages(trx, outgoing, accounts, toOutgoing(row));
  const last = accounts.at(-1);
  if (last === undefined || accounts.length < broadcastBatchSize) {
    await finish(trx, broadcastId, row.recipients + written);
    return true;
  }
  await trx
    .updateTable('push_broadcasts')
    .set({ reached_account: last, recipients: row.recipients + written })
    .where('broadcast_id', '=', broadcastId)
    .execute();
  return false;
}

async function finish(trx: Transaction<Tables>, id: string, recipients: number): Promise<void> {
  await trx
    .updateTable('push_broadcasts')
    .set({ recipients, finished_at: sql<Date>`now()` })
    .where('broadcast_id', '=', id)
    .execute();
}

/** Only for the same sender: another sender's id must reveal nothing. */
async function readOutcome(trx: Transaction<Tables>, id: string, game: string | undefined): Promise<BroadcastResult> {
  const found = await trx
    .selectFrom('push_broadcasts')
    .select(['recipients', 'finished_at'])
    .where('broadcast_id', '=', id)
    .where('game', 'is not distinct from', game ?? null)
    .executeTakeFirst();
  if (!found) throw new Problem('Conflict', 'Another message has this id. Choose another one.');
  return { id, recipients: found.recipients, isUnderWay: found.finished_at === null };
}

async function findPlayers(trx: Transaction<Tables>, game: string, gameUids: readonly string[]): Promise<string[]> {
  if (gameUids.length === 0) return [];
  const rows = await trx
    .selectFrom('connected_games')
    .select('account_id')
    .where('game', '=', game)
    .where('game_uid', 'in', gameUids)
    .execute();
  return rows.map(({ account_id }) => account_id);
}
