// API calls about a player's own purchases: the list, the history of one, and "I did not get it".
import { toLocale, type Locale } from '#model/locale.ts';
import type { OrderSummary } from '#model/order-history.ts';
import { Problem } from '#model/problem.ts';
import type { Database } from '#server/db/database.ts';
import { resolveGameUrl } from '#server/features/games/public-game-config.ts';
import type { Caller } from '#server/http/caller.ts';
import type { AreaHandlers } from '#server/http/implement-api.ts';
import { listOrders, readOrderWithHistory } from './read-order.ts';
import { redeliverOrder } from './redeliver-order.ts';

interface HistoryDeps {
  readonly database: Database;
  readonly gamesUrl: string;
  readonly readRefunds: (orderIds: readonly string[]) => Promise<ReadonlyMap<string, OrderRefundState>>;
  /** How long "I did not get it" waits for the game's response. */
  readonly redeliverWaitMs?: number;
}

export type OrderRefundState = Pick<OrderSummary, 'RefundUntil' | 'RefundRequested'>;

type HistoryRoutes = Pick<AreaHandlers<'store'>, 'orders' | 'orderHistory' | 'redeliver'>;

export function createOrderHistoryRoutes(deps: HistoryDeps): HistoryRoutes {
  const { database, gamesUrl, readRefunds, redeliverWaitMs = 4000 } = deps;
  // A picture's address may be a path on the game's host.
  const withPicture = ({ ImageUrl, ...order }: OrderSummary): OrderSummary => ({
    ...order,
    ...(ImageUrl !== undefined && { ImageUrl: resolveGameUrl(order.Game, gamesUrl, ImageUrl) }),
  });
  return {
    orders: async ({ session, body, caller }) => {
      const { Game: game, Before: before, Limit: limit = defaultLimit } = body;
      const whose = { accountId: session.accountId, game };
      const found = await listOrders(database, whose, {
        limit: limit + 1,
        before,
        locale: localeOf(body.Locale, caller),
      });
      const shown = found.slice(0, limit);
      const refunds = await readRefunds(shown.map(({ PublicOrderId }) => PublicOrderId));
      const Orders = shown.map((order) => ({ ...withPicture(order), ...refunds.get(order.PublicOrderId) }));
      const last = found.length > limit ? Orders.at(-1) : undefined;
      return { Orders, ...(last && { Next: last.PublicOrderId }) };
    },
    orderHistory: async ({ session, body, caller }) => {
      const whose = { accountId: session.accountId, game: session.game };
      const story = await readOrderWithHistory(database, body.PublicOrderId, whose, localeOf(body.Locale, caller));
      if (!story) throw new Problem('NotFound', 'This account has no such order.');
      const refund = (await readRefunds([body.PublicOrderId])).get(body.PublicOrderId);
      return { ...story, Order: { ...withPicture(story.Order), ...refund } };
    },
    redeliver: async ({ session, body }) => {
      const asked = { orderId: body.PublicOrderId, accountId: session.accountId, game: session.game };
      const done = await redeliverOrder(database, asked, redeliverWaitMs);
      if (!done) throw new Problem('NotFound', 'This account has no such order.');
      return { Outcome: done.outcome, ...(done.askAgainAt && { AskAgainAt: done.askAgainAt.toISOString() }) };
    },
  };
}

const defaultLimit = 20;

const localeOf = (asked: string | undefined, caller: () => Caller): Locale =>
  asked === undefined ? caller().locale : toLocale(asked);
