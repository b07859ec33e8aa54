// Sends play events to game servers as signed webhooks. A server that fails for long gets no more, but can still pull
// events (pull-events.ts).
import { createHash } from 'node:crypto';
import type { Transaction } from 'kysely';
import { object, uuid } from '#model/schema.ts';
import type { Database } from '#server/db/database.ts';
import type { Tables } from '#server/db/tables.ts';
import type { WebhookEndpoints } from '#server/features/deliveries/endpoints.ts';
import { describeSendError, deliveryTimeoutMs } from '#server/features/deliveries/send-delivery.ts';
import { createSignatureHeaders } from '#server/features/deliveries/sign-delivery.ts';
import type { Log } from '#server/http/log.ts';
import type { SafeFetch } from '#server/http/safe-fetch.ts';
import { defineJob, type JobDefinition } from '#server/jobs/define-job.ts';
import type { JobQueue } from '#server/jobs/jobs.ts';

export interface PlayEventNotifierDeps {
  readonly database: Database;
  readonly endpoints: Pick<WebhookEndpoints, 'find'>;
  readonly fetch: SafeFetch;
  readonly log: Pick<Log, 'warn'>;
  readonly now: () => Date;
  readonly jobs: JobQueue;
}

/** Queues a webhook in the transaction that records the event, if the operator has enabled it. */
export type NotifyGameServer = (
  trx: Transaction<Tables>,
  event: { readonly game: string; readonly accountId: string; readonly eventId: string },
) => Promise<void>;

interface PlayEvents {
  readonly definition: JobDefinition<typeof EventData>;
  readonly notifyServer: NotifyGameServer;
}

const EventData = object({ accountId: uuid, eventId: uuid });
const maxRetries = 8;

export function createPlayEventNotifier(deps: PlayEventNotifierDeps): PlayEvents {
  const definition = defineJob({
    name: 'play-event',
    schema: EventData,
    retryLimit: maxRetries,
    backoff: { firstSeconds: 5, maxSeconds: 3600 },
    concurrency: 4,
    run: ({ accountId, eventId }, { attempt }) => sendEvent(deps, accountId, eventId, attempt > maxRetries),
  });
  return {
    definition,
    notifyServer: async (trx, { game, accountId, eventId }) => {
      const row = await trx.selectFrom('games').select('sends_events').where('game', '=', game).executeTakeFirst();
      if (!row?.sends_events) return;
      await deps.jobs.send(trx, definition, { accountId, eventId });
    },
  };
}

async function sendEvent(
  deps: PlayEventNotifierDeps,
  accountId: string,
  eventId: string,
  isLast: boolean,
): Promise<void> {
  const event = await readEvent(deps.database, accountId, eventId);
  const endpoint = event && (await deps.endpoints.find(event.game));
  if (!event || !endpoint || endpoint.disabledAt) return;
  const { game, game_uid, code, value, p1, p2, p3, created_at } = event;
  const body = JSON.stringify({
    type: 'play.event',
    timestamp: created_at.toISOString(),
    data: { event_id: eventId, account_id: accountId, game, game_uid, code, value, p1, p2, p3 },
  });
  const id = webhookId(accountId, eventId);
  const headers = createSignatureHeaders({ id, body, sentAt: deps.now(), secrets: endpoint.secrets });
  const fault = await post(deps, endpoint.url, headers, body);
  if (fault === undefined) return;
  if (!isLast) throw new Error(`The server of ${game} did not take an event of play: ${fault}`);
  deps.log.warn(
    { game, eventId, fault },
    'A play event was not accepted and will not be sent again; the game can fetch it.',
  );
}

async function post(deps: PlayEventNotifierDeps, url: string, headers: Record<string, string>, body: string) {
  try {
    const { status } = await deps.fetch(url, { method: 'POST', headers, body, timeoutMs: deliveryTimeoutMs });
    return status >= 200 && status <= 299 ? undefined : `it answered ${status}`;
  } catch (error) {
    return describeSendError(error);
  }
}

/** Only of players who are still connected to the game. */
const readEvent = ({ kysely }: Database, accountId: string, eventId: string) =>
  kysely
    .selectFrom('in_game_events')
    .innerJoin('connected_games', (join) =>
      join
        .onRef('connected_games.account_id', '=', 'in_game_events.account_id')
        .onRef('connected_games.game', '=', 'in_game_events.game'),
    )
    .select(['in_game_events.game', 'game_uid', 'code', 'value', 'p1', 'p2', 'p3', 'created_at'])
    .where('in_game_events.account_id', '=', accountId)
    .where('event_id', '=', eventId)
    .executeTakeFirst();

// Senders choose event ids, so two players may use the same one.
const webhookId = (accountId: string, eventId: string): string =>
  `evt_${createHash('sha256').update(`${accountId} ${eventId}`).digest('hex').slice(0, 32)}`;
