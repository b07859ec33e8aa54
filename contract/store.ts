import { Type } from 'typebox';
import { EmbeddingType, GameName } from '#model/game.ts';
import { Locale } from '#model/locale-schema.ts';
import { CountryCode, CurrencyCode, PriceData } from '#model/money.ts';
import {
  CheckoutStatus,
  Order,
  OrderPersonalInfo,
  OrderProduct,
  OrderStatus,
  PersonalInfoRequirements,
  PublicOrderId,
  SimpleOrderStatus,
} from '#model/order.ts';
import { OrderHistoryEntry, OrderSummary, redeliveryOutcomes } from '#model/order-history.ts';
import { paymentMethods } from '#model/payment-methods.ts';
import { Product, Sku } from '#model/product.ts';
import { allSessionKinds, route } from '#model/route.ts';
import { SuccessReply, instant, object, oneOf, text, url } from '#model/schema.ts';
import {
  PaymentProvider,
  platformPaymentRequestBlockSchemas,
  platformPaymentReplyBlockSchemas,
  providerPaymentReplyBlockSchemas,
  WebPublishingPlatform,
} from './registries.ts';

export const DeveloperPayload = object({ MerchantDeveloperPayload: text(1000) });

// Texts that are only displayed to the buyer. No price and no delivery depends on them.
const hints = { ProductNameHint: Type.Optional(text(200)), ProductDescriptionHint: Type.Optional(text(2000)) };

const uuidText = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}';

const orderFields = {
  Game: GameName,
  Sku,
  Currency: Type.Optional(CurrencyCode),
  Country: Type.Optional(CountryCode),
  SuccessRedirectUrl: Type.Optional(url),
  FailureRedirectUrl: Type.Optional(url),
  DeveloperPayload: Type.Optional(DeveloperPayload),
  IdempotencyKey: Type.Optional(text(100, { minLength: 8 })),
};

export const PaymentRequest = object({
  ...orderFields,
  ...hints,
  Token: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'The session token, from older clients that send no Authorization header. The header wins',
    }),
  ),
  WebPublishingPlatform,
  EmbeddingType: Type.Optional(EmbeddingType),
  Provider: Type.Optional(PaymentProvider),
  Locale: Type.Optional({
    ...Locale,
    description: "Of the reply and of the provider's page; absent: the account's",
  }),
  PublicOrderId: Type.Optional({
    ...PublicOrderId,
    description: 'Pay an existing order: after personal information was added, or again after a failure',
  }),
  ...platformPaymentRequestBlockSchemas,
});

export const PaymentResult = object({
  TransactionId: PublicOrderId,
  OrderPrice: Type.Optional(PriceData),
  OrderProduct,
  PersonalInfoRequirements: Type.Optional(PersonalInfoRequirements),
  Providers: Type.Optional(
    Type.Array(
      object({
        Id: PaymentProvider,
        Title: text(80),
        PaymentMethods: Type.Array(oneOf(paymentMethods), {
          description: 'Payment methods there, most used first',
        }),
        IsDegraded: Type.Optional({
          ...Type.Boolean(),
          description: "It can't start payments right now: others are tried first, unless the buyer chooses it",
        }),
      }),
      {
        description: 'Providers that can take this payment, best first; only the requested one if `Provider` was given',
      },
    ),
  ),
  PaymentMethods: Type.Optional(
    Type.Array(
      object({
        Method: oneOf(paymentMethods),
        Provider: { ...PaymentProvider, description: 'Who would take it: the `Provider` to ask for when it is chosen' },
        IsDegraded: Type.Optional({
          ...Type.Boolean(),
          description: 'No provider of this method can start payments right now',
        }),
      }),
      {
        description: 'Payment methods for the buyer, best first. The server has chosen a provider for each',
      },
    ),
  ),
  ...providerPaymentReplyBlockSchemas,
  ...platformPaymentReplyBlockSchemas,
});

export const StoreListing = object({
  Game: GameName,
  ProductsSku: Type.Optional(Type.Array(Sku, { maxItems: 500 })),
  Locale: Type.Optional(Locale),
  Currency: Type.Optional(CurrencyCode),
  Country: Type.Optional(CountryCode),
  WebPublishingPlatform: Type.Optional(WebPublishingPlatform),
  StoreAdditionalData: Type.Optional(
    object({
      Catalog: Type.Array(
        object({ Sku, Price: Type.Number({ minimum: 0, maximum: 1_000_000_000 }), Currency: CurrencyCode }),
        { maxItems: 500, description: "The platform's own price list" },
      ),
    }),
  ),
});

