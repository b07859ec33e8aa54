import { sql, type Kysely, type Transaction } from 'kysely';
import type { Tables } from '#server/db/tables.ts';
import type { ParsedCurrencyRates } from './products-file.ts';

export async function readCurrencyRates(db: Kysely<Tables>): Promise<Map<string, number>> {
  const rows = await db.selectFrom('currency_rates').selectAll().orderBy('currency').execute();
  return new Map(rows.map(({ currency, usd_per_unit }) => [currency, Number(usd_per_unit)]));
}

export async function writeCurrencyRates(trx: Transaction<Tables>, rates: ParsedCurrencyRates): Promise<void> {
  await trx.deleteFrom('currency_rates').execute();
  const rows = Object.entries(rates).map(([currency, usd_per_unit]) => ({ currency, usd_per_unit }));
  if (rows.length > 0) await trx.insertInto('currency_rates').values(rows).execute();
}

export async function listCurrenciesWithoutRate(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ currency: string }>`
    select distinct currency from (
      select game, sku, currency from product_prices union select game, sku, currency from product_country_prices
    ) used
    where currency <> 'USD'
      and not exists (select from currency_rates where currency_rates.currency = used.currency)
      and not exists (
        select from product_prices usd
        where usd.game = used.game and usd.sku = used.sku and usd.currency = 'USD'
      )
    order by currency`.execute(db);
  return rows.map(({ currency }) => currency);
}
