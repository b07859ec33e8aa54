// Some platforms charge some currencies only in steps, such as whole hryvnias. Any other price would be refused there
// when a player buys, so it is not saved.
import type { PlatformManifest } from '#platforms/port.ts';
import * as registry from '#platforms/registry.ts';
import { currencyDecimals } from '#model/money.ts';

type Prices = Readonly<Record<string, number>>;

interface PricedProductEntry {
  readonly Sku: string;
  readonly Prices: Prices;
  readonly CountryPrices?: Readonly<Record<string, Prices>>;
}

/**
 * One line per price that a configured platform would refuse.
 * @param platforms the folders of the configured platforms
 */
export function listPriceStepFaults(entries: readonly PricedProductEntry[], platforms: ReadonlySet<string>): string[] {
  const manifests = Object.entries<PlatformManifest>(registry).filter(([folder]) => platforms.has(folder));
  return manifests.flatMap(([, { title, priceSteps }]) =>
    priceSteps ? entries.flatMap((entry, at) => [...describeFaults(entry, `/${at}`, title, priceSteps)]) : [],
  );
}

type PriceSteps = NonNullable<PlatformManifest['priceSteps']>;

function* describeFaults(
  { Sku, Prices, CountryPrices = {} }: PricedProductEntry,
  place: string,
  title: string,
  steps: PriceSteps,
): Generator<string> {
  const lists = Object.entries(CountryPrices).map(([country, prices]) => [`CountryPrices/${country}`, prices] as const);
  for (const [name, prices] of [['Prices', Prices] as const, ...lists])
    for (const [currency, price] of Object.entries(prices)) {
      const step = steps[currency];
      if (step === undefined || isMultiple(price, step, currency)) continue;
      yield `${place}/${name}/${currency} of ${Sku} is ${price}, but ${title} charges ${currency} only in steps of ${step}.`;
    }
}

/** Compares minor units, which are whole numbers. */
function isMultiple(price: number, step: number, currency: string): boolean {
  const units = 10 ** currencyDecimals(currency);
  return Math.round(price * units) % Math.round(step * units) === 0;
}
