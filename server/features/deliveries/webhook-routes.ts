// Operators' calls about webhooks to games' servers. Studios use them for their own games: players are named by their id
// in the game.
import { Problem } from '#model/problem.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/database.ts';
import { requireGame } from '#server/db/require-game.ts';
import type { AreaHandlers } from '#server/http/implement-api.ts';
import type { SafeFetch } from '#server/http/safe-fetch.ts';
import { findEndpointError, type WebhookEndpoints } from './endpoints.ts';
import { hasPagePurchases } from './has-page-purchases.ts';
import { countWaitingDeliveries, readGameDeliveries, readGameDelivery } from './read-game-deliveries.ts';
import { readRejectedWebhooks } from './read-rejected-webhooks.ts';
import { redeliverByOperator } from './redeliver-by-operator.ts';
import { sendTestEvent } from './send-test-event.ts';

export interface WebhookRoutesDeps {
  readonly config: Pick<Config, 'production'>;
  readonly database: Database;
  readonly endpoints: WebhookEndpoints;
  readonly fetch: SafeFetch;
  readonly now: () => Date;
}

export function createOperatorWebhookRoutes(deps: WebhookRoutesDeps): AreaHandlers<'operatorWebhooks'> {
  const { config, database, endpoints } = deps;
  const { kysely } = database;
  return {
    endpoint: async ({ params: { Game } }) => {
      await requireGame(kysely, Game);
      const endpoint = await endpoints.find(Game);
      const { pending, dead } = await countWaitingDeliveries(kysely, Game);
      return {
        ...(endpoint && {
          Endpoint: {
            Url: endpoint.url,
            HasOldSecret: endpoint.secrets.length > 1,
            ...(endpoint.disabledAt && { DisabledAt: endpoint.disabledAt.toISOString() }),
            ...(endpoint.disabledBecause !== undefined && { DisabledBecause: endpoint.disabledBecause }),
            ...(endpoint.pausedUntil &&
              endpoint.pausedUntil > deps.now() && { PausedUntil: endpoint.pausedUntil.toISOString() }),
          },
        }),
        IsForPage: await hasPagePurchases(kysely, Game),
        Pending: pending,
        Dead: dead,
      };
    },
    setEndpoint: async ({ body: { Game, Url, Reason }, audit }) => {
      await requireGame(kysely, Game);
      const fault = findEndpointError(Url, !config.production);
      if (fault !== undefined) throw new Problem('InvalidRequest', fault, { fields: { Url: fault } });
      const { secret } = await endpoints.set(Game, Url, { record: audit.change, reason: Reason });
      return secret === undefined ? {} : { Secret: secret };
    },
    rotateSecret: async ({ body: { Game, Reason }, audit }) => {
      await requireGame(kysely, Game);
      const secret = await endpoints.rotate(Game, { record: audit.change, reason: Reason });
      if (secret === undefined) throw noEndpoint(Game);
      return { Secret: secret };
    },
    setEnabled: async ({ body: { Game, IsEnabled, Reason }, audit }) => {
      await requireGame(kysely, Game);
      const because = IsEnabled ? undefined : 'An operator disabled it.';
      const isKnown = await endpoints.disable(Game, because, { record: audit.change, reason: Reason });
      if (!isKnown) throw noEndpoint(Game);
      return { Success: true };
    },
    deliveries: async ({ params: { Game }, query: { State, BeforeDeliveryId, Limit = 50 } }) => {
      await requireGame(kysely, Game);
      return {
        Deliveries: await readGameDeliveries(kysely, {
          game: Game,
          state: State,
          before: BeforeDeliveryId,
          limit: Limit,
        }),
      };
    },
    delivery: async ({ params: { Game, DeliveryId } }) => {
      await requireGame(kysely, Game);
      const delivery = await readGameDelivery(kysely, Game, DeliveryId);
      if (!delivery) throw new Problem('NotFound', `${Game} has no delivery ${DeliveryId}.`);
      return delivery;
    },
    redeliver: async ({ body: { Game, DeliveryId, Reason }, audit }) => {
      await requireGame(kysely, Game);
      await redeliverByOperator(database, { deliveryId: DeliveryId, reason: Reason, game: Game }, audit.change);
      return { Success: true };
    },
    sendTest: async ({ body: { Game }, audit }) => {
      await requireGame(kysely, Game);
      const endpoint = await endpoints.find(Game);
      if (!endpoint) throw noEndpoint(Game);
      const object = { kind: 'webhook', id: Game, game: Game } as const;
      await database.transaction((trx) => audit.change(trx, { object, after: { SentTestEvent: true } }));
      const { isAccepted, status, fault, response } = await sendTestEvent(deps, endpoint, Game);
      return {
        IsAccepted: isAccepted,
        ...(status !== undefined && { Status: status }),
        ...(fault !== undefined && { Fault: fault }),
        ...(response !== undefined && response !== '' && { Response: response }),
      };
    },
    rejected: async ({ query: { Game, BeforeId, Limit = 50 } }) => ({
      Webhooks: await readRejectedWebhooks(kysely, {
        account: Game,
        before: BeforeId,
        limit: Limit,
      }),
    }),
  };
}

const noEndpoint = (game: string): Problem =>
  new Problem('NotFound', `${game} has no endpoint. Set its address first.`);
