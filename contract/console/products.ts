// The store of a game: products and prices, edited as a table or as CSV.
import { Type } from 'typebox';
import { GameParams } from '#model/game.ts';
import { maxProducts, ProductEntry } from '#model/product-entry.ts';
import { route } from '#model/route.ts';
import { CurrencyCode } from '#model/money.ts';
import { object, oneOf, text } from '#model/schema.ts';

const Version = text(64, { description: 'Of the products. Saving fails if it is no longer the current one' });
const Reason = Type.Optional(text(1000, { description: 'Why, for the audit log' }));
const Products = Type.Array(ProductEntry, { maxItems: maxProducts });
const bodyLimit = 8_000_000;

export const CsvFault = object({
  Line: Type.Integer({ minimum: 1 }),
  Column: text(200),
  Text: text(500),
});

export const ProductDifference = object({
  Sku: text(100),
  Before: Type.Optional(Type.Unknown({ description: 'Changed fields, before. Absent: a new product' })),
  After: Type.Optional(Type.Unknown({ description: 'Changed fields, afterwards. Absent: it is removed' })),
});

export const StoreTable = object({
  Version,
  Products,
  Rates: Type.Record(Type.String(), Type.Number(), { description: 'US dollars per unit of a currency' }),
  Units: Type.Array(object({ Unit: text(10), Title: text(100) }), {
    description: "What the configured platforms sell for: a currency, or the platform's own unit",
  }),
  Worths: Type.Array(
    object({ Unit: text(10), Price: Type.Number({ description: 'In major units' }), Currency: CurrencyCode }),
    { description: "About what one of a platform's own units is worth, of all platforms" },
  ),
  Unpriced: Type.Array(text(2000), { description: 'What platforms would not list' }),
  Missing: Type.Array(
    oneOf(['Provider', 'ProviderSettings', 'DeliveryAddress', 'Published'], {
      description:
        'Provider: none is switched on for the game; ProviderSettings: none of these is set up; DeliveryAddress: purchases reach no server; Published: the game is hidden',
    }),
    { description: 'What is missing before the game can sell' },
  ),
});

const change = {
  access: ['operator'],
  permission: 'products.change',
  audit: 'change',
  secondPerson: true,
} as const;
const read = { access: ['operator'], permission: 'products.read' } as const;

export const operatorProductRoutes = {
  show: route({
    method: 'GET',
    path: '/operator/games/{Game}/products',
    ...read,
    summary: 'What a game sells, and what is missing.',
    params: GameParams,
    reply: StoreTable,
    errors: ['UnknownGame'],
  }),
  save: route({
    method: 'POST',
    path: '/operator/games/{Game}/products',
    ...change,
    summary: 'Replace what a game sells. Fails if someone else has changed it since `Version`.',
    params: GameParams,
    body: object({ Version, Products, Reason }),
    bodyLimit,
    reply: StoreTable,
    errors: ['UnknownGame', 'Conflict', 'InvalidRequest'],
  }),
  exportCsv: route({
    method: 'GET',
    path: '/operator/games/{Game}/products/csv',
    ...read,
    summary: 'What a game sells, as CSV. Importing it again changes nothing.',
    params: GameParams,
    reply: object({ Version, Csv: Type.String({ maxLength: bodyLimit }) }),
    errors: ['UnknownGame'],
  }),
  compareCsv: route({
    method: 'POST',
    path: '/operator/games/{Game}/products/csv/compare',
    ...read,
    summary: 'Show what an import would change, or what is wrong in the file, without changing anything.',
    params: GameParams,
    body: object({ Csv: Type.String({ maxLength: bodyLimit }) }),
    bodyLimit,
    reply: object({ Version, Faults: Type.Array(CsvFault), Differences: Type.Array(ProductDifference) }),
    errors: ['UnknownGame'],
  }),
  importCsv: route({
    method: 'POST',
    path: '/operator/games/{Game}/products/csv',
    ...change,
    summary:
      'Replace what a game sells by the products of a CSV file. Fails if someone else has changed it since `Version`.',
    params: GameParams,
    body: object({ Version, Csv: Type.String({ maxLength: bodyLimit }), Reason }),
    bodyLimit,
    reply: StoreTable,
    errors: ['UnknownGame', 'Conflict', 'InvalidRequest'],
  }),
};
