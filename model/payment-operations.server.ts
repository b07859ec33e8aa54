// The operations of a payment adapter, for payment providers and for platforms that take money themselves. Adapters
// never read the environment or the database and never trust the browser. If a result is unknown (timeout, 5xx, invalid
// response), an adapter throws and the core retries with the same idempotency key; it must not report "refused".
import type { Fetch } from './fetch.server.ts';
import type { PaymentEvent } from './payment-event.ts';

export interface PaymentHost<Settings = unknown> {
  readonly fetch: Fetch;
  readonly now: () => Date;
  readonly log: { warn(data: object, text: string): void };
  readonly settings: Settings;
}

export interface CreatePaymentRequest {
  /** Also the idempotency key at the provider. */
  readonly attemptId: string;
  readonly orderId: string;
  readonly game: string;
  readonly amountMinor: number;
  readonly currency: string;
  readonly product: { readonly sku: string; readonly name: string; readonly description: string };
  readonly quantity: number;
  readonly buyer: {
    readonly accountId: string;
    readonly name: string;
    readonly email?: string;
    /** Digits with the country code, without a plus sign. */
    readonly phone?: string;
    /** ISO 3166, two letters. */
    readonly country?: string;
    /** The buyer's id on the platform, if the platform takes the money itself. */
    readonly externalId?: string;
  };
  /** The platform's request block as the browser sent it; unverified. */
  readonly request?: object;
  /**
   * The buyer's IP address. Stored encrypted until the provider has replied, so that a retry sends the same address.
   * Absent from attempts of older releases.
   */
  readonly callerAddress?: string;
  readonly locale: string;
  /** Our page to which the provider's pages return the buyer, whatever the outcome. */
  readonly returnUrl: string;
  /**
   * Records that the buyer has come back, then redirects to the order's page; for `confirmAfterReturn`. Absent from
   * attempts written by older releases.
   */
  readonly recordedReturnUrl?: string;
  /** Our page with the payment form, if the manifest names one. Anyone who has this URL can pay. */
  readonly formUrl?: string;
  readonly productUrl?: string;
  readonly wantsRedirect: boolean;
  /** Stored, so that a retry of the attempt sends the same values. */
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export interface ProductPageParams {
  readonly url: string;
  readonly name: string;
  readonly description: string;
  readonly imageUrl?: string;
  readonly amountMinor: number;
  readonly currency: string;
}

export interface ProductPageMetaTags {
  /** The `prefix` attribute of the head: the namespaces of the tags. */
  readonly prefix: string;
  readonly tags: readonly (readonly [property: string, content: string])[];
}

export type CreatePaymentResult<Block = unknown> =
  | {
      readonly outcome: 'created';
      /** The provider's id, if it assigns one before the payment is paid. */
      readonly providerPaymentId?: string;
      readonly reply: Block;
      readonly redirectUrl?: string;
      readonly expiresAt?: Date;
      /** `confirm` only once the buyer has come back through `recordedReturnUrl`. */
      readonly confirmAfterReturn?: boolean;
    }
  /** The provider rejected it for good; a retry won't help. `reason` contains no secret. */
  | { readonly outcome: 'refused'; readonly reason: string };

export interface AttemptReference {
  readonly attemptId: string;
  readonly orderId: string;
  readonly providerPaymentId?: string;
  readonly amountMinor: number;
  readonly currency: string;
  readonly createdAt: Date;
  /** For a claimed purchase: the value that the adapter needs to query it later. */
  readonly receipt?: string;
}

/** A purchase on a platform, verified by the adapter. */
export interface ProvedPurchase {
  /** The platform's id of the purchase; it is granted once, to one account. */
  readonly transactionId: string;
  /** Our order, if the platform returns its id; otherwise an order is created. */
  readonly orderId?: string;
  /**
   * The platform returns no order ids: without `orderId` the purchase pays the buyer's newest waiting order of the
   * product. An order is created if there is none.
   */
  readonly paysWaitingOrder?: boolean;
  /** The buyer's id on the platform, if the proof contains it, for purchases that only a webhook reports. */
  readonly payerId?: string;
  /** Another id of the purchase, by which the platform's webhooks name it. Default: `transactionId`, with a receipt. */
  readonly providerPaymentId?: string;
  readonly sku: string;
  /** The paid amount. If the proof does not contain it, our price on that platform is assumed. */
  readonly amountMinor?: number;
  readonly currency?: string;
  /**
   * The proof is only a number, which others could guess, so it must also name an order or the claiming player's
   * account.
   */
  readonly isGuessable?: boolean;
  /** The platform sets the price, in any currency, possibly zero. Otherwise the amount must equal our price. */
  readonly isPlatformPriced?: boolean;
  readonly isTest: boolean;
  /**
   * The operator allows this test purchase to be granted where test money is otherwise refused. It is still marked as a
   * test.
   */
  readonly isTestAllowed?: boolean;
  /** Bought but not paid yet: the order stays open and the platform's records are checked. */
  readonly isPending?: boolean;
  /**
   * The value that the adapter needs to query the purchase later. Stored encrypted. It also lets a webhook find the
   * purchase by `transactionId`.
   */
  readonly receipt?: string;
}

/** The provider's record of one attempt. `isOver`: it can no longer be paid. */
export interface ProviderAttemptRecord {
  readonly events: readonly PaymentEvent[];
  readonly isOver: boolean;
  /**
   * For providers without a webhook for this: the buyer has agreed, and the provider charges only after `confirm`, or
   * stops after `cancel`.
   */
  readonly toConfirm?: Pick<ChargeConfirmationRequest, 'amountMinor' | 'currency' | 'key'>;
}

export interface FinishPurchaseRequest extends AttemptReference {
  readonly isConsumable: boolean;
}

export interface RefundRequest extends AttemptReference {
  /** Also the idempotency key at the provider. */
  readonly refundId: string;
  readonly transactionId: string;
  readonly refundMinor: number;
  readonly isOverpayment: boolean;
  /** For the refund receipt that some countries require. Absent if unknown or deleted with the account. */
  readonly buyer?: {
    readonly email?: string;
    readonly phone?: string;
    readonly externalId?: string;
  };
}

export type RefundResult =
  | { readonly outcome: 'done'; readonly events: readonly PaymentEvent[] }
  /** The provider accepted the request; a webhook or a later check brings the result. */
  | { readonly outcome: 'pending'; readonly providerRefundId?: string }
  | { readonly outcome: 'refused'; readonly reason: string };

/** A webhook as received; unverified. */
export interface Webhook {
  /** Default: POST. */
  readonly method?: 'GET' | 'POST';
  readonly query?: URLSearchParams;
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly remoteAddress: string;
}

export type ParsedWebhook =
  | (CustomReply &
      /**
       * If `question` is set, the provider charges only after our reply. New events are applied only if this buyer may
       * pay the order now at this price; otherwise the result is `unknown-order` and the provider does not charge.
       */
      (
        | {
            readonly outcome: 'events';
            readonly events: readonly PaymentEvent[];
            readonly question?: OrderQuery;
            /** The provider may already have charged, so a refusal is recorded for an operator. */
            readonly mayBeCharged?: true;
          }
        /** Proves nothing: check the provider's record of this attempt. */
        | { readonly outcome: 'check-payment'; readonly attemptId?: string; readonly providerPaymentId?: string }
        /**
         * Proves a purchase that no player may have claimed yet; it goes to the account of the order that it names, if
         * any.
         */
        | { readonly outcome: 'purchase'; readonly purchase: ProvedPurchase }
        /** The provider asks whether this player exists. Changes nothing. */
        | { readonly outcome: 'player-query'; readonly accountId: string }
        /**
         * The buyer has entered a payment method. The provider charges only after `confirm`, or stops after `cancel`.
         */
        | ({ readonly outcome: 'confirmation-request' } & ChargeConfirmationRequest)
        | { readonly outcome: 'ignored' }
        | { readonly outcome: 'refused'; readonly reason: string }
      ))
  /** The provider asks for an order's details, or whether this buyer may pay it now. Changes nothing. */
  | {
      readonly outcome: 'order-query';
      readonly question: OrderQuery;
      /** `order` is undefined if it can't be paid now, or not by this buyer. */
      readonly answer: (order: OrderQueryReply | undefined) => WebhookReply;
    };

interface CustomReply {
  /**
   * Replaces `buildWebhookReply` if the reply depends on the webhook or the settings. The same webhook with the same
   * result must always get the same reply.
   */
  readonly answer?: (end: WebhookResult) => WebhookReply;
}

export interface ChargeConfirmationRequest {
  /** At least one of the two ids is set; ours if the provider returns it. */
  readonly attemptId?: string;
  readonly providerPaymentId?: string;
  readonly amountMinor: number;
  readonly currency: string;
  /** Identifies the confirmation if an attempt can have several. Each key is confirmed once. */
  readonly key: string;
}

export interface OrderQuery {
  readonly attemptId?: string;
  readonly orderId?: string;
  /** The platform's id of the player who wants to pay; it must be the order's buyer. */
  readonly payerId: string;
  readonly amountMinor?: number;
  readonly currency?: string;
  readonly sku?: string;
  readonly locale?: string;
}

export interface OrderQueryReply {
  readonly orderId: string;
  readonly sku: string;
  readonly name: string;
  readonly description: string;
  readonly imageUrl?: string;
  readonly amountMinor: number;
  readonly currency: string;
}

/** The result of processing a webhook; the adapter turns it into the provider's reply. */
export type WebhookResult =
  | 'done'
  /** Can't be processed now; the provider should resend it. */
  | 'retry'
  /** Not signed by the provider, or not for us. */
  | 'refused'
  /** The amount, currency or mode differs from the order's. Recorded for an operator. */
  | 'mismatch'
  | 'unknown-order'
  | 'known-player'
  | 'unknown-player';

export interface WebhookReply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON; a string as plain text unless the headers set a `content-type`. */
  readonly body?: object | string;
}

