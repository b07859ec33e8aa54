// The browser adapter of a platform: gets the player's proof and offers capabilities. If a capability is absent, the
// game's call fails with an error code; no method may succeed without doing anything. Every wait must have a timeout,
// and after `dispose` the adapter has no listeners.
import type { Static, TObject } from 'typebox';
import type { PlatformFriend, Photo } from '#model/friend.ts';
import type { AdsError, InviteResult as InviteResultSchema, ShareResult as ShareResultSchema } from '#model/player.ts';
import type { RouteGroup, InputOfRoute, ReplyOfRoute } from '#model/route.ts';
import { capabilityNames, type CapabilityName, type PlatformManifest } from './port.ts';

/**
 * Error codes that games know. If the specification's error catalogue has a message for the case, it is used verbatim.
 */
export type PlatformErrorCode =
  | 'UserCancelled'
  | 'Unknown'
  | 'NotSupported'
  | 'NotImplemented'
  | 'AdsNotConnected'
  | 'Timeout';

export class PlatformError extends Error {
  override readonly name = 'PlatformError';
  readonly code: PlatformErrorCode;
  constructor(code: PlatformErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

type Friend = Static<typeof PlatformFriend>;

export interface PlatformPlayer {
  readonly userId: string;
  readonly displayName: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly gender: 'unspecified' | 'male' | 'female';
  readonly photo?: Static<typeof Photo>;
  readonly socialLocale?: string;
  readonly socialFlavor?: string;
  /** VK's own data, which only games written for VK read. */
  readonly vkcom?: { readonly appId: string; readonly defaultApiVersion: string; readonly accessToken?: string };
}

export interface PortalAccount {
  readonly accountId: string;
  readonly name: string;
}

export type AdFailureReason = Static<typeof AdsError>;
export type AdResult =
  | { readonly outcome: 'finished' | 'skipped' }
  | { readonly outcome: 'failed'; readonly reason: AdFailureReason };

export type InviteResult = Readonly<Static<typeof InviteResultSchema>>;
export type ShareResult = Readonly<Static<typeof ShareResultSchema>>;

/** `placement` is the game's own name for the ad's position, for platforms with separate ad placements. */
export interface AdUnit {
  ready(placement?: string): Promise<boolean>;
  show(placement?: string): Promise<AdResult>;
}

export interface CreatedOrder<Reply = unknown> {
  readonly orderId: string;
  readonly sku: string;
  readonly reply: Reply;
}

export interface CatalogueItem {
  readonly sku: string;
  readonly price: number;
  readonly currency: string;
  readonly priceText: string;
  readonly currencyImageUrl?: string;
  /** Only `priceText` counts: the platform converts the price, or its app store sets it. */
  readonly isForDisplay?: true;
}

/** The payment's result as seen by the browser. Only a hint: payments are proved to the server. */
export type BrowserPaymentHint =
  | { readonly outcome: 'completed' }
  | { readonly outcome: 'cancelled'; readonly message: string }
  | { readonly outcome: 'failed'; readonly message: string };

/**
 * One text for each player and game. Platforms have no compare-and-set, so two devices can overwrite each other's text;
 * the portal detects it (portal/saves/platform-backend.ts).
 */
export interface PlatformStorage {
  /** In UTF-8. A longer text is not stored. */
  readonly maxBytes: number;
  /** Writes are at least this far apart, because of the platform's rate limit. */
  readonly minWritePauseMs: number;
  /** Undefined: nothing is stored. */
  read(): Promise<string | undefined>;
  write(text: string): Promise<void>;
}

export interface AllCapabilities<Request = unknown, Reply = unknown> {
  /**
   * Opens the platform's sign-in. Resolves when the platform knows the player; the portal then requests a new proof.
   */
  readonly signIn: { open(): Promise<void> };
  readonly purchases: {
    /** Returns the manifest's `paymentRequest` block. An error ends the purchase, and the game gets its message. */
    request?(): Request | Promise<Request>;
    /** The currency the platform reports for this player. Absent: the catalogue names it, or the server chooses. */
    readonly currency?: string | undefined;
    pay(order: CreatedOrder<Reply>): Promise<BrowserPaymentHint>;
    /** The platform's own price list. Undefined: it can't be read now. */
    catalogue?(): Promise<readonly CatalogueItem[] | undefined>;
    /** Finishes purchases left over from an earlier start. Called after every sign-in, once the game is connected. */
    restore?(): Promise<void>;
  };
  readonly video: AdUnit;
  readonly interstitial: AdUnit;
  readonly banner: {
    show(): Promise<{ readonly shown: boolean; readonly reason?: AdFailureReason }>;
    hide(): Promise<{ readonly hidden: boolean; readonly reason?: AdFailureReason }>;
  };
  readonly friends: { list(): Promise<readonly Friend[]> };
  readonly invites: {
    /**
     * Rejects only when the platform fails. `runInviteDialog` in kit/dialogs turns a vendor's dialog into this result.
     */
    invite(wish: {
      readonly message: string;
      readonly uids: readonly string[];
      /** The game's picture as a data URL. */
      readonly image?: string | undefined;
    }): Promise<InviteResult>;
  };
  readonly share: {
    share(wish: {
      readonly link: string;
      readonly title: string;
      readonly image?: string | undefined;
    }): Promise<ShareResult>;
  };
  readonly favorites: { add(): Promise<boolean> };
  readonly community: { join(): Promise<boolean> };
  /**
   * Opens a web page through the platform, where pages can't open windows themselves. Resolves to false if the player
   * declines.
   */
  readonly links: { open(address: string): Promise<boolean> };
  readonly reviews: {
    canAsk(): Promise<boolean>;
    /** Whether the dialog was shown. */
    ask(): Promise<boolean>;
    info(): Promise<{ readonly available: boolean; readonly rating?: number }>;
  };
  /** Returns false if the text wasn't copied; the portal then shows it. */
  readonly clipboard: { copy(text: string): Promise<boolean> };
  /** Opens the player's storage on the platform, for saves of players without an account. Loaded on demand. */
  readonly storage: { open(): Promise<PlatformStorage> };
  /** The platform's own statistics, by the name games use for them in their analytics section. */
  readonly stats: Readonly<
    Record<string, (name: string, parameters: Readonly<Record<string, string | number | boolean | null>>) => void>
  >;
  /**
   * Passes on calls from games that use the platform's own API. `bridgeMethod` is the bridge method that carries them.
   */
  readonly native: { readonly bridgeMethod: string; send(method: string, params: unknown): Promise<unknown> };
  readonly lifecycle: {
    /** The game's own loading progress, from 0 to 1. */
    progress?(fraction: number): void;
    loaded?(): void;
    started?(): void;
    stopped?(): void;
  };
  /**
   * The platform's own leaderboards, if only the player's page can write them. Called with the player's entry once our
   * server has it. Resolves without sending if the platform has no such leaderboard or doesn't know the player.
   */
  readonly leaderboards: { setScore(leaderboard: string, score: number): Promise<void> };
}

export type PlatformCapabilities<Request = unknown, Reply = unknown> = {
  readonly [G in keyof AllCapabilities]?: AllCapabilities<Request, Reply>[G] | undefined;
};

/** What the portal itself offers: all capabilities of our own platform, and some of others. */
export type PortalCapabilities = Pick<
  AllCapabilities,
  'signIn' | 'friends' | 'invites' | 'share' | 'favorites' | 'community' | 'reviews'
> &
  /** Absent if the operator has no ad network. */
  { readonly video?: AllCapabilities['video'] | undefined };

export interface PlatformConnection<Login = unknown, Request = unknown, Reply = unknown> extends PlatformCapabilities<
  Request,
  Reply
> {
  /**
   * Returns the login block for the server. Called at the start and after every sign-in or sign-out on the platform.
   * Undefined: the platform doesn't know the player, who is then signed out.
   */
  login(): Promise<Login | undefined>;
  /**
   * Returns, once, a proof from the address, which anyone may have written. The portal shows whose account it is and
   * asks first; otherwise a link could sign the reader in to someone else's account.
   */
  takeLinkLogin?(): Login | undefined;
  player(account: PortalAccount | undefined): PlatformPlayer;
  /** Data the game was started with, passed on to the game. */
  readonly payload?: string;
  readonly language?: string;
  /**
   * The address that opens the game on the platform and passes `payload` to it if the platform can. The portal's own
   * share dialog shows it where `share` is absent. Undefined: unknown.
   */
  gameUrl?(payload: string): string | undefined | Promise<string | undefined>;
  /** Kinds of ads that the platform has, but that the operator has not set up for the game. */
  readonly adsNotSetUp?: readonly ('video' | 'interstitial' | 'banner')[];
  /** How much of the page's edges is covered, in CSS pixels. Absent: the browser reports it. */
  insets?(): { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number };
  dispose(): void;
}

export interface PlatformEvents {
  /** Whether the game is in front, or something covers it. */
  focus(isFocused: boolean): void;
  /**
   * The player changed or signed out: the portal requests a new proof and notifies the game. Without a proof the player
   * is signed out.
   */
  playerChanged(): void;
  /** The same player has another name or picture: the portal notifies the game. */
  playerRefreshed(): void;
  insetsChanged(): void;
  adAvailable(kind: 'video' | 'interstitial', isAvailable: boolean): void;
  /** An event of the platform's own SDK, by its name there, for games that use `native`. Sent to them as JSON. */
  sdkEvent(type: string, data: unknown): void;
}

type LoginOf<M extends PlatformManifest> = M extends { login: { block: infer B extends TObject } } ? Static<B> : never;
type RequestOf<M extends PlatformManifest> = M extends { paymentRequest: { block: infer B extends TObject } }
  ? Static<B>
  : undefined;
export type PaymentReplyOf<M extends PlatformManifest> = M extends { paymentReply: { block: infer B extends TObject } }
  ? Static<B>
  : undefined;
type DataOf<M extends PlatformManifest> = M extends { publicData: infer S extends TObject } ? Static<S> : undefined;
type RoutesOf<M extends PlatformManifest> = M extends { routes: infer A extends RouteGroup }
  ? A
  : Readonly<Record<string, never>>;

export type CapabilitiesOf<M extends PlatformManifest> = PlatformCapabilities<RequestOf<M>, PaymentReplyOf<M>>;

export interface BrowserHost<M extends PlatformManifest = PlatformManifest> {
  readonly game: string;
  /** The game's title in the player's language. */
  readonly title: string;
  /** The platform's public settings for this game. Undefined: not set up. */
  readonly data: DataOf<M> | undefined;
  readonly window: Window;
  /** The URL with which the platform opened the page, including the fragment, before the portal changed it. */
  readonly launchUrl: URL;
  readonly orientation: 'landscape' | 'portrait' | undefined;
  readonly calls: {
    readonly [C in keyof RoutesOf<M>]: (input: InputOfRoute<RoutesOf<M>[C]>) => Promise<ReplyOfRoute<RoutesOf<M>[C]>>;
  };
  readonly portal: PortalCapabilities;
  isSignedIn(): boolean;
  readonly events: PlatformEvents;
  /** Loads a script listed in the manifest's `reaches`. Rejects if it is blocked or doesn't load within 20 s. */
  loadScript(address: string): Promise<void>;
  /** Settles like the promise, or rejects with a Timeout that contains `what`. */
  withPlatformTimeout<T>(what: string, promise: Promise<T>, ms?: number): Promise<T>;
  now(): Date;
  language(): string;
  showInfo(text: string): Promise<void>;
  /** Replaces the launch URL that a reload uses, after the platform issued a new proof. */
  replaceLaunch(launchUrl: URL): void;
  /** Navigates to a web page. Returns false if the address is invalid. */
  leave(address: string): boolean;
  /** Opens a web page in a new tab without a referrer or opener. Returns false if the address is invalid. */
  openTab(address: string): boolean;
  reload(): void;
  readonly log: { warn(text: string, detail?: unknown): void };
}

export interface BrowserAdapter<M extends PlatformManifest = PlatformManifest> {
  connect(host: BrowserHost<M>): Promise<PlatformConnection<LoginOf<M>, RequestOf<M>, PaymentReplyOf<M>>>;
}

/** An adapter of any manifest, for the loader: the contract is made from the same manifests. */
export interface AnyBrowserAdapter {
  connect(host: AnyBrowserHost): Promise<PlatformConnection>;
}

export interface AnyBrowserHost extends Omit<BrowserHost, 'data' | 'calls'> {
  readonly data: unknown;
  readonly calls: unknown;
}

/** Uses only the manifest's type, so the manifest stays out of the bundle. */
export const defineBrowserAdapter = <M extends PlatformManifest>(adapter: BrowserAdapter<M>): BrowserAdapter<M> =>
  adapter;

export const listCapabilities = (platform: PlatformConnection): CapabilityName[] =>
  capabilityNames.filter((offer) => platform[offer] !== undefined);
