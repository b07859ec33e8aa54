// How a payment is created, read, cancelled and refunded, and how a webhook becomes events: what payment providers declare, and platforms that
// take money themselves. The core performs: it keeps orders, counts every event once, and decides. Who declares reads no
// environment and no database, and nothing that a browser says is proof.
//
// Whatever cannot be known (no answer, a 5xx, nonsense) is thrown. The core then asks again, with the same key: nobody may answer
// "no" for "I do not know".
import type { Fetch } from './fetch.server.ts';
import type { PaymentEvent } from './payment-event.ts';

/** What an adapter gets to work with. */
export interface PaymentHost<Settings = unknown> {
  readonly fetch: Fetch;
  readonly now: () => Date;
  readonly log: { warn(data: object, text: string): void };
  /** The settings for the game of the order, else those of the portal; checked against the manifest's schema. */
  readonly settings: Settings;
}

export interface CreatePaymentRequest {
  /** Also the key under which the provider makes it once: asked again with the same, it answers the same. */
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
    /** Digits with the country's code, no plus. */
    readonly phone?: string;
    /** ISO 3166, two letters. */
    readonly country?: string;
    /** Who the buyer is where the game is played, when that is a platform that takes the money itself. */
    readonly externalId?: string;
  };
  /** The block of the platform on which it is bought, as the browser sent it. Nothing in it is proved. */
  readonly request?: object;
  /**
   * Where the buyer was when he asked for it, IPv4 or IPv6. Kept sealed until the provider has answered, so that whoever opens it again,
   * a check without a buyer as well, says the same. Absent from attempts that a release has written which did not know it.
   */
  readonly callerAddress?: string;
  readonly locale: string;
  /** The page of ours on which every way through the provider's pages ends. */
  readonly returnUrl: string;
  /** The page of ours on which it is paid, where the manifest names one. Whoever has the address can pay it. */
  readonly formUrl?: string;
  /** The public page of the product at this price, where the adapter has one (`productPage`). */
  readonly productUrl?: string;
  /** The buyer leaves the portal for the provider's page: no widget can be shown. */
  readonly wantsRedirect: boolean;
  /** When the attempt was written. All of this is the same whenever the same attempt is opened again. */
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** A product at one price, as its public page shows it to everybody. */
export interface ProductOnPage {
  /** The page itself. */
  readonly url: string;
  readonly name: string;
  readonly description: string;
  readonly imageUrl?: string;
  readonly amountMinor: number;
  readonly currency: string;
}

/** What a provider reads from the head of such a page. The core writes the page. */
export interface ProductPage {
  /** Of the head: the namespaces of the tags. */
  readonly prefix: string;
  /** Properties with what they say. */
  readonly tags: readonly (readonly [property: string, content: string])[];
}

export type PaymentCreation<Block = unknown> =
  | {
      readonly outcome: 'created';
      /** What the provider calls it, where it has a name before it is paid. */
      readonly providerPaymentId?: string;
      /** The manifest's block, for the browser adapter. */
      readonly reply: Block;
      /** Where a buyer pays who has left the portal; absent where there is no such page. */
      readonly redirectUrl?: string;
      readonly expiresAt?: Date;
    }
  /** The provider will not do it, today and tomorrow. `reason` holds no secret. */
  | { readonly outcome: 'refused'; readonly reason: string };

/** An attempt as the core knows it. */
export interface AttemptReference {
  readonly attemptId: string;
  readonly orderId: string;
  readonly providerPaymentId?: string;
  readonly amountMinor: number;
  readonly currency: string;
  readonly createdAt: Date;
  /** Of a purchase that was claimed: what the adapter gave to be asked with later. */
  readonly receipt?: string;
}

/** A purchase that a platform has proved, whoever has brought it. */
export interface ProvedPurchase {
  /** The platform's own id of it: it counts once, for one account. */
  readonly transactionId: string;
  /** Our order, where the platform repeats it; without one an order is made for it. */
  readonly orderId?: string;
  readonly sku: string;
  /** What was paid, with its currency. Absent where the proof does not tell it: then it is what we sell it for there. */
  readonly amountMinor?: number;
  readonly currency?: string;
  /** Its proof is a plain number, which others can guess: it has to name an order or the account of the player who brings it. */
  readonly isGuessable?: boolean;
  /** The platform itself sets the price, in any currency: what it tells is what was paid, be it nothing. Else it has to be ours. */
  readonly isPricedThere?: boolean;
  readonly isTest: boolean;
  /** An operator lets it be granted although it is no real money, where none is taken otherwise. It stays a test. */
  readonly isTestTaken?: boolean;
  /** It is bought and not paid yet: its order is kept open, and the records are read about it. */
  readonly isPending?: boolean;
  /** What the adapter has to be given to ask about it later. Kept sealed; with it a webhook finds the purchase by its `transactionId`. */
  readonly receipt?: string;
}

