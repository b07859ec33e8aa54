// The one place where an order's status is written. Whoever has added a fact calls it in the same transaction, with the order
// locked: it looks at everything that is known, writes the status that follows, and with it what must reach somebody: the
// delivery, its revocation, a refund, a line of the order's story.
import { randomUUID } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { OrderEventKind } from '#model/order-story.ts';
import type { OrderStatus } from '#model/order.ts';
import { notify } from '#server/db/notices.ts';
import type { DeliveryPayload, LedgerKind } from '#server/db/money-tables.ts';
import type { Tables } from '#server/db/tables.ts';
import { deriveOrder, type AttemptFacts, type MoneyToReturn } from './derive-order.ts';
import { addOrderEvent } from './order-events.ts';

/** Is told of refunds that have to be sent, in the transaction that finds them. */
export type SendRefund = (trx: Transaction<Tables>, refundId: string) => Promise<void>;

export interface FollowDeps {
  readonly sendRefund: SendRefund;
  readonly now: () => Date;
}

/** Locks an order for the rest of the transaction. Everything about one order happens one after the other. */
export async function lockOrder(trx: Transaction<Tables>, orderId: string) {
  return trx.selectFrom('orders').selectAll().where('order_id', '=', orderId).forUpdate().executeTakeFirst();
}

export type LockedOrder = NonNullable<Awaited<ReturnType<typeof lockOrder>>>;

/** The status that it has now. */
export async function followOrder(
  trx: Transaction<Tables>,
  order: LockedOrder,
  deps: FollowDeps,
): Promise<OrderStatus> {
  const { order_id: orderId } = order;
  const { attempts, ledger, deliveries } = await readKnown(trx, orderId);
  const paid = deliveries.find(({ type }) => type === 'order.paid');
  const { status, toReturn } = deriveOrder({
    isExpired: order.expired_at !== null,
    isAcknowledged: paid?.state === 'acknowledged',
    attempts: attempts.map(({ attempt_id: attemptId, number, state }) => ({ attemptId, number, state })),
    ledger: ledger.map((entry) => ({
      attemptId: entry.attempt_id,
      transactionId: entry.transaction_id,
      kind: entry.kind,
      amountMinor: entry.amount_minor,
      ofExtra: entry.of_extra,
    })),
  });
  if (status !== order.status) await writeStatus(trx, order, status, deps.now());
  const isTest = ledger.some(({ kind, is_test }) => kind === 'charged' && is_test);
  if (status === 'PayedWaitingForSending' && !paid) await addDelivery(trx, order, 'order.paid', isTest, deps.now());
  if (status === 'CancelledPaid' && paid) await revoke(trx, order, paid, deliveries.length > 1, isTest, deps.now());
  for (const money of toReturn) await returnMoney(trx, order, money, deps);
  return status;
}

interface Known {
  readonly attempts: readonly { attempt_id: string; number: number; state: AttemptFacts['state'] }[];
  readonly ledger: readonly {
    attempt_id: string;
    transaction_id: string;
    kind: LedgerKind;
    amount_minor: number;
    of_extra: boolean;
    is_test: boolean;
  }[];
  readonly deliveries: readonly { delivery_id: string; type: DeliveryPayload['type']; state: string }[];
}

/** Everything that is known about an order, in one query: every fact that arrives asks for it. */
async function readKnown(trx: Transaction<Tables>, orderId: string): Promise<Known> {
  const { rows } = await sql<Known>`
    select
      array(
        select jsonb_build_object('attempt_id', attempt_id, 'number', number, 'state', state)
        from payment_attempts where order_id = ${orderId}
      ) as attempts,
      array(
        select jsonb_build_object('attempt_id', attempt_id, 'transaction_id', transaction_id, 'kind', kind,
          'amount_minor', amount_minor, 'of_extra', of_extra, 'is_test', is_test)
        from ledger where order_id = ${orderId}
      ) as ledger,
      array(
        select jsonb_build_object('delivery_id', delivery_id, 'type', type, 'state', state)
        from deliveries where order_id = ${orderId}
      ) as deliveries`.execute(trx);
  return rows[0] ?? { attempts: [], ledger: [], deliveries: [] };
}

