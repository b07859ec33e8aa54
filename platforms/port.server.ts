// What the server adapter of a platform is. It declares how a login of the platform is verified, how its money is taken and what
// its own calls do; the core performs: it finds or makes the account, begins the session, keeps the order. An adapter reads no
// environment and no database.
import type { Static, TObject } from 'typebox';
import type { Fetch } from '#model/fetch.server.ts';
import type { Build } from '#model/game.ts';
import type { PaymentVerbs, ProvedPurchase } from '#model/payment-verbs.server.ts';
import type { Proof, ProvedIdentity } from '#model/proof.ts';
import type { Area, Input, Reply } from '#model/route.ts';
import type { PlatformManifest } from './port.ts';

export type Verdict =
  /** `guest`: the platform knows the browser, not the person. */
  | { readonly outcome: 'proved'; readonly proof: Proof; readonly guest: boolean }
  /** The platform knows neither: a guest of `guestType` in the manifest, whom only the token of his session knows. */
  | { readonly outcome: 'guest' }
  /** A code of our own, which was handed to this very person: it signs in once. */
  | { readonly outcome: 'own code'; readonly code: string }
  /** `reason` is for the log and the developer; it holds no secret and nothing that the platform sent back in full. */
  | { readonly outcome: 'refused'; readonly reason: string; readonly message?: string };

/** What an adapter gets to work with. */
export interface PlatformHost<Settings = unknown> {
  readonly fetch: Fetch;
  readonly now: () => Date;
  readonly log: { warn(data: object, text: string): void };
  /** The game that is played on the platform. */
  readonly game: string;
  /** Where the portal is, without a slash at its end, such as `https://play.example`. */
  readonly portalUrl: string;
  /** Where the call comes from, IPv4 or IPv6. It is kept nowhere. */
  readonly callerAddress: string;
  /**
   * For what counts once: a nonce, a ticket, a login that can be told from every other one. True the first time, on whichever
   * node; until then it is remembered, as a hash. False as well when that moment has passed.
   */
  consumeOnce(proof: string, until: Date): Promise<boolean>;
  /** The settings for the game, else those of the portal; checked against the manifest's schema. */
  readonly settings: Settings;
}

export interface SignedIn {
  readonly Token: string;
  readonly AccountId: string;
}

export type { ProvedPurchase };

/** What became of a purchase. It is settled when this is told: what is `granted` may be consumed at the platform. */
export type PurchaseResult =
  | { readonly outcome: 'granted' | 'pending'; readonly orderId: string }
  | { readonly outcome: 'refused'; readonly why: PurchaseRefusal };

/**
 * `taken`: another account has had it. `does not fit`: it is not what its order says, or its order is another account's. `not bound`: it
 * is guessable, and names no order of the player.
 */
export type PurchaseRefusal = 'taken' | 'not bound' | 'test money' | 'not sold' | 'other price' | 'does not fit';

/** What the core does for an adapter's own calls. */
export interface Tools {
  /** Who calls, by the platform's own name for him; undefined: nobody is signed in, or the platform has proved nothing of him. */
  caller(): Promise<ProvedIdentity | undefined>;
  /** Signs in whoever was proved. A refusal is thrown as ProofRefused. */
  signIn(verdict: Verdict): Promise<SignedIn>;
  /**
   * Gives a proved purchase to the player who calls. `granted`, and again `granted` however often it is told; `refused` when it is
   * another account's, or not what the order says.
   */
  claim(purchase: ProvedPurchase): Promise<PurchaseResult>;
  /** The order by which the player who calls was granted this purchase before, for what a platform tells only once. */
  findGranted(transactionId: string): Promise<string | undefined>;
  /** Throws TooManyRequests for a player who brought too many wrong receipts today. */
  requireFewWrongReceipts(): Promise<void>;
  /** Counts a receipt that was not the player's, or none at all. The same one counts once a day. */
  countWrongReceipt(receipt: string): Promise<void>;
  /** What players install of the game, as far as it is for whoever calls. */
  readonly branches: BranchTools;
  /** Gives the player who calls a product for nothing, once for each key; given before, it is the same gift again. */
  give(gift: Gift): Promise<GiftResult>;
}

