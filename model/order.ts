// An order and its statuses. The specification fixes the numbers.
import { Type, type Static } from 'typebox';
import { CurrencyCode, PriceData } from './money.ts';
import { AdditionalProduct, Product, Sku } from './product.ts';
import { email, object, oneOf, text, url, uuid } from './schema.ts';

export const orderStatuses = {
  Created: 100,
  WaitingForPayment: 200,
  PayedWaitingForSending: 300,
  CancelledPaid: 898,
  Cancelled: 899,
  Completed: 999,
} as const;
export type OrderStatus = keyof typeof orderStatuses;

/** The number of an enum name that the reader doesn't know. The specification fixes it. */
export const unknownEnumValue = 11184809;

/** A newer version may have written a status that this one doesn't know. */
export const toOrderStatusNumber = (status: string): number =>
  Object.hasOwn(orderStatuses, status) ? orderStatuses[status as OrderStatus] : unknownEnumValue;

export const OrderStatus = oneOf(Object.keys(orderStatuses) as [OrderStatus, ...OrderStatus[]]);
export const SimpleOrderStatus = oneOf(['Created', 'Cancelled', 'Completed']);
export const CheckoutStatus = oneOf(['Created', 'Payed', 'Cancelled']);

export function toSimpleOrderStatus(status: OrderStatus): Static<typeof SimpleOrderStatus> {
  if (status === 'Completed') return 'Completed';
  return status === 'Cancelled' || status === 'CancelledPaid' ? 'Cancelled' : 'Created';
}

export function toCheckoutStatus(status: OrderStatus): Static<typeof CheckoutStatus> {
  if (status === 'PayedWaitingForSending' || status === 'Completed') return 'Payed';
  return status === 'Cancelled' || status === 'CancelledPaid' ? 'Cancelled' : 'Created';
}

export const PublicOrderId = uuid;

export const Order = object({
  PublicOrderId,
  Status: OrderStatus,
  OrderProducts: object({
    MainProduct: Product,
    AdditionalProducts: Type.Array(Product, { description: 'Products included at no extra price' }),
  }),
  TotalPrice: PriceData,
});

export const OrderProduct = object({
  Sku: Type.Optional(Sku),
  Price: Type.Number(),
  Currency: CurrencyCode,
  UsdPrice: Type.Number(),
  LocalizedProductName: Type.Optional(text(200)),
  LocalizedProductDescription: Type.Optional(text(2000)),
  ImageUrl: Type.Optional(url),
  UsedTieredProducts: Type.Optional(Type.Boolean()),
  TieredProductsSku: Type.Optional(Type.Array(Sku)),
  AdditionalProducts: Type.Optional(Type.Array(AdditionalProduct)),
});

export const PhoneNumber = Type.String({ pattern: '^\\+?[1-9]\\d{1,14}$', maxLength: 16 });

export const OrderPersonalInfo = object({
  Email: Type.Optional(email),
  PhoneNumber: Type.Optional(PhoneNumber),
  IsAutoConfirm: Type.Boolean(),
});

export const PersonalInfoRequirements = object({
  EmailRequirement: Type.Optional(
    object({
      IsRequired: Type.Boolean({ description: 'False: a phone number is accepted instead' }),
      DefaultValue: Type.Optional(email),
    }),
  ),
});

export const CardInfo = object({ Brand: text(40), Last4: Type.String({ pattern: '^\\d{4}$', maxLength: 4 }) });

export const PurchaseResult = Type.Union([
  object({
    transactionId: PublicOrderId,
    stats: object({ currency: CurrencyCode, currencyAmount: Type.Number(), usdAmount: Type.Number() }),
  }),
  object({ errorCode: oneOf(['UserCancelled', 'PaymentFailed', 'Unknown']), message: Type.Optional(text(500)) }),
]);
