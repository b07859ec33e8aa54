import type { Kysely } from 'kysely';
import type { PlatformManifest } from '#platforms/port.ts';
import * as registry from '#platforms/registry.ts';
import type { Tables } from '#server/db/tables.ts';
import { readConfiguredPlatforms } from './configured-platforms.ts';
import type { ProductEntry } from '#model/product-entry.ts';

const maxSkusShown = 10;

/** One line per platform that is configured for the game and would omit items. */
export async function listUnpricedItems(
  db: Kysely<Tables>,
  game: string,
  entries: readonly ProductEntry[],
): Promise<string[]> {
  const enabled = await readConfiguredPlatforms(db, game);
  const manifests = Object.entries<PlatformManifest>(registry).filter(([folder]) => enabled.has(folder));
  return manifests.flatMap(([, manifest]) => [...describeManifest(manifest, entries)]);
}

function* describeManifest(manifest: PlatformManifest, entries: readonly ProductEntry[]): Generator<string> {
  const { title, purchases, storeCurrency, otherStoreCurrencies = [], sellsInBuyerCurrency } = manifest;
  if (!purchases) return;
  for (const unit of storeCurrency === undefined ? [] : [storeCurrency, ...otherStoreCurrencies]) {
    const without = entries.filter((entry) => !hasPriceIn(entry, unit));
    if (without.length > 0)
      yield `${title} sells for ${unit}. Without a price in ${unit}, and so not listed there: ${nameSkus(without, entries)}`;
  }
  if (sellsInBuyerCurrency && entries.length > 0) {
    const currencies = [...new Set(entries.flatMap(({ Prices }) => Object.keys(Prices)))].toSorted();
    const without = entries.filter((entry) => currencies.some((currency) => !hasPriceIn(entry, currency)));
    yield `${title} charges each buyer in the buyer's own currency. Buyers with another currency than ${currencies.join(', ')} see nothing there.${
      without.length > 0 ? ` Without a price in all of these: ${nameSkus(without, entries)}` : ''
    }`;
  }
}

const hasPriceIn = ({ Prices, CountryPrices = {} }: ProductEntry, currency: string): boolean =>
  [Prices, ...Object.values(CountryPrices)].some((prices) => Object.hasOwn(prices, currency));

function nameSkus(some: readonly ProductEntry[], all: readonly ProductEntry[]): string {
  if (some.length === all.length) return `all ${all.length} items.`;
  const named = some.slice(0, maxSkusShown).map(({ Sku }) => Sku);
  const more = some.length - named.length;
  return `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`;
}