export const OrderHistory = object({ Order: OrderSummary, History: Type.Array(OrderHistoryEntry) });

export const OrderPersonalInfoRequest = object({ PublicOrderId, OrderPersonalInfo });
export const OrderParams = object({ PublicOrderId });

export const storeRoutes = {
  storeData: route({
    method: 'POST',
    path: '/store/store_data',
    access: ['anyone'],
    summary: "A game's products, with prices for the caller.",
    body: StoreListing,
    reply: object({
      Products: Type.Array(Product),
      Currency: CurrencyCode,
      Country: Type.Optional(
        Type.String({
          pattern: '^[A-Z]{3}$',
          maxLength: 3,
          description: 'The country whose prices apply',
        }),
      ),
      Currencies: Type.Optional(
        Type.Array(CurrencyCode, { description: 'Currencies the caller can choose, in alphabetical order' }),
      ),
    }),
    errors: ['UnknownGame'],
  }),
  storeAvailability: route({
    method: 'POST',
    path: '/store/store_availability',
    access: ['anyone'],
    summary: 'Whether a game sells anything to the caller, and the address of its store.',
    body: object({
      Game: GameName,
      Country: Type.Optional(CountryCode),
      WebPublishingPlatform: Type.Optional(WebPublishingPlatform),
      ...platformPaymentRequestBlockSchemas,
    }),
    reply: object({
      Available: Type.Boolean(),
      StoreUrl: Type.Optional(url),
      TakenBy: Type.Optional(
        oneOf(['Portal', 'Platform'], {
          description: 'Who would handle the payment now, if that can change',
        }),
      ),
    }),
    errors: ['UnknownGame'],
  }),
  checkBuyProducts: route({
    method: 'POST',
    path: '/store/check-buy-products',
    access: allSessionKinds,
    summary: 'Ask the game whether it can deliver these products now.',
    body: object({
      Game: GameName,
      ProductsSku: Type.Array(Sku, { minItems: 1, maxItems: 100 }),
      WebPublishingPlatform: Type.Optional(WebPublishingPlatform),
    }),
    reply: object({ Products: Type.Array(object({ Sku, CanBuy: Type.Boolean(), Reason: Type.Optional(text(200)) })) }),
    errors: ['UnknownGame'],
  }),
  createOrder: route({
    method: 'POST',
    path: '/store/create_order',
    access: allSessionKinds,
    summary: 'Create an order without starting a payment.',
    body: object(orderFields),
    reply: Order,
    errors: ['UnknownGame', 'NotFound', 'Conflict', 'GameNotConnected', 'DocumentsNotAccepted', 'SignInAgain'],
    perMinute: 60,
  }),
  createPayment: route({
    method: 'POST',
    path: '/store/create_payment',
    access: allSessionKinds,
    summary: 'Create an order and start a payment with a suitable provider.',
    body: PaymentRequest,
    tokenField: 'Token',
    reply: PaymentResult,
    errors: [
      'UnknownGame',
      'NotFound',
      'NotConfigured',
      'Conflict',
      'GameNotConnected',
      'DocumentsNotAccepted',
      'SignInAgain',
      'PaymentRefused',
      'ProviderUnavailable',
    ],
    perMinute: 60,
  }),
  createPaymentWithRedirect: route({
    method: 'GET',
    path: '/store/create_payment_with_redirect/{Game}/{Sku}',
    access: ['anyone'],
    summary: 'A page that asks the player to confirm a purchase started elsewhere. Accepts only a one-time token.',
    params: object({ Game: GameName, Sku }),
    query: object({
      Token: text(100),
      Currency: Type.Optional(CurrencyCode),
      Country: Type.Optional(CountryCode),
      CountryHint: Type.Optional(CountryCode),
      WebPublishingPlatform: Type.Optional(WebPublishingPlatform),
      DeveloperPayload: Type.Optional(text(1000)),
      ...hints,
    }),
    reply: text(100_000),
    replyType: 'text/html',
    errors: ['UnknownGame', 'NotFound'],
  }),
  confirmPaymentWithRedirect: route({
    method: 'POST',
    path: '/store/confirm_payment_with_redirect',
    access: ['anyone'],
    summary: "Receives that page's form: uses the token, creates the order and redirects to the provider's page.",
    body: object({
      Game: GameName,
      Sku,
      Token: text(100),
      Currency: Type.Optional(CurrencyCode),
      Country: Type.Optional(CountryCode),
      WebPublishingPlatform: Type.Optional(WebPublishingPlatform),
      DeveloperPayload: Type.Optional(text(1000)),
      AcceptedVersions: Type.Optional(
        Type.String({
          pattern: `^${uuidText}( ${uuidText}){0,9}$`,
          maxLength: 400,
          description: 'IDs of the document versions that the buyer accepted with the checkbox, separated by spaces',
        }),
      ),
      ...hints,
    }),
    bodyType: 'form',
    reply: text(100_000),
    replyType: 'text/html',
    errors: [
      'UnknownGame',
      'NotFound',
      'NotConfigured',
      'TokenExpiredOrUsed',
      'Conflict',
      'GameNotConnected',
      'DocumentsNotAccepted',
      'SignInAgain',
      'PaymentRefused',
      'ProviderUnavailable',
    ],
    perMinute: 60,
  }),
  continueRedirectWithPi: route({
    method: 'POST',
    path: '/store/continue_redirect_with_pi',
    access: ['anyone'],
    summary: 'Continue a redirect purchase after the buyer entered personal information.',
    body: OrderPersonalInfoRequest,
    reply: object({ RedirectUrl: url }),
    errors: ['NotFound', 'NotConfigured', 'Conflict', 'PaymentRefused', 'ProviderUnavailable'],
    perMinute: 60,
  }),
  getPaymentStatus: route({
    method: 'POST',
    path: '/store/get_payment_status',
    access: allSessionKinds,
    summary: "The status of one of the caller's orders.",
    body: OrderParams,
    reply: object({ Status: OrderStatus, SimpleStatus: SimpleOrderStatus, CheckoutStatus }),
    errors: ['NotFound'],
    perMinute: 300,
  }),
  merchantPaymentCompleted: route({
    method: 'POST',
    path: '/store/merchant_payment_completed',
    access: ['anyone'],
    summary: "The data of the page shown after a merchant's own payment.",
    body: object({ Token: text(100), Locale: Type.Optional(Locale) }),
    reply: object({
      PublicOrderId,
      Status: SimpleOrderStatus,
      CheckoutStatus,
      OrderPrice: Type.Optional(PriceData),
      OrderProduct,
    }),
    errors: ['NotFound'],
  }),
  setOptimisticOrderStatus: route({
    method: 'POST',
    path: '/store/set-optimistic-order-status',
    access: allSessionKinds,
    summary:
      'Report the order status that the client assumes. A hint only: it never changes money, status or delivery.',
    body: object({ PublicOrderId, Status: Type.Enum(['Completed', 'Cancelled']) }),
    reply: object({ Status: OrderStatus }),
    errors: ['NotFound'],
  }),
  updateOrderPi: route({
    method: 'POST',
    path: '/store/update-order-pi',
    access: allSessionKinds,
    summary: 'Add the personal information that an order needs.',
    body: OrderPersonalInfoRequest,
    reply: SuccessReply,
    errors: ['NotFound'],
  }),
  orders: route({
    method: 'POST',
    path: '/store/orders',
    access: allSessionKinds,
    summary: "The caller's orders, newest first.",
    body: object({
      Game: Type.Optional(GameName),
      Locale: Type.Optional(Locale),
      Limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
      Before: Type.Optional(PublicOrderId),
    }),
    reply: object({
      Orders: Type.Array(OrderSummary),
      /** The value for `Before` in the next call; absent on the last page. */
      Next: Type.Optional(PublicOrderId),
    }),
  }),
  orderHistory: route({
    method: 'POST',
    path: '/store/order_history',
    access: allSessionKinds,
    summary: "The history of one of the caller's orders.",
    body: object({ PublicOrderId, Locale: Type.Optional(Locale) }),
    reply: OrderHistory,
    errors: ['NotFound'],
    perMinute: 120,
  }),
  redeliver: route({
    method: 'POST',
    path: '/store/redeliver',
    access: allSessionKinds,
    summary: `Send a paid order to the game again, as the same delivery ("I didn't get it").`,
    body: OrderParams,
    reply: object({ Outcome: oneOf(redeliveryOutcomes), AskAgainAt: Type.Optional(instant) }),
    errors: ['NotFound'],
    perMinute: 20,
  }),
  requestRefund: route({
    method: 'POST',
    path: '/store/request_refund',
    access: ['whole'],
    summary:
      "Refund one of the caller's purchases, if the game's refund rule allows it. Repeating the call returns the same refund.",
    body: OrderParams,
    reply: object({ Outcome: oneOf(['Requested', 'Returned']) }),
    errors: ['NotFound', 'RefundNotOffered', 'RefundTooLate', 'RefundAfterDelivery', 'TooManyRefunds'],
    perMinute: 10,
  }),
};
