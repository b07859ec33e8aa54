// What the server half of a payment provider is. It declares how a payment is opened, read and refunded and how a notice
// becomes facts; the core performs: it keeps orders, counts every fact once, and decides. A half reads no environment and no
// database, and nothing that a browser says is proof.
//
// Whatever cannot be known (no answer, a 5xx, nonsense) is thrown. The core then asks again, with the same key: a half must
// never answer "no" for "I do not know".
import type { Static, TObject } from 'typebox';
import type { Fetch } from '#model/fetch.server.ts';
import type { PaymentFact } from '#model/payment-fact.ts';
import type { ProviderManifest } from './port.ts';

/** What a half gets to work with. */
export interface ProviderHost<Settings = unknown> {
  readonly fetch: Fetch;
  readonly now: () => Date;
  readonly log: { warn(data: object, text: string): void };
  /** The settings for the game of the order, else those of the portal; checked against the manifest's schema. */
  readonly settings: Settings;
}

export interface PaymentToOpen {
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
  };
  readonly locale: string;
  /** The page of ours on which every way through the provider's pages ends. */
  readonly returnUrl: string;
  /** The buyer leaves the portal for the provider's page: no widget can be shown. */
  readonly wantsRedirect: boolean;
  /** When the attempt was written. All of this is the same whenever the same attempt is opened again. */
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export type Opening<Block = unknown> =
  | {
      readonly outcome: 'opened';
      /** What the provider calls it, where it has a name before it is paid. */
      readonly providerPaymentId?: string;
      /** The manifest's block, for the browser half. */
      readonly reply: Block;
      /** Where a buyer pays who has left the portal; absent where there is no such page. */
      readonly redirectUrl?: string;
      readonly expiresAt?: Date;
    }
  /** The provider will not do it, today and tomorrow. `reason` holds no secret. */
  | { readonly outcome: 'refused'; readonly reason: string };

/** An attempt as the core knows it. */
export interface KnownAttempt {
  readonly attemptId: string;
  readonly orderId: string;
  readonly providerPaymentId?: string;
  readonly amountMinor: number;
  readonly currency: string;
  readonly createdAt: Date;
}

/** What the provider's own books say about one attempt. `isOver`: nothing can be paid any more. */
export interface Reading {
  readonly facts: readonly PaymentFact[];
  readonly isOver: boolean;
}

export interface RefundToSend extends KnownAttempt {
  /** Also the key under which the provider does it once. */
  readonly refundId: string;
  /** The charge's own id, as the fact told it. */
  readonly transactionId: string;
  readonly refundMinor: number;
  readonly isExtra: boolean;
  /** For the receipt of a refund, where the law wants one; absent when nobody gave it, or it went with the account. */
  readonly buyer?: { readonly email?: string; readonly phone?: string };
}

export type RefundOutcome =
  | { readonly outcome: 'done'; readonly facts: readonly PaymentFact[] }
  /** It was taken; a notice or a later read tells the rest. */
  | { readonly outcome: 'pending'; readonly providerRefundId?: string }
  | { readonly outcome: 'refused'; readonly reason: string };

/** A notice as it came: nothing of it has been believed yet. */
export interface Notice {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** From a proxy that is trusted, or the connection itself. */
  readonly remoteAddress: string;
}

export type Heard =
  /** Proved by the notice itself. */
  | { readonly outcome: 'facts'; readonly facts: readonly PaymentFact[] }
  /** Proves nothing: the provider's books are to be read about this attempt. */
  | { readonly outcome: 'look'; readonly attemptId?: string; readonly providerPaymentId?: string }
  /** The provider asks whether this is a player of ours. Nothing changes by it. */
  | { readonly outcome: 'asks for player'; readonly accountId: string }
  | { readonly outcome: 'ignored' }
  | { readonly outcome: 'refused'; readonly reason: string };

/** How a notice ended, for the half to say in the provider's words. */
export type HookEnd =
  | 'done'
  /** Not now: the provider is to send it again. */
  | 'retry'
  /** Not signed by the provider. */
  | 'refused'
  /** The amount, the currency or the mode are not those of the order. Kept for an operator. */
  | 'mismatch'
  | 'unknown order'
  | 'known player'
  | 'unknown player';

export interface HookAnswer {
  readonly status: number;
  readonly body?: object;
}

type SettingsOf<M extends ProviderManifest> = M extends { settings: infer S extends TObject } ? Static<S> : undefined;
type BlockOf<M extends ProviderManifest> = M extends { paymentReply: { block: infer B extends TObject } }
  ? Static<B>
  : never;

export interface ServerHalf<M extends ProviderManifest = ProviderManifest> {
  /** What a receipt needs of the buyer before anything is opened. */
  readonly needsEmail: (settings: SettingsOf<M>) => boolean;
  readonly open: (payment: PaymentToOpen, host: ProviderHost<SettingsOf<M>>) => Promise<Opening<BlockOf<M>>>;
  readonly read: (attempt: KnownAttempt, host: ProviderHost<SettingsOf<M>>) => Promise<Reading>;
  /** Closes what is open, as far as the provider lets one. What was paid meanwhile is found by a read. */
  readonly cancel?: (attempt: KnownAttempt, host: ProviderHost<SettingsOf<M>>) => Promise<void>;
  readonly refund: (refund: RefundToSend, host: ProviderHost<SettingsOf<M>>) => Promise<RefundOutcome>;
  readonly hear: (notice: Notice, host: ProviderHost<SettingsOf<M>>) => Promise<Heard>;
  readonly answer: (end: HookEnd) => HookAnswer;
}

/** Declares the server half of a manifest. */
export const serverHalf = <const M extends ProviderManifest>(_: M, half: ServerHalf<M>): ServerHalf<M> => half;
