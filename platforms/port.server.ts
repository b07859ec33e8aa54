// The server adapter of a platform: verifies logins, handles payments and implements API calls. It reads neither the
// environment nor the database; the core stores accounts, sessions and orders.
import type { Static, TObject } from 'typebox';
import type { Fetch } from '#model/fetch.server.ts';
import type { PaymentOperations, ProvedPurchase } from '#model/payment-operations.server.ts';
import type { VerifiedProof, ProvedIdentity } from '#model/proof.ts';
import type { RouteGroup, InputOfRoute, ReplyOfRoute } from '#model/route.ts';
import type { PlatformManifest } from './port.ts';

export type VerifyLoginResult =
  /** `guest`: the platform knows the browser but not the person. */
  | {
      readonly outcome: 'proved';
      readonly proof: VerifiedProof;
      readonly guest: boolean;
      /**
       * Another id of the same player, proved in the same login, by which the platform's players were known before. An
       * account that has it is signed in to; otherwise `proof` counts. It never creates or links anything.
       */
      readonly earlierIdentity?: ProvedIdentity;
    }
  /**
   * The platform knows neither. The player becomes a guest of the manifest's `guestType`, known only by the session
   * token.
   */
  | { readonly outcome: 'guest' }
  /** A one-time code that we issued to this person. */
  | { readonly outcome: 'login-code'; readonly code: string }
  /** `reason` is for the log and developers. It contains no secrets and no complete vendor response. */
  | { readonly outcome: 'refused'; readonly reason: string; readonly message?: string };

export interface PlatformHost<Settings = unknown> {
  readonly fetch: Fetch;
  readonly now: () => Date;
  readonly log: { warn(data: object, text: string): void };
  readonly game: string;
  /** The portal's URL without a trailing slash, such as `https://play.example`. */
  readonly portalUrl: string;
  /** The caller's IP address, IPv4 or IPv6. Never stored. */
  readonly callerAddress: string;
  /**
   * Prevents replays of a nonce, ticket or login. Returns true the first time on any node. A hash is remembered until
   * `until`; after that it returns false.
   */
  consumeOnce(proof: string, until: Date): Promise<boolean>;
  /** The game's settings, else the portal's, validated against the manifest's schema. */
  readonly settings: Settings;
}

/** For work without a player's request. */
export type PlatformJobHost<Settings = unknown> = Pick<
  PlatformHost<Settings>,
  'fetch' | 'now' | 'log' | 'game' | 'settings'
>;

export interface PlatformScore {
  /** The player's id on the platform. */
  readonly externalId: string;
  /** The platform's leaderboard, from the settings. */
  readonly leaderboard: string;
  /** The player's entry on our leaderboard. */
  readonly score: number;
  readonly reachedAt: Date;
}

export interface PlatformAchievement {
  readonly externalId: string;
  /** The platform's achievement, from the settings. */
  readonly achievement: string;
}

/** `refused`: trying again is useless, such as a score that the platform can't store. `reason` is for the log. */
export type SendResult = { readonly outcome: 'sent' } | { readonly outcome: 'refused'; readonly reason: string };

export interface SignInResult {
  readonly Token: string;
  readonly AccountId: string;
}

export type { ProvedPurchase };

/** The result of a purchase, which is stored by then. A `granted` purchase can be consumed at the platform. */
export type PurchaseResult =
  | { readonly outcome: 'granted' | 'pending'; readonly orderId: string }
  | { readonly outcome: 'refused'; readonly reason: PurchaseRefusalReason };

/**
 * `taken`: another account already has it. `mismatch`: it differs from its order, or the order belongs to another
 * account. `not-bound`: its id can be guessed and it names no order of the player.
 */
export type PurchaseRefusalReason = 'taken' | 'not-bound' | 'test-money' | 'not-sold' | 'price-mismatch' | 'mismatch';

/** What the core does for an adapter's API calls. */
export interface PlatformTools {
  /**
   * Returns the caller's identity on this platform. Undefined: the caller isn't signed in, or the platform has proved
   * no identity.
   */
  caller(): Promise<ProvedIdentity | undefined>;
  /** Signs in the proved player. Throws ProofRefused if the verdict is a refusal. */
  signIn(verdict: VerifyLoginResult): Promise<SignInResult>;
  /**
   * Grants a proved purchase to the calling player. Repeated calls return `granted` again. `refused` if it belongs to
   * another account or differs from the order.
   */
  claim(purchase: ProvedPurchase): Promise<PurchaseResult>;
  /**
   * Finds the order that granted this purchase to the calling player, for platforms that report a purchase only once.
   */
  findGrantedOrder(transactionId: string): Promise<string | undefined>;
  /** Throws TooManyRequests if the player sent too many invalid receipts today. */
  checkWrongReceiptLimit(): Promise<void>;
  /** Counts a receipt that is invalid or belongs to someone else. The same receipt counts once a day. */
  countWrongReceipt(receipt: string): Promise<void>;
  /** Gives the calling player a product for free, once per key. Repeated calls return the same gift. */
  grantGift(gift: Gift): Promise<GiftResult>;
}

