// Purchases of a game without a server: its page lists what the player has paid for and consumes each once. Listing
// acknowledges the delivery; the purchase stays listed until it is consumed, so a page that dies loses nothing.
import { sql, type Transaction } from 'kysely';
import type { PaidPurchase } from '#contract/page-purchases.ts';
import type { Database } from '#server/db/database.ts';
import { defineStatement } from '#server/db/define-statement.ts';
import type { DeliveryPayload } from '#server/db/money-tables.ts';
import type { Tables } from '#server/db/tables.ts';
import type { RecomputeDeps } from '#server/features/orders/payment-events/recompute-order.ts';
import { acknowledgeDelivery } from './acknowledge-delivery.ts';

export interface PageOwner {
  readonly accountId: string;
  readonly game: string;
}

/** Oldest first. Of very many the newest, so that a game that consumes nothing still gets the next one. */
export async function listPagePurchases(
  deps: RecomputeDeps & { readonly database: Database },
  owner: PageOwner,
): Promise<PaidPurchase[]> {
  const { database } = deps;
  const before = await readDeliveries(database.kysely, { ...owner, limit: maxListed });
  const open = before.filter(({ state }) => state !== 'acknowledged');
  for (const { delivery_id: deliveryId } of open)
    await database.transaction((trx) => acknowledgeDelivery(trx, deliveryId, 'page', { ...deps, ofGame: owner.game }));
  // An order may have been refunded in between.
  const given = open.length > 0 ? await readDeliveries(database.kysely, { ...owner, limit: maxListed }) : before;
  return given
    .flatMap(describePurchases)
    .slice(0, maxListed)
    .toSorted((a, b) => (a.PurchasedAt < b.PurchasedAt ? -1 : Number(a.PurchasedAt > b.PurchasedAt)));
}

/** Undefined: the player has no such purchase in this game, or it was refunded. */
export function consumePagePurchase(
  deps: RecomputeDeps & { readonly database: Database },
  owner: PageOwner,
  purchaseId: string,
): Promise<{ readonly isFirst: boolean } | undefined> {
  const [, id = '', number = '0'] = purchaseIdPattern.exec(purchaseId) ?? [];
  const productIndex = Number(number);
  if (id === '') return Promise.resolve(undefined);
  return deps.database.transaction(async (trx) => {
    const found = await findDelivery(trx, owner, id);
    if (!found || productIndex >= found.products) return undefined;
    const { delivery_id: deliveryId } = found;
    // A page may consume what `BuyProduct` has returned without listing it first. This locks the order.
    await acknowledgeDelivery(trx, deliveryId, 'page', { ...deps, ofGame: owner.game });
    const { rows } = await sql<{ is_consumed: boolean; is_for_page: boolean }>`
      select
        exists (select from consumed_purchases c where c.delivery_id = d.delivery_id and c.product_index = ${productIndex}) as is_consumed,
        d.acknowledged_by = 'page' and (o.status is null or o.status = 'Completed') as is_for_page
      from deliveries d left join orders o using (order_id) where d.delivery_id = ${deliveryId}`.execute(trx);
    if (rows[0]?.is_consumed) return { isFirst: false };
    if (!rows[0]?.is_for_page) return undefined;
    const consumed = await trx
      .insertInto('consumed_purchases')
      .values({ delivery_id: deliveryId, product_index: productIndex })
      .onConflict((conflict) => conflict.doNothing())
      .returning('delivery_id')
      .executeTakeFirst();
    return { isFirst: consumed !== undefined };
  });
}

const maxListed = 500;

// The order's id, so that it equals what `BuyProduct` returns; a reward has only its delivery's id. The further
// products of a bundle have a number.
const purchaseIdPattern = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\.([1-9][0-9]{0,2}))?$/;

interface PageDelivery {
  readonly delivery_id: string;
  readonly order_id: string | null;
  readonly state: string;
  readonly payload: DeliveryPayload;
  readonly purchased_at: Date;
  readonly consumed: readonly number[];
}

/** Deliveries that a server acknowledged before the game was set up for its page are not listed. */
const readDeliveries = defineStatement<PageOwner & { limit: number }, PageDelivery>(
  ({ accountId, game, limit }) => `
  with given as (
    select d.delivery_id, o.order_id, d.state, d.acknowledged_by, d.payload, coalesce(o.paid_at, d.created_at) as purchased_at
    from orders o join deliveries d on d.order_id = o.order_id and d.type = 'order.paid'
    where o.account_id = ${accountId} and o.game = ${game} and o.status in ('PayedWaitingForSending', 'Completed')
    union all
    select d.delivery_id, null, d.state, d.acknowledged_by, d.payload, d.created_at
    from quest_rewards r join deliveries d on d.delivery_id = r.delivery_id
    where r.account_id = ${accountId} and r.game = ${game}
  ), listed as (
    select *, array(select product_index from consumed_purchases c where c.delivery_id = given.delivery_id) as consumed
    from given where state in ('pending', 'dead') or acknowledged_by = 'page'
  )
  select delivery_id, order_id, state, payload, purchased_at, consumed from listed
  where cardinality(consumed) < jsonb_array_length(payload #> '{data,products}')
  order by purchased_at desc, delivery_id limit ${limit}`,
);

async function findDelivery(
  trx: Transaction<Tables>,
  { accountId, game }: PageOwner,
  id: string,
): Promise<{ readonly delivery_id: string; readonly products: number } | undefined> {
  const { rows } = await sql<{ delivery_id: string; products: number }>`
    select d.delivery_id, jsonb_array_length(d.payload #> '{data,products}') as products
    from deliveries d
    left join orders o on o.order_id = d.order_id
    left join quest_rewards r on r.delivery_id = d.delivery_id
    where d.game = ${game} and (d.acknowledged_by is null or d.acknowledged_by = 'page') and (
      (d.order_id = ${id} and d.type = 'order.paid' and o.account_id = ${accountId})
      or (d.delivery_id = ${id} and d.order_id is null and r.account_id = ${accountId})
    )`.execute(trx);
  return rows[0];
}

function describePurchases({ delivery_id, order_id, payload: { data }, purchased_at, consumed }: PageDelivery) {
  const id = order_id ?? delivery_id;
  return data.products.flatMap(({ sku, quantity }, index): PaidPurchase[] =>
    consumed.includes(index)
      ? []
      : [
          {
            PurchaseId: index === 0 ? id : `${id}.${index}`,
            Sku: sku,
            Quantity: quantity,
            ...('developer_payload' in data &&
              data.developer_payload !== undefined && { DeveloperPayload: data.developer_payload }),
            PurchasedAt: purchased_at.toISOString(),
            IsTest: 'is_test' in data && data.is_test,
          },
        ],
  );
}