/** What the provider's own records say about one attempt. `isOver`: nothing can be paid any more. */
export interface Reading {
  readonly events: readonly PaymentEvent[];
  readonly isOver: boolean;
  /** For who sends no webhook about it: the buyer has agreed, and nothing is charged before we say so. `confirm` follows, or `cancel`. */
  readonly toConfirm?: Pick<Confirmation, 'amountMinor' | 'currency' | 'key'>;
}

export interface FinishPurchaseRequest extends AttemptReference {
  /** It is used up, and can be bought again. */
  readonly isConsumable: boolean;
}

export interface RefundToSend extends AttemptReference {
  /** Also the key under which the provider does it once. */
  readonly refundId: string;
  /** The charge's own id, as the event told it. */
  readonly transactionId: string;
  readonly refundMinor: number;
  readonly isExtra: boolean;
  /** For the receipt of a refund, where the law wants one; absent when nobody gave it, or it went with the account. */
  readonly buyer?: {
    readonly email?: string;
    readonly phone?: string;
    /** As in `CreatePaymentRequest`. */
    readonly externalId?: string;
  };
}

export type RefundResult =
  | { readonly outcome: 'done'; readonly events: readonly PaymentEvent[] }
  /** It was taken; a webhook or a later read tells the rest. */
  | { readonly outcome: 'pending'; readonly providerRefundId?: string }
  | { readonly outcome: 'refused'; readonly reason: string };

/** A webhook as it came: nothing of it has been believed yet. */
export interface Webhook {
  /** Absent: POST. */
  readonly method?: 'GET' | 'POST';
  /** Of the address; absent: it had none. */
  readonly query?: URLSearchParams;
  /** Empty where it came by GET. */
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** From a proxy that is trusted, or the connection itself. */
  readonly remoteAddress: string;
}

export type ParsedWebhook =
  | (OwnWords &
      /**
       * With a question: nothing is charged before our answer. What is new counts only if the order may be paid now, by this person and
       * at this price; else the end is `unknown-order`, and whoever has sent it takes no money.
       */
      (
        | {
            readonly outcome: 'facts';
            readonly facts: readonly PaymentEvent[];
            readonly question?: OrderQuery;
            /** Nobody knows whether it is so there: where the answer is no, it is kept for an operator. */
            readonly mayBeCharged?: true;
          }
        /** Proves nothing: the provider's records are to be read about this attempt. */
        | { readonly outcome: 'check-payment'; readonly attemptId?: string; readonly providerPaymentId?: string }
        /** Proves a purchase that nobody has brought yet, perhaps: it is given to the account whose order it names, if it names one. */
        | { readonly outcome: 'purchase'; readonly purchase: ProvedPurchase }
        /** The provider asks whether this is a player of ours. Nothing changes by it. */
        | { readonly outcome: 'player-query'; readonly accountId: string }
        /** The buyer has given his means of payment, and nothing is charged before we say so: `confirm` follows, or `cancel`. */
        | ({ readonly outcome: 'confirmation-request' } & Confirmation)
        | { readonly outcome: 'ignored' }
        | { readonly outcome: 'refused'; readonly reason: string }
      ))
  /** Asks what an order is, or whether it may be paid now, and by this person. Nothing changes by it. */
  | {
      readonly outcome: 'order-query';
      readonly question: OrderQuery;
      /** Without an order: it may not be paid, or not by this person. */
      readonly answer: (order: OrderQueryReply | undefined) => WebhookAnswer;
    };

interface OwnWords {
  /**
   * Instead of `buildWebhookReply`, where the words depend on the webhook or on the settings. The same end of the same webhook is answered
   * the same, however often it comes.
   */
  readonly answer?: (end: WebhookResult) => WebhookReply;
}

export interface Confirmation {
  /** One of both, ours where the provider repeats it. */
  readonly attemptId?: string;
  readonly providerPaymentId?: string;
  /** What is about to be charged. */
  readonly amountMinor: number;
  readonly currency: string;
  /** What is to be confirmed, where an attempt may come to it more than once. The same is confirmed once. */
  readonly key: string;
}

export interface OrderQuery {
  readonly attemptId?: string;
  readonly orderId?: string;
  /** Who wants to pay, by the platform's name for him: he has to be the buyer. */
  readonly payerId: string;
  /** What he is about to pay; absent: he asks for the price. */
  readonly amountMinor?: number;
  readonly currency?: string;
  /** What he believes to pay for; absent: nobody says. */
  readonly sku?: string;
  /** In which language it is asked. */
  readonly locale?: string;
}

