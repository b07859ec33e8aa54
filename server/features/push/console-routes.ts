import { sql } from 'kysely';
import type { Static } from 'typebox';
import type { OperatorPushMessage } from '#contract/console/push.ts';
import { Problem } from '#model/problem.ts';
import type { Database } from '#server/db/database.ts';
import { createGamesReader } from '#server/features/games/read-games.ts';
import type { AreaHandlers } from '#server/http/implement-api.ts';
import type { PushMessaging } from './create-push-messaging.ts';
import {
  countAudience,
  countPushResults,
  listBroadcasts,
  readBroadcast,
  type BroadcastListRow,
} from './list-broadcasts.ts';
import { computeGamePushesPerDay } from './queue-messages.ts';
import { toBroadcast } from './routes.ts';

export interface OperatorPushDeps {
  readonly database: Database;
  readonly push: Pick<PushMessaging, 'broadcast'>;
  readonly perDay: number;
  readonly now: () => Date;
}

export function createOperatorPushRoutes({
  database,
  push,
  perDay,
  now,
}: OperatorPushDeps): AreaHandlers<'operatorPush'> {
  const { kysely } = database;
  const { requireGame } = createGamesReader(database);
  const requireMessage = async (id: string): Promise<BroadcastListRow> => {
    const [row] = await readBroadcast(kysely, { id });
    if (!row) throw new Problem('NotFound', 'There is no such message.');
    return row;
  };
  return {
    list: async ({ query: { Game, BeforeMessageId, Limit = 50 } }) => {
      const rows = await listBroadcasts(kysely, { game: Game, before: BeforeMessageId, limit: Limit });
      return { Messages: rows.map(describeMessage) };
    },
    message: async ({ query: { MessageId } }) => {
      const row = await requireMessage(MessageId);
      const [results] = await countPushResults(kysely, { id: MessageId });
      return {
        Message: describeMessage(row),
        Results: {
          Waiting: results?.waiting ?? 0,
          Sent: results?.sent ?? 0,
          Unwanted: results?.unwanted ?? 0,
          Expired: results?.expired ?? 0,
          NoBrowser: results?.no_browser ?? 0,
        },
      };
    },
    audience: async ({ query: { Game, Marketing } }) => {
      if (Game !== undefined) await requireGame(Game);
      const { players, isMore } = await countAudience(kysely, { game: Game, isMarketing: Marketing });
      return { Players: players, IsMore: isMore, PerDay: perDay, PerGameAndDay: computeGamePushesPerDay(perDay) };
    },
    send: async ({ body: { SendAt, ...message }, operator, audit }) => {
      if (message.Game !== undefined) await requireGame(message.Game);
      const sendAt = SendAt === undefined ? undefined : new Date(SendAt);
      const isPossible = !sendAt || (sendAt > now() && sendAt.getTime() < now().getTime() + maxAheadMs);
      if (!isPossible)
        throw new Problem('InvalidRequest', 'SendAt must be in the next 60 days.', {
          fields: { SendAt: 'must be in the next 60 days' },
        });
      // A message that was sent before changes nothing.
      audit.noChange();
      const broadcast = { ...toBroadcast(message), sendAt, author: operator.name };
      const { id } = await push.broadcast(broadcast, audit.change);
      return describeMessage(await requireMessage(id));
    },
    cancel: async ({ body: { MessageId, Reason }, audit }) => {
      await requireMessage(MessageId);
      await database.transaction(async (trx) => {
        const row = await trx
          .updateTable('push_broadcasts')
          .set({ cancelled_at: sql<Date>`now()` })
          .where('broadcast_id', '=', MessageId)
          .where('finished_at', 'is', null)
          .where('cancelled_at', 'is', null)
          .returning(['game', 'recipients'])
          .executeTakeFirst();
        if (!row) throw new Problem('Conflict', 'The message is already sent or cancelled.');
        await audit.change(trx, {
          object: { kind: 'push-message', id: MessageId, game: row.game ?? undefined },
          after: { Cancelled: true, Recipients: row.recipients },
          reason: Reason,
        });
      });
      return { Success: true };
    },
  };
}

/** Messages are kept for 90 days. */
const maxAheadMs = 60 * 86_400_000;

function describeMessage(row: BroadcastListRow): Static<typeof OperatorPushMessage> {
  return {
    MessageId: row.broadcast_id,
    ...(row.game !== null && { Game: row.game }),
    State: findState(row),
    Title: row.titles,
    Body: row.bodies,
    Url: row.url,
    IsMarketing: row.is_marketing,
    TtlSeconds: row.ttl_seconds,
    ...(row.author !== null && { Author: row.author }),
    CreatedAt: row.created_at.toISOString(),
    ...(row.send_at && { SendAt: row.send_at.toISOString() }),
    ...(row.finished_at && { FinishedAt: row.finished_at.toISOString() }),
    Recipients: row.recipients,
  };
}

function findState({ cancelled_at, finished_at, send_at, reached_account }: BroadcastListRow) {
  if (cancelled_at) return 'Cancelled';
  if (finished_at) return 'Sent';
  return send_at && reached_account === null ? 'Scheduled' : 'Sending';
}