async function writeStatus(trx: Transaction<Tables>, order: LockedOrder, status: OrderStatus, now: Date) {
  const isPaid = status === 'PayedWaitingForSending' || status === 'CancelledPaid';
  await sql`
    with written as (
      update orders set status = ${status},
        paid_at = coalesce(paid_at, ${isPaid ? now : null}),
        completed_at = coalesce(${status === 'Completed' ? now : null}, completed_at)
      where order_id = ${order.order_id}
    )
    insert into order_events (order_id, kind, detail)
    values (${order.order_id}, ${'status' satisfies OrderEventKind}, ${JSON.stringify({ from: order.status, to: status })})
  `.execute(trx);
}

async function addDelivery(
  trx: Transaction<Tables>,
  order: LockedOrder,
  type: DeliveryPayload['type'],
  isTest: boolean,
  now: Date,
): Promise<void> {
  const deliveryId = randomUUID();
  const payload: DeliveryPayload = {
    type,
    timestamp: now.toISOString(),
    data: {
      order_id: order.order_id,
      delivery_id: deliveryId,
      account_id: order.account_id ?? '',
      game: order.game,
      game_uid: order.game_uid,
      products: [
        {
          sku: order.sku,
          quantity: order.quantity,
          ...(order.product.payload !== undefined && { payload: order.product.payload }),
        },
      ],
      price_minor: order.price_minor,
      currency: order.currency,
      is_test: isTest,
      ...(order.developer_payload !== null && { developer_payload: order.developer_payload }),
    },
  };
  await sql`
    with added as (
      insert into deliveries (delivery_id, order_id, game, type, payload)
      values (${deliveryId}, ${order.order_id}, ${order.game}, ${type}, ${JSON.stringify(payload)})
    )
    insert into order_events (order_id, kind, detail)
    values (${order.order_id}, ${'delivery' satisfies OrderEventKind}, ${JSON.stringify({ deliveryId, type })})
  `.execute(trx);
  await notify(trx, deliveriesTopic, order.game);
}

/** Nodes that deliver are told that there is something. */
export const deliveriesTopic = 'deliveries';

/** What was never sent need not be taken back. */
async function revoke(
  trx: Transaction<Tables>,
  order: LockedOrder,
  paid: { delivery_id: string },
  hasRevocation: boolean,
  isTest: boolean,
  now: Date,
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('deliveries')
    .set({ state: 'dropped', ended_at: now })
    .where('delivery_id', '=', paid.delivery_id)
    .where('state', 'in', ['pending', 'dead'])
    .where('attempts', '=', 0)
    .where('lease_until', 'is', null)
    .where('shown_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows > 0n)
    await addOrderEvent(trx, order.order_id, 'delivery dropped', { deliveryId: paid.delivery_id });
  const { state } = await trx
    .selectFrom('deliveries')
    .select('state')
    .where('delivery_id', '=', paid.delivery_id)
    .executeTakeFirstOrThrow();
  if (state !== 'dropped' && !hasRevocation) await addDelivery(trx, order, 'order.revoked', isTest, now);
}

async function returnMoney(
  trx: Transaction<Tables>,
  order: LockedOrder,
  { attemptId, transactionId, amountMinor, reason }: MoneyToReturn,
  { sendRefund }: FollowDeps,
): Promise<void> {
  // One request for each charge, whatever has become of it: never more than was taken, and a refusal is for an operator.
  const { rows } = await sql<{ refund_id: string }>`
    insert into refunds (refund_id, order_id, attempt_id, transaction_id, amount_minor, currency, reason)
    select ${randomUUID()}, ${order.order_id}, ${attemptId}, ${transactionId}, ${amountMinor}, ${order.currency}, ${reason}
    where not exists (
      select from refunds
      where attempt_id = ${attemptId} and transaction_id = ${transactionId} and reason in ('extra', 'undone')
    )
    on conflict do nothing
    returning refund_id`.execute(trx);
  for (const { refund_id: refundId } of rows) {
    await addOrderEvent(trx, order.order_id, 'refund requested', { refundId, reason, amountMinor });
    await sendRefund(trx, refundId);
  }
}