export interface DateRange {
  readonly from: Date;
  readonly to: Date;
}

export interface SaleContext {
  readonly game: string;
  /** ISO 3166, three letters; absent if unknown. */
  readonly country?: string;
  readonly request?: object;
}

/** `portal`: the portal's own payment providers; `provider`: one of them and no other, by its name on the wire. */
export type PaymentHandlerDecision = 'portal' | 'platform' | 'nobody' | { readonly provider: string };

type WithRequest<Request> = Request extends object ? { readonly request: Request } : unknown;

/** `Request` is the request block of the manifest, if it has one. */
export interface PaymentOperations<Settings, Block, Request = undefined> {
  /** For platforms whose manifest leaves the decision to the adapter: decides who takes the money for this sale. */
  readonly paymentHandler?: (moment: SaleContext, host: PaymentHost<Settings>) => Promise<PaymentHandlerDecision>;
  readonly needsEmail: (settings: Settings) => boolean;
  /** Whether that receipt takes a phone number instead. */
  readonly acceptsPhone?: (settings: Settings) => boolean;
  /**
   * For providers that read a public page of each product. Every price ever ordered has its own URL, and old URLs stay
   * valid.
   */
  readonly productPage?: (product: ProductPageParams) => ProductPageMetaTags;
  create(
    this: void,
    payment: CreatePaymentRequest & WithRequest<Request>,
    host: PaymentHost<Settings>,
  ): Promise<CreatePaymentResult<Block>>;
  readonly read: (attempt: AttemptReference, host: PaymentHost<Settings>) => Promise<ProviderAttemptRecord>;
  /**
   * The provider's records are found only by the provider's id. An attempt whose creation got no response has no such
   * id, so it is created again with the same key.
   */
  readonly needsProviderId?: true;
  /**
   * All our charges and refunds in the time span; throws rather than return an incomplete list. An event without an
   * amount means that the payment's record has to be read.
   */
  readonly list?: (span: DateRange, host: PaymentHost<Settings>) => Promise<readonly PaymentEvent[]>;
  /**
   * For providers that can list only refunds: all refunds in the time span; throws rather than return an incomplete
   * list.
   */
  readonly listRefunds?: (span: DateRange, host: PaymentHost<Settings>) => Promise<readonly PaymentEvent[]>;
  /** Tells the platform that a purchase was granted. Runs as a job, with retries. */
  readonly finish?: (purchase: FinishPurchaseRequest, host: PaymentHost<Settings>) => Promise<void>;
  /** Closes an open payment if the provider can. A payment made in the meantime is found by `read`. */
  readonly cancel?: (attempt: AttemptReference, host: PaymentHost<Settings>) => Promise<void>;
  /**
   * Lets the provider charge a payment that awaits confirmation. Returns what the response proves; nothing if a webhook
   * follows. Idempotent.
   */
  readonly confirm?: (attempt: AttemptReference, host: PaymentHost<Settings>) => Promise<readonly PaymentEvent[]>;
  readonly refund: (refund: RefundRequest, host: PaymentHost<Settings>) => Promise<RefundResult>;
  /** The provider can't refund a part of a payment. `remedy` tells the operator where to do it instead. */
  readonly fullRefundsOnly?: { readonly remedy: string };
  /** The provider also sends webhooks by GET; otherwise only POST is accepted. */
  readonly sendsWebhooksByGet?: true;
  readonly parseWebhook: (webhook: Webhook, host: PaymentHost<Settings>) => Promise<ParsedWebhook>;
  readonly buildWebhookReply: (end: WebhookResult) => WebhookReply;
}