/** A branch that is not open to whoever calls looks like one that is not there. */
export interface BranchTools {
  /** Their names, in the order of the game's configuration. */
  list(): Promise<readonly string[]>;
  /** The newest build; without a name that of the game's default branch. */
  newest(branch?: string): Promise<Build | undefined>;
  /** Opens what a key is for to the player who calls, for good; without a branch the whole game. Undefined: it opens nothing to him. */
  open(key: string): Promise<{ readonly branch?: string } | undefined>;
  /** Begins a download of what `newest` gives: the id by which it can be fetched for an hour. */
  requestDownload(branch?: string): Promise<string | undefined>;
  /** Where the installer of a download is. Undefined for a download that another account requested. */
  fetchDownload(id: string): Promise<string | undefined>;
}

export interface Gift {
  /** What it is given for, such as a bonus. */
  readonly key: string;
  readonly sku: string;
}

export type GiftResult =
  | { readonly outcome: 'given'; readonly transactionId: string }
  /** It is not for sale there, or there is no such product. */
  | { readonly outcome: 'refused' };

type LoginOf<M extends PlatformManifest> = M extends { login: { block: infer B extends TObject } } ? Static<B> : never;
type SettingsOf<M extends PlatformManifest> = M extends { settings: infer S extends TObject } ? Static<S> : undefined;
type ReplyBlockOf<M extends PlatformManifest> = M extends { paymentReply: { block: infer B extends TObject } }
  ? Static<B>
  : undefined;
type RequestBlockOf<M extends PlatformManifest> = M extends { paymentRequest: { block: infer B extends TObject } }
  ? Static<B>
  : undefined;
type RoutesOf<M extends PlatformManifest> = M extends { routes: infer A extends Area }
  ? A
  : Readonly<Record<string, never>>;

// As methods: whoever loads adapters gives them what the contract and the schema of their settings have checked, and knows no more.
type OwnCall<In, Settings, Out> = {
  call(input: In, host: PlatformHost<Settings>, tools: Tools): Promise<Out>;
}['call'];

export type OwnCalls<A extends Area, Settings> = {
  readonly [C in keyof A]: OwnCall<Input<A[C]>, Settings, Reply<A[C]>>;
};

export interface ServerAdapter<M extends PlatformManifest = PlatformManifest> {
  /** How the login block of the manifest is verified. Absent: nobody signs in by this platform. */
  verify?(this: void, login: LoginOf<M>, host: PlatformHost<SettingsOf<M>>): Promise<Verdict>;
  /** How the platform's own money is taken, where `purchases` of the manifest says so. */
  readonly payments?: PaymentVerbs<SettingsOf<M>, ReplyBlockOf<M>, RequestBlockOf<M>>;
  /**
   * The manifest's own calls, all of them. One that answers with a page (`replyType`) is how a platform starts games by a form, from its
   * own pages alone: it gives what the player's page gets as its fragment, and the core writes the page that leads there.
   */
  readonly calls: OwnCalls<RoutesOf<M>, SettingsOf<M>>;
}

/** The parts of an adapter, for whoever writes them in files of their own. */
export type Verify<M extends PlatformManifest> = NonNullable<ServerAdapter<M>['verify']>;
export type Calls<M extends PlatformManifest> = ServerAdapter<M>['calls'];

/** An adapter of any manifest, for whoever loads it: the contract has checked what it is given, and the schema its settings. */
export interface AnyServerAdapter {
  verify?(this: void, login: object, host: PlatformHost): Promise<Verdict>;
  readonly payments?: PaymentVerbs<never, object | undefined>;
  readonly calls: Readonly<Record<string, OwnCall<object, unknown, unknown>>>;
}

/** Declares the server adapter of a manifest. */
export const defineServerAdapter = <const M extends PlatformManifest>(
  _: M,
  adapter: ServerAdapter<M>,
): ServerAdapter<M> => adapter;
