// Orders of the last month that need an operator: refunded, disputed, not delivered, with a discrepancy. They make the
// console's pages of orders, disputes, reconciliation, webhooks and jobs look like a portal that runs.
import { sql, type Transaction } from 'kysely';
import type { OrderStatus } from '#model/order.ts';
import type { OrderDeliveryPayload } from '#server/db/money-tables.ts';
import type { Tables } from '#server/db/tables.ts';
import { demoPlayers } from './demo-community.ts';
import { demoProducts } from './demo-products.ts';
import { demoAccountId } from './insert-demo-content.ts';
import { stableId } from './stable-id.ts';

interface OrderCase {
  readonly name: string;
  readonly daysAgo: number;
  readonly status: OrderStatus;
  readonly provider: 'stripe' | 'xsolla' | 'yookassa' | 'aghanim';
  readonly isPaid?: false;
  /** Of the price. */
  readonly refundedShare?: number;
  readonly dispute?: 'open' | 'lost' | 'won';
  readonly delivery?: 'acknowledged' | 'pending' | 'dead';
}

const orderCases: readonly OrderCase[] = [
  { name: 'waiting', daysAgo: 0.01, status: 'WaitingForPayment', provider: 'stripe', isPaid: false },
  { name: 'waiting too', daysAgo: 0.02, status: 'WaitingForPayment', provider: 'xsolla', isPaid: false },
  { name: 'not delivered', daysAgo: 0.4, status: 'PayedWaitingForSending', provider: 'stripe', delivery: 'pending' },
  { name: 'given up', daysAgo: 5, status: 'PayedWaitingForSending', provider: 'xsolla', delivery: 'dead' },
  { name: 'partly refunded', daysAgo: 2, status: 'Completed', provider: 'stripe', refundedShare: 0.5 },
  { name: 'refunded', daysAgo: 9, status: 'CancelledPaid', provider: 'yookassa', refundedShare: 1 },
  { name: 'refunded long ago', daysAgo: 24, status: 'CancelledPaid', provider: 'aghanim', refundedShare: 1 },
  { name: 'disputed', daysAgo: 6, status: 'Completed', provider: 'stripe', dispute: 'open' },
  { name: 'dispute lost', daysAgo: 19, status: 'CancelledPaid', provider: 'stripe', dispute: 'lost' },
  { name: 'dispute won', daysAgo: 27, status: 'Completed', provider: 'xsolla', dispute: 'won' },
  { name: 'expired', daysAgo: 3, status: 'Cancelled', provider: 'yookassa', isPaid: false },
  { name: 'expired too', daysAgo: 14, status: 'Cancelled', provider: 'stripe', isPaid: false },
  { name: 'completed', daysAgo: 11, status: 'Completed', provider: 'xsolla' },
  { name: 'completed long ago', daysAgo: 29, status: 'Completed', provider: 'aghanim' },
];

const dayMs = 86_400_000;
const minuteMs = 60_000;

export async function insertDemoOrderCases(trx: Transaction<Tables>, now: Date): Promise<void> {
  for (const [index, each] of orderCases.entries()) await insertOrder(trx, each, index, now);
  await insertTrouble(trx, now);
}

