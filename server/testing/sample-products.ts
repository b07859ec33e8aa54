// Products for tests that cover all features: currencies with two and no decimals, platform units, country prices,
// tiers, a sale, and additional products.
import type { ProductEntry } from '#model/product-entry.ts';

const supplies = { en: 'Supplies', de: 'Vorräte' };
const pictureOf = (sku: string) => ({ ImageUrl: `/art/${sku}.svg`, IconUrl: `/art/${sku}.svg` });

export const sampleProducts: readonly ProductEntry[] = [
  {
    Sku: 'gems-100',
    Names: { en: '100 gems', de: '100 Edelsteine', pl: '100 klejnotów' },
    Descriptions: { en: 'A handful.' },
    Category: supplies,
    Quantity: 100,
    Prices: { USD: 1.99, EUR: 1.99, RUB: 149, JPY: 300, XTR: 100, KRD: 20, VKV: 21 },
    ...pictureOf('gems-100'),
  },
  {
    Sku: 'gems-550',
    Names: { en: '550 gems', de: '550 Edelsteine' },
    Category: supplies,
    Quantity: 550,
    Prices: { USD: 8.99, EUR: 8.99, RUB: 699, JPY: 1300, XTR: 450 },
    CountryPrices: { POL: { EUR: 6.99 }, TUR: { USD: 4.49 } },
    ...pictureOf('gems-550'),
  },
  {
    Sku: 'gems-1200',
    Names: { en: '1,200 gems' },
    Category: supplies,
    Quantity: 1200,
    Prices: { USD: 17.99, EUR: 17.99, RUB: 1399, JPY: 2700, XTR: 900 },
    Tiers: [{ Sku: 'gems-550', Quantity: 2 }],
  },
  {
    Sku: 'lamp',
    ProductType: 'Durable',
    Names: { en: 'Everburning lamp', de: 'Ewige Lampe' },
    Category: { en: 'Gear' },
    Prices: { USD: 4.99, EUR: 4.99, RUB: 399, JPY: 750, XTR: 250 },
  },
  {
    Sku: 'starter-pack',
    Names: { en: 'Starter pack' },
    Category: { en: 'Offers', de: 'Angebote' },
    Labels: ['sale'],
    WasPercent: 150,
    Prices: { USD: 2.99, EUR: 2.99, RUB: 229, JPY: 450, XTR: 150 },
    AdditionalProducts: ['gems-100', 'lamp'],
  },
];
