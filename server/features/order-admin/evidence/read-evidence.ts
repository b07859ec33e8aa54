// Collects the evidence of an order: what was sold and paid, the delivery, sign-ins, play afterwards, accepted terms
// and other purchases. Nothing is inferred; missing data is shown as missing.
import type { Kysely, Selectable } from 'kysely';
import { chooseLocalizedText } from '#model/locale.ts';
import type { Tables } from '#server/db/tables.ts';
import { unsealPersonalInfo } from '#server/features/orders/ordering/personal-info.ts';
import type { OrdersDeps } from '#server/features/orders/orders-deps.ts';
import { formatPrice } from '#server/features/store/format-price.ts';
import { createEvidenceTable, type Evidence, type EvidencePart } from './evidence.ts';
import { readBuyerEvidence } from './read-buyer-evidence.ts';

export type EvidenceDeps = Pick<OrdersDeps, 'database' | 'sealer' | 'now'>;

export async function readEvidence(deps: EvidenceDeps, orderId: string): Promise<Evidence | undefined> {
  const { kysely } = deps.database;
  const order = await kysely.selectFrom('orders').selectAll().where('order_id', '=', orderId).executeTakeFirst();
  if (!order) return undefined;
  const info = unsealPersonalInfo(deps.sealer, order);
  return {
    orderId,
    madeAt: deps.now(),
    parts: [
      describeSale(order),
      await readPayments(kysely, order),
      await readDeliveries(kysely, orderId),
      ...(await readBuyerEvidence(kysely, order, info)),
      await readRefunds(kysely, order),
      await readStory(kysely, orderId),
    ],
  };
}

type OrderRow = Selectable<Tables['orders']>;

const priceOf = ({ currency }: Pick<OrderRow, 'currency'>, minor: number): string =>
  `${formatPrice({ minor, currency }, 'en')} (${currency})`;

function describeSale(order: OrderRow): EvidencePart {
  const { product } = order;
  return {
    title: 'What was sold',
    holds: 'kept',
    facts: {
      Order: order.order_id,
      Product: chooseLocalizedText(product.names, 'en') || order.sku,
      Description: chooseLocalizedText(product.descriptions, 'en'),
      SKU: order.sku,
      Quantity: order.quantity,
      Price: priceOf(order, order.price_minor),
      Game: order.game,
      'Bought on': order.platform,
      'Country of the buyer': order.country,
      Ordered: order.created_at,
      Paid: order.paid_at,
      'Confirmed by the game': order.completed_at,
      Status: order.status,
    },
  };
}

async function readPayments(db: Kysely<Tables>, order: OrderRow): Promise<EvidencePart> {
  const rows = await db
    .selectFrom('ledger')
    .innerJoin('payment_attempts', 'payment_attempts.attempt_id', 'ledger.attempt_id')
    .select([
      'ledger.created_at',
      'ledger.kind',
      'ledger.amount_minor',
      'ledger.provider',
      'ledger.transaction_id',
      'ledger.is_test',
      'payment_attempts.provider_payment_id',
      'payment_attempts.created_at as opened_at',
    ])
    .where('ledger.order_id', '=', order.order_id)
    .orderBy('ledger.created_at')
    .execute();
  return {
    title: 'Payments',
    holds: 'kept',
    note: 'As the provider has proved them to us, by signed messages or by its own records. Card numbers never reach us.',
    table: createEvidenceTable(rows, {
      Known: (row) => row.created_at,
      What: (row) => row.kind,
      Amount: (row) => priceOf(order, row.amount_minor),
      Provider: (row) => row.provider,
      Transaction: (row) => row.transaction_id,
      'Payment at the provider': (row) => row.provider_payment_id,
      Opened: (row) => row.opened_at,
      'Test money': (row) => row.is_test,
    }),
  };
}

async function readDeliveries(db: Kysely<Tables>, orderId: string): Promise<EvidencePart> {
  const rows = await db
    .selectFrom('deliveries')
    .leftJoin('delivery_attempts', 'delivery_attempts.delivery_id', 'deliveries.delivery_id')
    .select([
      'deliveries.delivery_id',
      'deliveries.type',
      'deliveries.state',
      'deliveries.acknowledged_by',
      'deliveries.ended_at',
      'delivery_attempts.number',
      'delivery_attempts.started_at',
      'delivery_attempts.status',
    ])
    .where('deliveries.order_id', '=', orderId)
    .orderBy('deliveries.created_at')
    .orderBy('delivery_attempts.number')
    .limit(maxLines)
    .execute();
  return {
    title: 'Delivery to the game',
    holds: 'kept',
    note: "Each purchase is sent to the game's own server, signed, until that server confirms it. A confirmation is an HTTP status from 200 to 299, or that the server has collected it. Of a game without a server the game's page in the buyer's browser, signed in as the buyer, has collected it.",
    table: createEvidenceTable(rows, {
      Delivery: (row) => row.delivery_id,
      What: (row) => row.type,
      State: (row) => row.state,
      Confirmed: (row) => (row.state === 'acknowledged' ? row.ended_at : 'not confirmed'),
      'Confirmed by': (row) => row.acknowledged_by ?? 'nobody',
      Sent: (row) => row.started_at ?? 'collected, or not sent',
      'Answer of the game': (row) => (row.number === null ? '' : (row.status ?? 'none')),
    }),
  };
}

async function readRefunds(db: Kysely<Tables>, order: OrderRow): Promise<EvidencePart> {
  const rows = await db
    .selectFrom('refunds')
    .selectAll()
    .where('order_id', '=', order.order_id)
    .orderBy('created_at')
    .execute();
  return {
    title: 'Refunds',
    holds: 'kept',
    table: createEvidenceTable(rows, {
      'Asked for': (row) => row.created_at,
      Amount: (row) => priceOf(order, row.amount_minor),
      Reason: (row) => row.reason,
      State: (row) => row.state,
      'Refund at the provider': (row) => row.provider_refund_id,
    }),
  };
}

async function readStory(db: Kysely<Tables>, orderId: string): Promise<EvidencePart> {
  const rows = await db
    .selectFrom('order_events')
    .select(['at', 'kind', 'detail'])
    .where('order_id', '=', orderId)
    .orderBy('position')
    .limit(maxLines)
    .execute();
  return {
    title: 'Everything that happened, in its order',
    holds: 'kept',
    table: createEvidenceTable(rows, {
      When: (row) => row.at,
      What: (row) => row.kind,
      Details: ({ detail }) =>
        Object.entries(detail)
          .map(([name, value]) => `${name} ${String(value)}`)
          .join(', ') || '—',
    }),
  };
}

const maxLines = 500;
