// Operators' calls about orders.
import { Problem } from '#model/problem.ts';
import { findPlayers } from '#server/features/players/find-players.ts';
import type { OrdersDeps } from '#server/features/orders/orders-deps.ts';
import {
  findOrders,
  findUnmatchedEvents,
  listFoundOrders,
  type OrderSearch,
} from '#server/features/orders/search/find-orders.ts';
import { redeliverByOperator } from '#server/features/deliveries/redeliver-by-operator.ts';
import { parseInstant } from '#server/http/parse-instant.ts';
import type { AreaHandlers } from '#server/http/implement-api.ts';
import { describeOperatorOrder, describeUnmatchedEvent } from './describe-operator-order.ts';
import { readEvidence } from './evidence/read-evidence.ts';
import { writeEvidencePage } from './evidence/write-evidence-page.ts';
import { defaultPageLimit } from './page.ts';
import { readOrderStory } from './read-order-story.ts';
import { checkRefund, planRefundByOperator, refundByOperator } from './refund-by-operator.ts';

export function createOperatorOrderRoutes(orders: OrdersDeps): AreaHandlers<'operatorOrders'> {
  const { database } = orders;
  const { kysely } = database;
  const readGame = async (orderId: string): Promise<string> => {
    const order = await kysely.selectFrom('orders').select('game').where('order_id', '=', orderId).executeTakeFirst();
    if (!order) throw new Problem('NotFound', `There is no order ${orderId}.`);
    return order.game;
  };
  return {
    list: async ({ query }) => {
      const { Status, Amount, Limit = defaultPageLimit, BeforeOrderId } = query;
      const search: OrderSearch = {
        ...(Status !== undefined && { statuses: [Status] }),
        ...(query.Game !== undefined && { game: query.Game }),
        ...(query.Platform !== undefined && { platform: query.Platform }),
        ...(query.Provider !== undefined && { provider: query.Provider }),
        ...(query.Currency !== undefined && { currency: query.Currency }),
        ...(query.Since !== undefined && { createdFrom: parseInstant('Since', query.Since) }),
        ...(query.Until !== undefined && { createdBefore: parseInstant('Until', query.Until) }),
        ...(Amount !== undefined && { amount: Amount }),
        ...(query.Player !== undefined && { player: await findBuyer(query.Player) }),
      };
      const found = await listFoundOrders(kysely, search, { limit: Limit, before: BeforeOrderId });
      return { Orders: found.map(describeOperatorOrder) };
    },
    find: async ({ query: { Number: number } }) => {
      const { orders: found } = await findOrders(kysely, { number }, 20);
      const unmatched = await findUnmatchedEvents(kysely, number);
      return { Orders: found.map(describeOperatorOrder), Unmatched: unmatched.map(describeUnmatchedEvent) };
    },
    story: async ({ params: { OrderId }, audit }) => {
      const story = await readOrderStory(kysely, OrderId);
      if (!story) throw new Problem('NotFound', `There is no order ${OrderId}.`);
      audit.read({ kind: 'order', id: OrderId, game: story.Order.Game });
      return story;
    },
    redeliver: async ({ body: { DeliveryId, Reason }, audit }) => {
      const { orderId } = await redeliverByOperator(
        database,
        { deliveryId: DeliveryId, reason: Reason, game: undefined },
        audit.change,
      );
      return orderId === null ? {} : { OrderId: orderId };
    },
    planRefund: async ({ params: { OrderId }, query: { AmountMinor } }) => {
      const planned = await planRefundByOperator(orders, OrderId, AmountMinor);
      return {
        AttemptId: planned.attemptId,
        TransactionId: planned.transactionId,
        Provider: planned.provider,
        AmountMinor: planned.amountMinor,
        Currency: planned.currency,
      };
    },
    refund: async ({ body, audit, approval }) => {
      const { OrderId, RefundId, AttemptId, TransactionId, AmountMinor, Reason } = body;
      const charge = { attemptId: AttemptId, transactionId: TransactionId };
      const request = { refundId: RefundId, amountMinor: AmountMinor, charge, reason: Reason };
      const checked = await checkRefund(orders, OrderId, request);
      if (checked)
        await approval.require({
          object: { kind: 'order', id: OrderId, game: checked.game },
          state: { ...charge, amountMinor: AmountMinor, leftMinor: checked.leftMinor },
          reason: Reason,
          rule: { for: 'refunds', usdMinor: checked.usdMinor },
        });
      const { currency, isKnown } = await refundByOperator(orders, OrderId, request, audit.change);
      if (isKnown) audit.noChange();
      return { RefundId, AmountMinor, Currency: currency };
    },
    evidence: async ({ params: { OrderId }, audit }) => {
      const game = await readGame(OrderId);
      const evidence = await readEvidence(orders, OrderId);
      if (!evidence) throw new Problem('NotFound', `There is no order ${OrderId}.`);
      audit.read({ kind: 'order', id: OrderId, game });
      return { FileName: `evidence-${OrderId}.html`, Html: writeEvidencePage(evidence) };
    },
  };

  async function findBuyer(player: string): Promise<NonNullable<OrderSearch['player']>> {
    const players = await findPlayers(database, player, maxPlayers);
    const accountIds = players.flatMap(({ account_id: id, merged_into: into }) => [
      id,
      ...(into === null ? [] : [into]),
    ]);
    return { accountIds, gameUid: player };
  }
}

const maxPlayers = 200;
