import { Type, type Static } from 'typebox';
import { CurrencyCode, PriceData } from './money.ts';
import { Picture } from './picture.ts';
import { localized, object, oneOf, text, url } from './schema.ts';

export const Sku = Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$', maxLength: 100 });
export const ProductType = oneOf(['Consumable', 'Durable', 'Subscription']);

export const ProductTier = object({ Sku, Quantity: Type.Integer({ minimum: 1, maximum: 1000 }) });

export const AdditionalProduct = object({
  Sku,
  ProductName: text(200),
  Quantity: Type.Integer({ minimum: 1 }),
  ImageUrl: Type.Optional(url),
});
export type AdditionalProduct = Static<typeof AdditionalProduct>;

export const Product = object({
  Game: text(64),
  Sku,
  ProductName: text(200),
  ProductDescription: text(2000),
  LocalizedNames: Type.Optional(localized(200)),
  LocalizedDescriptions: Type.Optional(localized(2000)),
  ProductType,
  Labels: Type.Array(text(40)),
  Payload: Type.Optional(text(4000)),
  Quantity: Type.Integer({ minimum: 1 }),
  ImageUrl: Type.Optional(url),
  Picture: Type.Optional(Picture),
  IconUrl: Type.Optional(url),
  ShowInWebStore: Type.Boolean(),
  RequiresDryRun: Type.Boolean(),
  Price: Type.Number(),
  Currency: CurrencyCode,
  UsdPrice: Type.Number(),
  PriceData: Type.Optional(PriceData),
  WasPrice: Type.Optional(PriceData),
  Category: Type.Optional(text(60, { description: 'The category it is listed under, in the language of the reply' })),
  AdditionalProducts: Type.Optional(
    Type.Array(AdditionalProduct, { description: 'Products included at no extra price' }),
  ),
  Tiers: Type.Optional(
    Type.Array(ProductTier, { description: 'Substitutes for platforms that only sell from a fixed price list' }),
  ),
});
export type Product = Static<typeof Product>;
