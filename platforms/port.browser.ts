// What the browser adapter of a platform is: it connects to the page that frames us or to the platform's script, brings the proof
// of who plays, and offers what the platform can do as groups. A group that is not there is refused to the game with a code; there
// is no method that succeeds without having done anything. Every wait of it ends, and after `dispose` it listens to nothing.
import type { Static, TObject } from 'typebox';
import type { PlatformFriend, Photo } from '#model/friend.ts';
import type { AdsError, InviteResult as InviteResultSchema, ShareResult as ShareResultSchema } from '#model/player.ts';
import type { Area, Input, Reply } from '#model/route.ts';
import { allOffers, type Offer, type PlatformManifest } from './port.ts';

/** Why something did not work, in the codes that a game knows. The message is the catalogue's, to the letter, where it has one. */
export type PlatformFault =
  | 'UserCancelled'
  | 'Unknown'
  | 'NotSupported'
  | 'NotImplemented'
  | 'AdsNotConnected'
  | 'Timeout';

export class PlatformError extends Error {
  override readonly name = 'PlatformError';
  readonly code: PlatformFault;
  constructor(code: PlatformFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

type Friend = Static<typeof PlatformFriend>;

/** Who the player is on the platform. */
export interface PlatformPlayer {
  readonly userId: string;
  readonly displayName: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly gender: 'unspecified' | 'male' | 'female';
  readonly photo?: Static<typeof Photo>;
  readonly socialLocale?: string;
  readonly socialFlavor?: string;
  /** What games of one platform find under its own name. */
  readonly vkcom?: { readonly appId: string; readonly defaultApiVersion: string; readonly accessToken?: string };
}

/** Our own account of whoever plays, as far as an adapter may know it. */
export interface OwnAccount {
  readonly accountId: string;
  readonly name: string;
}

export type AdsReason = Static<typeof AdsError>;
export type AdOutcome =
  | { readonly outcome: 'finished' | 'skipped' }
  | { readonly outcome: 'failed'; readonly reason: AdsReason };

export type InviteResult = Readonly<Static<typeof InviteResultSchema>>;
export type ShareResult = Readonly<Static<typeof ShareResultSchema>>;

/** `placement` is the game's own name for the place in it, where it gives one: for platforms that sell each by itself. */
export interface AdUnit {
  ready(placement?: string): Promise<boolean>;
  show(placement?: string): Promise<AdOutcome>;
}

/** An order that the server has opened: what the platform's own purchase is begun with. */
export interface OpenedOrder<Reply = unknown> {
  readonly orderId: string;
  readonly sku: string;
  /** The manifest's block in the answer. */
  readonly reply: Reply;
}

/** A product as the platform sells it. */
export interface CatalogueItem {
  readonly sku: string;
  readonly price: number;
  readonly currency: string;
  /** The price with the name of its unit, as the platform writes it. */
  readonly priceText: string;
  /** The picture of the unit. */
  readonly currencyImageUrl?: string;
}

/** What the browser saw. It is a hint: money is proved to the server alone, and the portal asks the server in every case. */
export type BrowserPaymentHint =
  | { readonly outcome: 'completed' }
  | { readonly outcome: 'cancelled'; readonly message: string }
  | { readonly outcome: 'failed'; readonly message: string };

/** Everything that a platform may offer. */
export interface AllGroups<Request = unknown, Reply = unknown> {
  /** Signs in at the platform. Resolves when the platform knows the person; the portal then takes the proof anew. */
  readonly signIn: { open(): Promise<void> };
  readonly purchases: {
    /** The manifest's block in the request; absent where it has none. What it throws ends the purchase, and the game reads its text. */
    request?(): Request | Promise<Request>;
    /** In which of several currencies this player pays, by the platform's word. Absent: a price list says it, or the server chooses. */
    readonly currency?: string | undefined;
    pay(order: OpenedOrder<Reply>): Promise<BrowserPaymentHint>;
    /** The platform's own price list, by which its players pay. Undefined: it cannot be read now. */
    catalogue?(): Promise<readonly CatalogueItem[] | undefined>;
    /** Finishes what an earlier start has left. Called whenever the player has been signed in, with the game connected. */
    restore?(): Promise<void>;
  };
  readonly video: AdUnit;
  readonly interstitial: AdUnit;
  readonly banner: {
    show(): Promise<{ readonly shown: boolean; readonly reason?: AdsReason }>;
    hide(): Promise<{ readonly hidden: boolean; readonly reason?: AdsReason }>;
  };
  readonly friends: { list(): Promise<readonly Friend[]> };
  readonly invites: {
    /** Rejects only when the platform fails. `showInvitation` in kit/dialogs turns a vendor's dialog into this result. */
    invite(wish: {
      readonly message: string;
      readonly uids: readonly string[];
      /** The game's own picture, as the address of its data. */
      readonly image?: string | undefined;
    }): Promise<InviteResult>;
  };
  readonly share: {
    /** Rejects only when the platform fails, like `invite`. */
    share(wish: {
      readonly link: string;
      readonly title: string;
      readonly image?: string | undefined;
    }): Promise<ShareResult>;
  };
  readonly favorites: { add(): Promise<boolean> };
  readonly community: { join(): Promise<boolean> };
  readonly reviews: {
    canAsk(): Promise<boolean>;
    /** Whether the dialog was shown. */
    ask(): Promise<boolean>;
    info(): Promise<{ readonly available: boolean; readonly rating?: number }>;
  };
  /** Whether the text was copied; false: the portal shows it. */
  readonly clipboard: { copy(text: string): Promise<boolean> };
  /** The platform's own statistics, by the name that the analytics sections of games give them. */
  readonly stats: Readonly<
    Record<string, (name: string, parameters: Readonly<Record<string, string | number | boolean | null>>) => void>
  >;
  /** A call of a game that knows the platform, passed on as it is. `bridgeMethod` is the method of our bridge that takes it. */
  readonly native: { readonly bridgeMethod: string; send(method: string, params: unknown): Promise<unknown> };
  readonly lifecycle: {
    /** How far the game has been loaded, from 0 to 1, as it says itself. */
    progress?(fraction: number): void;
    loaded?(): void;
    started?(): void;
    stopped?(): void;
  };
}

/** What a platform offers: some of them. */
export type Groups<Request = unknown, Reply = unknown> = {
  readonly [G in keyof AllGroups]?: AllGroups<Request, Reply>[G] | undefined;
};

/** What the portal itself can do for a player: the whole of our own platform, and a part of others. */
export type OwnGroups = Pick<
  AllGroups,
  'signIn' | 'friends' | 'invites' | 'share' | 'favorites' | 'community' | 'reviews'
> &
  /** Where the operator has a network for them. */
  { readonly video?: AllGroups['video'] | undefined };

/** A platform that is connected. */
export interface Platform<Login = unknown, Request = unknown, Reply = unknown> extends Groups<Request, Reply> {
  /**
   * The proof for the server; asked for at the start and whenever somebody has signed in or out there. Undefined: the platform knows
   * nobody; the session that an earlier proof began ends.
   */
  login(): Promise<Login | undefined>;
  /**
   * A proof that came with the address, which anyone may have written; it is handed out once. The portal shows whose account it is
   * and asks before it counts: otherwise a link would sign its reader in to another account.
   */
  takeLinkLogin?(): Login | undefined;
  /** @param account our own, once there is one */
  player(account: OwnAccount | undefined): PlatformPlayer;
  /** What the game was started with, for its own use; absent: nothing. */
  readonly payload?: string;
  /** The language in which the platform shows itself. */
  readonly language?: string;
  /** What lies over the edges of the page, in CSS pixels; absent: the browser knows. */
  insets?(): { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number };
  dispose(): void;
}

/** What an adapter may tell the portal at any time. */
export interface PlatformNews {
  /** The player sees the game, or something over it. */
  focus(isFocused: boolean): void;
  /** Who plays has changed, or signed out: the proof is taken anew and the game told. Without a proof nobody plays. */
  playerChanged(): void;
  insetsChanged(): void;
  adAvailable(kind: 'video' | 'interstitial', isAvailable: boolean): void;
}

type LoginOf<M extends PlatformManifest> = M extends { login: { block: infer B extends TObject } } ? Static<B> : never;
type RequestOf<M extends PlatformManifest> = M extends { paymentRequest: { block: infer B extends TObject } }
  ? Static<B>
  : undefined;
export type ReplyOf<M extends PlatformManifest> = M extends { paymentReply: { block: infer B extends TObject } }
  ? Static<B>
  : undefined;
type DataOf<M extends PlatformManifest> = M extends { publicData: infer S extends TObject } ? Static<S> : undefined;
type RoutesOf<M extends PlatformManifest> = M extends { routes: infer A extends Area }
  ? A
  : Readonly<Record<string, never>>;

/** What a platform offers, by its manifest. */
export type GroupsOf<M extends PlatformManifest> = Groups<RequestOf<M>, ReplyOf<M>>;

export interface BrowserHost<M extends PlatformManifest = PlatformManifest> {
  readonly game: string;
  /** Its title, as the player reads it. */
  readonly title: string;
  /** The public settings of the platform for this game; undefined where nobody has set it up. */
  readonly data: DataOf<M> | undefined;
  /** The window that the portal runs in. Tests give another one. */
  readonly window: Window;
  /** The address as the platform called it, fragment and all, before anybody changed it. */
  readonly launchUrl: URL;
  readonly orientation: 'landscape' | 'portrait' | undefined;
  /** The calls of the manifest, in the player's session. */
  readonly calls: {
    readonly [C in keyof RoutesOf<M>]: (input: Input<RoutesOf<M>[C]>) => Promise<Reply<RoutesOf<M>[C]>>;
  };
  /** What the portal can do itself, for platforms that leave it to us. */
  readonly own: OwnGroups;
  /** Whether whoever plays has an account of ours by now. */
  isSignedIn(): boolean;
  readonly news: PlatformNews;
  /** Loads a script of the manifest's `reaches`; rejects when it is blocked or silent for 20 s. */
  loadScript(address: string): Promise<void>;
  /** The promise's own end, or a Timeout that names what was waited for. */
  inTime<T>(what: string, promise: Promise<T>, ms?: number): Promise<T>;
  now(): Date;
  /** The language of the page. */
  language(): string;
  /** Shows a short text in a modal of the portal, until it is closed. */
  showInfo(text: string): Promise<void>;
  /** Whatever loads the page anew begins with this address from now on: the platform has given another proof. */
  replaceLaunch(launchUrl: URL): void;
  /** Leaves the page for one of the web; false: it is no address. */
  leave(address: string): boolean;
  /** Opens a page of the web in a tab of its own, which learns nothing of this one; false: it is no address. */
  openTab(address: string): boolean;
  /** Loads the page anew. */
  reload(): void;
  readonly log: { warn(text: string, detail?: unknown): void };
}

export interface BrowserAdapter<M extends PlatformManifest = PlatformManifest> {
  connect(host: BrowserHost<M>): Promise<Platform<LoginOf<M>, RequestOf<M>, ReplyOf<M>>>;
}

/** Declares the browser adapter of a manifest. The manifest itself stays out of the browser: only its type is needed. */
export const defineBrowserAdapter = <M extends PlatformManifest>(adapter: BrowserAdapter<M>): BrowserAdapter<M> =>
  adapter;

/** The groups of a connected platform, for whoever compares them with the manifest. */
export const offersOf = (platform: Platform): Offer[] => allOffers.filter((offer) => platform[offer] !== undefined);