/** What a question about an order is answered with. */
export interface OrderQueryReply {
  readonly orderId: string;
  readonly sku: string;
  readonly name: string;
  readonly description: string;
  readonly imageUrl?: string;
  readonly amountMinor: number;
  readonly currency: string;
}

/** How a webhook ended, for the adapter to say in the provider's words. */
export type WebhookResult =
  | 'done'
  /** Not now: the provider is to send it again. */
  | 'retry'
  /** Not signed by the provider, or not meant for us. */
  | 'refused'
  /** The amount, the currency or the mode are not those of the order. Kept for an operator. */
  | 'mismatch'
  | 'unknown-order'
  | 'known-player'
  | 'unknown-player';

export interface WebhookReply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object leaves as JSON, a text as it is: plain text, unless `content-type` among the headers says what it is. */
  readonly body?: object | string;
}

export interface Span {
  readonly from: Date;
  readonly to: Date;
}

/** What decides who takes the money, where that is asked. */
export interface SaleContext {
  readonly game: string;
  /** ISO 3166, three letters; absent: nobody knows where the buyer is. */
  readonly country?: string;
  /** The block of the platform, where its browser adapter has sent one. Nothing in it is proved. */
  readonly request?: object;
}

/** `portal`: the portal's own payment providers; `provider`: one of them and no other, by its name on the wire. */
export type PaymentHandlerDecision = 'portal' | 'platform' | 'nobody' | { readonly provider: string };

type WithRequest<Request> = Request extends object ? { readonly request: Request } : unknown;

/** What a payment provider, or a platform that takes money itself, can do. `Request` is the block of its manifest, if it has one. */
export interface PaymentOperations<Settings, Block, Request = undefined> {
  /** Who takes the money now, for a platform whose manifest says that it is to be asked. */
  readonly paymentHandler?: (moment: SaleMoment, host: PaymentHost<Settings>) => Promise<PaymentHandlerDecision>;
  /** What a receipt needs of the buyer before anything is opened. */
  readonly needsEmail: (settings: Settings) => boolean;
  /**
   * Whoever sells by the address of a page that it reads itself. There is one for each product and price that was ever ordered; a new
   * price has a new address, and old ones stay.
   */
  readonly productPage?: (product: ProductOnPage) => ProductPage;
  create(
    this: void,
    payment: CreatePaymentRequest & WithRequest<Request>,
    host: PaymentHost<Settings>,
  ): Promise<PaymentCreation<Block>>;
  readonly read: (attempt: AttemptReference, host: PaymentHost<Settings>) => Promise<Reading>;
  /**
   * Its records know an attempt by the provider's name alone. One whose opening got no answer has none: it is opened again, with
   * the same key, and what comes of that tells whether it is there.
   */
  readonly readsByName?: true;
  /**
   * Everything of ours that it took or gave back and that began in the span, as events: all of it, or it throws. Whose list
   * tells less than its webhooks says so in its README. A payment without an amount is one about which the records have to be read.
   */
  readonly list?: (span: Span, host: PaymentHost<Settings>) => Promise<readonly PaymentEvent[]>;
  /** For who has no list of all: what it gave back in the span, as events; all of it, or it throws. */
  readonly listRefunds?: (span: Span, host: PaymentHost<Settings>) => Promise<readonly PaymentEvent[]>;
  /** What the platform has to be told of a purchase once it is granted. A job does it, as often as it takes. */
  readonly finish?: (purchase: FinishPurchaseRequest, host: PaymentHost<Settings>) => Promise<void>;
  /** Closes what is open, as far as the provider lets one. What was paid meanwhile is found by a read. */
  readonly cancel?: (attempt: AttemptReference, host: PaymentHost<Settings>) => Promise<void>;
  /**
   * Lets the provider charge what a webhook or a reading has asked to confirm, and tells what that proves: of who sends webhooks about
   * it nothing. Said again, it changes nothing.
   */
  readonly confirm?: (attempt: AttemptReference, host: PaymentHost<Settings>) => Promise<readonly PaymentEvent[]>;
  readonly refund: (refund: RefundToSend, host: PaymentHost<Settings>) => Promise<RefundResult>;
  /** It sends back a whole payment and no part of one. The remedy says where an operator does it instead. */
  readonly refundsWholeOnly?: { readonly remedy: string };
  /** It also sends webhooks by GET. Without it the door takes POST alone. */
  readonly sendsByGet?: true;
  readonly parseWebhook: (webhook: Webhook, host: PaymentHost<Settings>) => Promise<ParsedWebhook>;
  /** In the provider's own words; a webhook that is answered with something of its own brings its answer along. */
  readonly buildWebhookReply: (end: WebhookResult) => WebhookReply;
}