export interface Gift {
  /** Identifies what the gift is for, such as a bonus. */
  readonly key: string;
  readonly sku: string;
  /** The key is the platform's own number of this gift: only the first account that names it gets the gift. */
  readonly isForOnePlayer?: true;
}

export type GiftResult =
  | { readonly outcome: 'given'; readonly transactionId: string }
  /** The product doesn't exist or is not for sale there. */
  | { readonly outcome: 'refused' };

type LoginOf<M extends PlatformManifest> = M extends { login: { block: infer B extends TObject } } ? Static<B> : never;
type SettingsOf<M extends PlatformManifest> = M extends { settings: infer S extends TObject } ? Static<S> : undefined;
type ReplyBlockOf<M extends PlatformManifest> = M extends { paymentReply: { block: infer B extends TObject } }
  ? Static<B>
  : undefined;
type RequestBlockOf<M extends PlatformManifest> = M extends { paymentRequest: { block: infer B extends TObject } }
  ? Static<B>
  : undefined;
type RoutesOf<M extends PlatformManifest> = M extends { routes: infer A extends RouteGroup }
  ? A
  : Readonly<Record<string, never>>;

// Declared as a method so that parameters are bivariant: the loader of adapters doesn't know their input and settings
// types, which the contract and the settings schema have already validated.
type OwnCall<In, Settings, Out> = {
  call(input: In, host: PlatformHost<Settings>, tools: PlatformTools): Promise<Out>;
}['call'];

type AdapterCalls<A extends RouteGroup, Settings> = {
  readonly [C in keyof A]: OwnCall<InputOfRoute<A[C]>, Settings, ReplyOfRoute<A[C]>>;
};

export interface ServerAdapter<M extends PlatformManifest = PlatformManifest> {
  /** Verifies the manifest's login block. Absent: no sign-in through this platform. */
  verify?(this: void, login: LoginOf<M>, host: PlatformHost<SettingsOf<M>>): Promise<VerifyLoginResult>;
  readonly payments?: PaymentOperations<SettingsOf<M>, ReplyBlockOf<M>, RequestBlockOf<M>>;
  /**
   * Implements all of the manifest's API calls. A call that replies with a page (`replyType`) lets a platform start a
   * game by posting a form, only from its own pages. It returns the fragment for the player's page, and the core writes
   * the page that redirects there.
   */
  readonly calls: AdapterCalls<RoutesOf<M>, SettingsOf<M>>;
  /** The platform's own leaderboards. The core repeats a call that throws, so calls must be idempotent. */
  readonly leaderboards?: {
    setScore(this: void, score: PlatformScore, host: PlatformJobHost<SettingsOf<M>>): Promise<SendResult>;
  };
  /** As `leaderboards`. */
  readonly achievements?: {
    unlock(this: void, unlock: PlatformAchievement, host: PlatformJobHost<SettingsOf<M>>): Promise<SendResult>;
  };
  /** Builds what is uploaded to the platform (`games bundle`). Absent: the platform opens the portal's page itself. */
  buildBundle?(this: void, request: BundleRequest, settings: SettingsOf<M>): Promise<PlatformBundle>;
}

/** For a platform that hosts a page of ours, which opens the player. */
export interface BundleRequest {
  readonly game: string;
  readonly title: string;
  readonly orientation: 'landscape' | 'portrait' | undefined;
  /** The player's page on the portal, such as `https://play.example/play/gem-miner/iframe/telegram`. */
  readonly playerUrl: string;
  /** Where the platform sends this game's webhooks. */
  readonly webhookUrl: string;
}

export interface PlatformBundle {
  /** By path; `index.html` is the page that the platform opens. Anyone can read them: they contain no secret. */
  readonly files: Readonly<Record<string, string>>;
  /** The hosts that the page needs beyond its own and the platform's, by content security policy directive. */
  readonly allowedHosts: Readonly<Record<string, readonly string[]>>;
  /** What the operator does next in the platform's console, in order. */
  readonly steps: readonly string[];
}

export type VerifyLogin<M extends PlatformManifest> = NonNullable<ServerAdapter<M>['verify']>;
export type PlatformCallHandlers<M extends PlatformManifest> = ServerAdapter<M>['calls'];

export interface AnyServerAdapter {
  verify?(this: void, login: unknown, host: PlatformHost): Promise<VerifyLoginResult>;
  readonly payments?: PaymentOperations<never, object | undefined>;
  readonly calls: Readonly<Record<string, OwnCall<object, unknown, unknown>>>;
  readonly leaderboards?: {
    setScore(this: void, score: PlatformScore, host: PlatformJobHost): Promise<SendResult>;
  };
  readonly achievements?: {
    unlock(this: void, unlock: PlatformAchievement, host: PlatformJobHost): Promise<SendResult>;
  };
  buildBundle?(this: void, request: BundleRequest, settings: unknown): Promise<PlatformBundle>;
}

export const defineServerAdapter = <const M extends PlatformManifest>(
  _: M,
  adapter: ServerAdapter<M>,
): ServerAdapter<M> => adapter;
