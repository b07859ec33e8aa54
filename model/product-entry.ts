// A product as operators write it: prices in major units, by currency or by a platform's unit.
import { Type, type Static } from 'typebox';
import { ProductTier, ProductType, Sku } from './product.ts';
import { localized, object, text, url } from './schema.ts';

export const ProductPrices = Type.Record(
  Type.String({ pattern: '^[A-Z]{3}$' }),
  Type.Number({ exclusiveMinimum: 0, maximum: 1e9 }),
  {
    additionalProperties: false,
  },
);

export const ProductEntry = object({
  Sku,
  ProductType: Type.Optional(ProductType),
  Names: localized(200),
  Descriptions: Type.Optional(localized(2000)),
  Category: Type.Optional(localized(60)),
  Labels: Type.Optional(Type.Array(text(40, { minLength: 1 }), { maxItems: 10 })),
  Payload: Type.Optional(text(4000)),
  Quantity: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000_000 })),
  ImageUrl: Type.Optional(url),
  IconUrl: Type.Optional(url),
  ShowInWebStore: Type.Optional(Type.Boolean()),
  RequiresDryRun: Type.Optional(Type.Boolean()),
  WasPercent: Type.Optional(Type.Integer({ minimum: 101, maximum: 1000 })),
  Tiers: Type.Optional(Type.Array(ProductTier, { maxItems: 20 })),
  AdditionalProducts: Type.Optional(
    Type.Array(Sku, { maxItems: 20, uniqueItems: true, description: 'Other products of the game that come along' }),
  ),
  Prices: ProductPrices,
  CountryPrices: Type.Optional(
    Type.Record(Type.String({ pattern: '^[A-Z]{3}$' }), ProductPrices, { additionalProperties: false }),
  ),
});
export type ProductEntry = Static<typeof ProductEntry>;

export const maxProducts = 2000;