async function insertOrder(trx: Transaction<Tables>, each: OrderCase, index: number, now: Date): Promise<void> {
  const { name, daysAgo, status, provider, isPaid = true, refundedShare = 0, dispute } = each;
  const product = demoProducts[(index * 5) % demoProducts.length];
  const player = demoPlayers[(index * 3) % demoPlayers.length];
  if (!product || !player) throw new Error('There are no demo products or players.');
  const orderId = stableId(`order ${name}`);
  const attemptId = stableId(`attempt ${name}`);
  const createdAt = new Date(now.getTime() - daysAgo * dayMs);
  const after = (minutes: number): Date => new Date(createdAt.getTime() + minutes * minuteMs);
  const price = product.pricesMinor['USD'] ?? 499;
  const money = { amount_minor: price, currency: 'USD' };
  const charge = `txn_${stableId(`charge ${name}`).slice(0, 12)}`;
  await trx
    .insertInto('orders')
    .values({
      order_id: orderId,
      account_id: demoAccountId(player.name),
      game: product.game,
      game_uid: stableId(`uid ${player.name} ${product.game}`),
      platform: 'FxId',
      product: JSON.stringify({
        names: product.names,
        descriptions: product.descriptions,
        type: product.type,
        labels: product.labels,
      }),
      sku: product.sku,
      quantity: 1,
      price_minor: price,
      currency: 'USD',
      usd_minor: price,
      country: player.country,
      status,
      created_at: createdAt,
      // A job would expire orders of the past at once.
      expires_at: isPaid || status === 'Cancelled' ? after(60) : new Date(now.getTime() + dayMs),
      expired_at: status === 'Cancelled' ? after(70) : null,
      paid_at: isPaid ? after(2) : null,
      completed_at: status === 'Completed' || dispute !== undefined ? after(3) : null,
    })
    .execute();
  await trx
    .insertInto('payment_attempts')
    .values({
      attempt_id: attemptId,
      order_id: orderId,
      number: 1,
      provider,
      account: '',
      // Not open: there is no such payment at the simulated provider to ask about.
      state: 'expired',
      provider_payment_id: `pay_${stableId(`payment ${name}`).slice(0, 12)}`,
      ...money,
      created_at: createdAt,
    })
    .execute();
  const entry = (kind: Tables['ledger']['kind'], id: string, at: Date, amount = price) => ({
    provider,
    account: '',
    transaction_id: id,
    kind,
    order_id: orderId,
    attempt_id: attemptId,
    amount_minor: amount,
    currency: 'USD',
    created_at: at,
  });
  const disputeId = `dp_${stableId(`dispute ${name}`).slice(0, 12)}`;
  const ledger = [
    ...(isPaid ? [entry('charged', charge, after(2))] : []),
    ...(refundedShare > 0 ? [entry('refunded', `re_${charge}`, after(600), Math.round(price * refundedShare))] : []),
    ...(dispute ? [{ ...entry('disputed', disputeId, after(1500)), evidence_due_at: after(1500 + 8 * 1440) }] : []),
    ...(dispute === 'lost' || dispute === 'won' ? [entry(`dispute-${dispute}`, disputeId, after(9000))] : []),
  ];
  if (ledger.length > 0) await trx.insertInto('ledger').values(ledger).execute();
  if (refundedShare > 0)
    await trx
      .insertInto('refunds')
      .values({
        refund_id: stableId(`refund ${name}`),
        order_id: orderId,
        attempt_id: attemptId,
        transaction_id: charge,
        amount_minor: Math.round(price * refundedShare),
        currency: 'USD',
        reason: refundedShare === 1 ? 'player' : 'operator',
        state: 'done',
        provider_refund_id: `re_${charge}`,
        created_at: after(598),
        updated_at: after(600),
      })
      .execute();
  const events = [
    { kind: 'created', at: createdAt, detail: { sku: product.sku, priceMinor: price, currency: 'USD' } },
    { kind: 'payment-opened', at: after(0.1), detail: { provider, attempt: 1 } },
    ...ledger.map(({ kind, created_at, amount_minor }) => ({
      kind: kind === 'charged' ? 'paid' : kind,
      at: created_at,
      detail: { provider, attempt: 1, amountMinor: amount_minor },
    })),
    { kind: 'status', at: after(2), detail: { to: status } },
  ];
  await trx
    .insertInto('order_events')
    .values(events.map(({ kind, at, detail }) => ({ order_id: orderId, kind, at, detail: JSON.stringify(detail) })))
    .execute();
  if (each.delivery) await insertDelivery(trx, { ...each, delivery: each.delivery, orderId, product, price, after });
}

