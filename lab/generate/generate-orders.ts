// Completed orders of generated accounts, with their payments, deliveries and histories.
import { sql } from 'kysely';
import * as providers from '#payments/registry.ts';
import type { Database } from '#server/db/database.ts';
import { priceProduct } from '#server/features/store/price-product.ts';
import { generatedAccountId, generatedMailDomain } from './generate-accounts.ts';
import { inBatches, type PartOptions } from './in-batches.ts';

/** Of the payments' accounts: no configured account has it, so no job asks a provider about them. */
const paymentAccount = 'generated';

export async function generateOrders(database: Database, options: PartOptions): Promise<void> {
  const { now } = options;
  const products = await readProducts(database);
  // As it is stored: by the name of its folder.
  const [provider] = Object.keys(providers);
  const { rows } = await sql<{ accounts: number }>`
    select count(*)::integer as accounts from accounts where email like ${`player-%@${generatedMailDomain}`}
  `.execute(database.kysely);
  const accounts = rows[0]?.accounts ?? 0;
  if (accounts === 0) throw new Error('Generate accounts first: orders belong to them.');
  await inBatches(database, options, { size: 10_000, isConsistent: true }, async (trx, first, last) => {
    const orders = sql`
      select md5('order ' || n)::uuid as order_id, md5('attempt ' || n)::uuid as attempt_id, n,
        ${generatedAccountId(sql`1 + n % ${accounts}::integer`)} as account_id,
        ${JSON.stringify(products)}::jsonb -> (n % ${products.length}) as sold,
        ${now}::timestamptz - (n % 365) * interval '1 day' - (n % 86400) * interval '1 second' as at
      from generate_series(${first}::integer, ${last}::integer) as n`;
    await sql`
      with made as (
        insert into orders (order_id, account_id, game, game_uid, platform, product, sku, quantity, price_minor,
          currency, usd_minor, country, status, created_at, expires_at, paid_at, completed_at)
        select order_id, account_id, sold ->> 'game', 'generated-' || n, 'FxId', sold -> 'product', sold ->> 'sku',
          (sold ->> 'quantity')::integer, (sold ->> 'priceMinor')::bigint, sold ->> 'currency',
          (sold ->> 'usdMinor')::bigint, 'USA', 'Completed', at, at + interval '1 day', at + interval '1 minute',
          at + interval '2 minutes'
        from (${orders}) o on conflict do nothing returning order_id
      ), new as (
        select o.* from (${orders}) o join made using (order_id)
      ), attempts as (
        insert into payment_attempts (attempt_id, order_id, number, provider, state, provider_payment_id, amount_minor,
          currency, created_at, account)
        select attempt_id, order_id, 1, ${provider}, 'open', 'generated-' || n, (sold ->> 'priceMinor')::bigint,
          sold ->> 'currency', at, ${paymentAccount}
        from new returning attempt_id
      ), charges as (
        insert into ledger (provider, transaction_id, kind, order_id, attempt_id, amount_minor, currency, created_at,
          account)
        select ${provider}, 'generated-' || n, 'charged', order_id, attempt_id, (sold ->> 'priceMinor')::bigint,
          sold ->> 'currency', at + interval '1 minute', ${paymentAccount}
        from new join attempts using (attempt_id)
      ), delivered as (
        insert into deliveries (delivery_id, order_id, game, type, payload, state, attempts, acknowledged_by,
          created_at, ended_at)
        select md5('delivery ' || n)::uuid, order_id, sold ->> 'game', 'order.paid',
          jsonb_build_object('type', 'order.paid', 'data', jsonb_build_object('game_uid', 'generated-' || n)), 'acknowledged', 1, 'webhook',
          at + interval '1 minute', at + interval '2 minutes'
        from new
      )
      insert into order_events (order_id, kind, at)
      select order_id, kind, at + number * interval '30 seconds'
      from new cross join unnest(array['created', 'payment-opened', 'paid', 'delivery', 'acknowledged', 'status'])
        with ordinality as history (kind, number)`.execute(trx);
  });
}

interface SoldProduct {
  readonly game: string;
  readonly sku: string;
  readonly product: object;
  readonly quantity: number;
  readonly priceMinor: number;
  readonly currency: string;
  readonly usdMinor: number;
}

/** At most twenty. */
async function readProducts({ kysely }: Database): Promise<readonly SoldProduct[]> {
  const rows = await kysely.selectFrom('products').select(['game', 'sku']).orderBy('game').limit(20).execute();
  const sold: SoldProduct[] = [];
  for (const { game, sku } of rows) {
    const priced = await priceProduct(kysely, { game, sku, currency: 'USD', country: undefined, locale: 'en' });
    if (priced.outcome !== 'priced') continue;
    const { product, quantity, priceMinor, currency, usdMinor } = priced;
    sold.push({ game, sku, product, quantity, priceMinor, currency, usdMinor });
  }
  if (sold.length === 0) throw new Error('The database has no product with a price in US dollars.');
  return sold;
}
