// Orders for people: the player's list, and the full history of one order. The player and the game see the same data.
import { sql } from 'kysely';
import { chooseLocalizedText, type Locale } from '#model/locale.ts';
import { toCheckoutStatus, toSimpleOrderStatus, type OrderStatus } from '#model/order.ts';
import type { DeliveryState, OrderHistoryEntry, OrderSummary } from '#model/order-history.ts';
import type { Database } from '#server/db/database.ts';
import type { OrderedProduct } from '#server/db/money-tables.ts';
import { describePriceData } from '#server/features/store/describe-product.ts';

interface OrderOwner {
  readonly accountId?: string;
  readonly game?: string | undefined;
}

export interface OrderListOptions {
  readonly limit: number;
  readonly before?: string | undefined;
  readonly locale: Locale;
}

export async function listOrders(
  { kysely }: Database,
  { accountId, game }: OrderOwner & { accountId: string },
  { limit, before, locale }: OrderListOptions,
): Promise<OrderSummary[]> {
  const { rows } = await sql<Row>`
    select ${columns} from orders
    where account_id = ${accountId}
      and (${game ?? null}::text is null or game = ${game ?? null})
      and (${before ?? null}::uuid is null or (created_at, order_id) <
        (select created_at, order_id from orders last where last.order_id = ${before ?? null}::uuid and last.account_id = ${accountId}))
    order by created_at desc, order_id desc limit ${limit}`.execute(kysely);
  return rows.map((row) => summaryOf(row, locale));
}

export async function readOrderWithHistory(
  { kysely }: Database,
  orderId: string,
  { accountId, game }: OrderOwner,
  locale: Locale,
): Promise<{ Order: OrderSummary; History: OrderHistoryEntry[] } | undefined> {
  const { rows } = await sql<Row>`
    select ${columns} from orders
    where order_id = ${orderId}
      and (${accountId ?? null}::uuid is null or account_id = ${accountId ?? null}::uuid)
      and (${game ?? null}::text is null or game = ${game ?? null})`.execute(kysely);
  const [row] = rows;
  if (!row) return undefined;
  const events = await kysely
    .selectFrom('order_events')
    .select(['at', 'kind', 'detail'])
    .where('order_id', '=', orderId)
    .orderBy('position')
    .limit(maxLines)
    .execute();
  const History = events.map(({ at, kind, detail }) => ({
    At: at.toISOString(),
    // Only listed kinds are ever inserted.
    Kind: kind as OrderHistoryEntry['Kind'],
    Detail: textsOf(detail),
  }));
  return { Order: summaryOf(row, locale), History };
}

const maxLines = 500;

interface Row {
  readonly order_id: string;
  readonly game: string;
  readonly sku: string;
  readonly quantity: number;
  readonly product: OrderedProduct;
  readonly price_minor: number;
  readonly currency: string;
  readonly status: OrderStatus;
  readonly created_at: Date;
  readonly paid_at: Date | null;
  readonly completed_at: Date | null;
  readonly paid_state: string | null;
  readonly revoked_state: string | null;
}

const columns = sql`
  order_id, game, sku, quantity, product, price_minor, currency, status, created_at, paid_at, completed_at,
  (select state from deliveries d where d.order_id = orders.order_id and d.type = 'order.paid') as paid_state,
  (select state from deliveries d where d.order_id = orders.order_id and d.type = 'order.revoked') as revoked_state`;

function summaryOf(row: Row, locale: Locale): OrderSummary {
  return {
    PublicOrderId: row.order_id,
    Game: row.game,
    Sku: row.sku,
    Quantity: row.quantity,
    ProductName: chooseLocalizedText(row.product.names, locale) || row.sku,
    ...(row.product.imageUrl !== undefined && { ImageUrl: row.product.imageUrl }),
    ...(row.product.additional && {
      AdditionalProducts: row.product.additional.map(({ sku, names, quantity }) => ({
        Sku: sku,
        ProductName: chooseLocalizedText(names, locale) || sku,
        Quantity: quantity,
      })),
    }),
    Price: describePriceData(row.price_minor, row.currency, locale),
    Status: row.status,
    SimpleStatus: toSimpleOrderStatus(row.status),
    CheckoutStatus: toCheckoutStatus(row.status),
    DeliveryState: deliveryStateOf(row),
    CreatedAt: row.created_at.toISOString(),
    ...(row.paid_at && { PaidAt: row.paid_at.toISOString() }),
    ...(row.completed_at && { CompletedAt: row.completed_at.toISOString() }),
  };
}

function deliveryStateOf({ paid_state: paid, revoked_state: revoked }: Row): DeliveryState {
  if (revoked !== null) return revoked === 'acknowledged' ? 'Revoked' : 'Revoking';
  return paid === null ? 'None' : (paidStates[paid] ?? 'Waiting');
}

const paidStates: Readonly<Record<string, DeliveryState>> = {
  pending: 'Waiting',
  acknowledged: 'Delivered',
  dead: 'GivenUp',
  dropped: 'Dropped',
};

function textsOf(detail: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(detail).map(([name, value]) => [
      name.slice(0, 40),
      (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 300),
    ]),
  );
}