async function insertDelivery(
  trx: Transaction<Tables>,
  {
    name,
    delivery,
    orderId,
    product,
    price,
    after,
  }: OrderCase & {
    readonly delivery: NonNullable<OrderCase['delivery']>;
    readonly orderId: string;
    readonly product: (typeof demoProducts)[number];
    readonly price: number;
    readonly after: (minutes: number) => Date;
  },
): Promise<void> {
  const deliveryId = stableId(`delivery ${name}`);
  const attempts = delivery === 'dead' ? 10 : 3;
  const payload: OrderDeliveryPayload = {
    type: 'order.paid',
    timestamp: after(2).toISOString(),
    data: {
      order_id: orderId,
      delivery_id: deliveryId,
      account_id: '',
      game: product.game,
      game_uid: stableId(`uid ${name}`),
      products: [{ sku: product.sku, quantity: 1 }],
      price_minor: price,
      currency: 'USD',
      is_test: false,
    },
  };
  await trx
    .insertInto('deliveries')
    .values({
      delivery_id: deliveryId,
      order_id: orderId,
      game: product.game,
      type: 'order.paid',
      payload: JSON.stringify(payload),
      state: delivery,
      attempts,
      failures: attempts,
      next_attempt_at: after(100 * 1440),
      lease_until: null,
      acknowledged_by: null,
      created_at: after(2),
      ended_at: delivery === 'dead' ? after(4000) : null,
    })
    .execute();
  await trx
    .insertInto('delivery_attempts')
    .values(
      Array.from({ length: attempts }, (_, index) => ({
        delivery_id: deliveryId,
        number: index + 1,
        started_at: after(2 + index * 40),
        ended_at: after(2.01 + index * 40),
        status: index % 3 === 2 ? null : 500,
        fault: index % 3 === 2 ? 'The connection failed (ECONNREFUSED).' : null,
        response: index % 3 === 2 ? null : '{"error":"relation \\"inventory\\" does not exist"}',
      })),
    )
    .execute();
}

/** A discrepancy, a payment without an order, rejected webhooks, and a job that failed. */
async function insertTrouble(trx: Transaction<Tables>, now: Date): Promise<void> {
  const ago = (days: number): Date => new Date(now.getTime() - days * dayMs);
  const discrepancy = (id: string, days: number) => ({
    provider: 'xsolla',
    account: '',
    transaction_id: id,
    event_kind: 'paid' as const,
    amount_minor: 499,
    currency: 'USD',
    found_at: ago(days),
  });
  await trx
    .insertInto('payment_discrepancies')
    .values([
      { ...discrepancy('1290001', 1), kind: 'amount-mismatch', order_id: stableId('order completed'), detail: null },
      { ...discrepancy('1290002', 1), kind: 'applied-late', order_id: null, detail: null },
      { ...discrepancy('1280417', 8), kind: 'missing-at-provider', order_id: null, detail: null },
    ])
    .execute();
  const event = {
    kind: 'paid' as const,
    dedupKey: 'demo stray payment',
    providerPaymentId: 'pay_unknown',
    transactionId: 'txn_unknown',
    amountMinor: 999,
    currency: 'USD',
    isTest: false,
  };
  await trx
    .insertInto('payment_events')
    .values({
      provider: 'stripe',
      account: '',
      dedup_key: event.dedupKey,
      order_id: null,
      outcome: 'quarantined',
      event: JSON.stringify(event),
      received_at: ago(4),
    })
    .execute();
  const rejected = (reason: string, days: number, webhooks: number, outcome: 'refused' | 'failed' = 'refused') => ({
    provider: 'stripe',
    account: '',
    outcome,
    reason,
    hour: new Date(Math.floor(ago(days).getTime() / 3_600_000) * 3_600_000),
    webhooks,
    first_at: ago(days + 0.01),
    last_at: ago(days),
  });
  await trx
    .insertInto('rejected_webhooks')
    .values([
      rejected('the signature does not match', 6, 14),
      rejected('it is older than five minutes', 2, 3),
      rejected('The payment provider is not responding.', 0.2, 2, 'failed'),
    ])
    .execute();
  await sql`
    insert into pgboss.job (name, data, created_on, source_retry_count, source_output)
    values ('refund.dead', ${JSON.stringify({ refundId: stableId('refund without a payment') })}::jsonb, ${ago(1)}, 60,
      ${JSON.stringify({ message: 'Stripe answered 503 instead of a refund.' })}::jsonb)`.execute(trx);
}
