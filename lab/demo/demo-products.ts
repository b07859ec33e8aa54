// Products of the demo games in four currencies and in platforms' own units, including a sale, a bundle and prices by
// country.
import type { PlatformManifest } from '#platforms/port.ts';
import * as platforms from '#platforms/registry.ts';

export interface DemoProduct {
  readonly game: string;
  readonly sku: string;
  readonly type: 'Consumable' | 'Durable';
  readonly quantity: number;
  readonly labels: readonly string[];
  readonly names: Readonly<Record<string, string>>;
  readonly descriptions: Readonly<Record<string, string>>;
  readonly pricesMinor: Readonly<Record<string, number>>;
  readonly category: Readonly<Record<string, string>>;
  /** The price before the sale, in per cent of the current price. 100 means no sale. */
  readonly wasPercent: number;
  readonly additional: readonly string[];
  readonly tiers: readonly { readonly sku: string; readonly quantity: number }[];
  /** Country to currency to price. */
  readonly countryPricesMinor: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

const supplies = { en: 'Supplies', de: 'Vorräte', fr: 'Provisions', pl: 'Zapasy' };
const gear = { en: 'Gear', de: 'Ausrüstung', fr: 'Équipement', pl: 'Wyposażenie' };
const offers = { en: 'Offers', de: 'Angebote', fr: 'Offres', pl: 'Oferty' };

export const demoProducts: readonly DemoProduct[] = [
  product(
    'gem-miner',
    'gems-100',
    100,
    [],
    { en: '100 gems', de: '100 Edelsteine', fr: '100 gemmes', pl: '100 klejnotów' },
    [199, 199, 14_900, 300],
  ),
  product(
    'gem-miner',
    'gems-550',
    550,
    ['popular'],
    { en: '550 gems', de: '550 Edelsteine', fr: '550 gemmes', pl: '550 klejnotów' },
    [899, 899, 69_900, 1300],
    { countryPricesMinor: { POL: { EUR: 699 }, TUR: { USD: 449 } } },
  ),
  product(
    'gem-miner',
    'gems-1200',
    1200,
    ['best-value'],
    { en: '1,200 gems', de: '1.200 Edelsteine', fr: '1 200 gemmes', pl: '1200 klejnotów' },
    [1799, 1799, 139_900, 2700],
    { tiers: [{ sku: 'gems-550', quantity: 2 }] },
  ),
  product(
    'gem-miner',
    'lamp',
    1,
    [],
    { en: 'Everburning lamp', de: 'Ewige Lampe', fr: 'Lampe éternelle', pl: 'Wieczna lampa' },
    [499, 499, 39_900, 750],
    { type: 'Durable', category: gear },
  ),
  product(
    'gem-miner',
    'starter-pack',
    1,
    ['sale'],
    { en: 'Starter pack', de: 'Startpaket', fr: 'Pack de départ', pl: 'Pakiet startowy' },
    [299, 299, 22_900, 450],
    { category: offers, wasPercent: 150, additional: ['gems-100', 'lamp'] },
  ),
  product(
    'sky-courier',
    'feathers-50',
    50,
    [],
    { en: '50 feathers', de: '50 Federn', fr: '50 plumes', pl: '50 piór' },
    [99, 99, 7900, 150],
  ),
  product(
    'sky-courier',
    'feathers-300',
    300,
    ['popular'],
    { en: '300 feathers', de: '300 Federn', fr: '300 plumes', pl: '300 piór' },
    [499, 499, 39_900, 750],
  ),
  product(
    'sky-courier',
    'golden-wing',
    1,
    [],
    { en: 'Golden wing', de: 'Goldener Flügel', fr: 'Aile dorée', pl: 'Złote skrzydło' },
    [999, 999, 79_900, 1500],
    { type: 'Durable', category: gear },
  ),
  product(
    'paper-fleet',
    'ink-10',
    10,
    [],
    { en: '10 pots of ink', de: '10 Tintenfässer', fr: '10 encriers', pl: '10 kałamarzy' },
    [149, 149, 11_900, 220],
  ),
  product(
    'paper-fleet',
    'ink-60',
    60,
    ['best-value'],
    { en: '60 pots of ink', de: '60 Tintenfässer', fr: '60 encriers', pl: '60 kałamarzy' },
    [699, 699, 54_900, 1050],
  ),
  product(
    'bridge-explorer',
    'coins-100',
    100,
    [],
    { en: '100 coins', de: '100 Münzen', fr: '100 pièces', pl: '100 monet' },
    [99, 99, 7900, 150],
  ),
];

function product(
  game: string,
  sku: string,
  quantity: number,
  labels: readonly string[],
  names: Readonly<Record<string, string>>,
  [USD, EUR, RUB, JPY]: readonly [number, number, number, number],
  more: Partial<
    Pick<DemoProduct, 'type' | 'category' | 'wasPercent' | 'additional' | 'tiers' | 'countryPricesMinor'>
  > = {},
): DemoProduct {
  return {
    game,
    sku,
    type: 'Consumable',
    quantity,
    labels,
    names,
    descriptions: names,
    pricesMinor: { USD, EUR, RUB, JPY, ...unitsFor({ USD, EUR, RUB, JPY }) },
    category: supplies,
    wasPercent: 100,
    additional: [],
    tiers: [],
    countryPricesMinor: {},
    ...more,
  };
}

/** Converts prices to platforms' own units, at the rates in their manifests. */
function unitsFor(pricesMinor: Readonly<Record<string, number>>): Record<string, number> {
  const units = Object.values<PlatformManifest>(platforms).flatMap(({ id, storeCurrency, unitWorth }) => {
    if (storeCurrency === undefined || !unitWorth) return [];
    const priceMinor = pricesMinor[unitWorth.currency];
    if (priceMinor === undefined) throw new Error(`The demo has no prices in ${unitWorth.currency}, as ${id} wants.`);
    return [[storeCurrency, Math.round(priceMinor / unitWorth.minor)] as const];
  });
  return Object.fromEntries(units);
}
