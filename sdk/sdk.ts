// What a game sees of the SDK, verb by verb. Types only: editors show these comments.
import type { EventName, Events, MethodName, Nothing, ParamsOf, ResultOf } from '../bridge/protocol.ts';
import type {
  AdResult,
  AdsReason,
  Capability,
  ConsentStatus,
  DocumentAcceptance,
  InviteResult,
  LegalDocument,
  PlatformFriend,
  PlayerInfo,
  PurchaseResult,
  Scalars,
  ShareResult,
} from '../bridge/shapes.ts';
import type { LocalOptions } from './local-portal.ts';

/**
 * Where the game runs: in the portal itself; in a portal that is embedded in a platform; alone, with an invented portal for
 * its developer; or where nothing works, and every call rejects with NotSupported.
 */
export type Environment = 'portal' | 'embedded' | 'local' | 'disabled';

export interface InitOptions {
  /** How long to wait for the portal, in a frame: 5000 unless given. */
  timeoutMs?: number;
  /** The portals that are believed; without it, whoever frames the game. */
  portalOrigins?: readonly string[];
  /** Looks for no portal. */
  environment?: 'local' | 'disabled';
  /** What the invented portal answers. */
  local?: LocalOptions;
}

/** The portal's events in camel case, and two that are made of them: when to stand still, and when to go on. */
export type SdkEvents = { [E in EventName as Uncapitalize<E>]: Events[E] } & {
  pause: { reason: PauseReason };
  resume: { reason: PauseReason };
};

export type PauseReason = 'focus' | 'ad';

export interface AdOptions {
  /** Where in the game the ad is shown, for the reports. */
  placement?: string;
  /** Before the ad opens: stop the game and its sound. */
  onOpen?: () => void;
  /** After it, whatever came of it. */
  onClose?: () => void;
}

export interface Call {
  <M extends MethodName>(method: M, params?: ParamsOf<M>): Promise<ResultOf<M>>;
  /** For engines and old games, whose names no compiler sees. */
  (method: string, params?: object): Promise<unknown>;
}

export interface Sdk extends Modules {
  readonly version: string;
  /** Undefined until `init` has resolved. */
  readonly environment: Environment | undefined;
  /**
   * Connects to the portal. Always resolves; call it as often as you like, all calls get the same answer. After calls have
   * begun to reject with Closed it connects anew.
   */
  init(options?: InitOptions): Promise<PlayerInfo>;
  /** Any method by its name on the wire. */
  readonly call: Call;
  /** The same, for engines in whose language every object has a `call` of its own. */
  readonly invoke: Call;
  /** Returns the function that ends it. */
  on<E extends keyof SdkEvents>(event: E, listener: (data: SdkEvents[E]) => void): () => void;
  readonly capabilities: {
    /** Ask before you show a button. Without its capability a call rejects with NotSupported; ads and invitations report it as their outcome. */
    has(capability: Capability): boolean;
  };
  readonly player: {
    /** As of now: it changes when the player signs in. Undefined until `init` has resolved. */
    readonly info: PlayerInfo | undefined;
    /** Asks again: the tokens in it have a short life. */
    refresh(): Promise<PlayerInfo>;
    /** Opens the sign-in; a player who closes it gives UserCancelled. */
    signIn(): Promise<ResultOf<'AuthenticateUser'>>;
    /** What friends see that the player is doing. */
    setStatus(status: string, options?: Without<'SetStatus', 'status'>): Promise<Nothing>;
  };
  readonly locale: {
    /** The portal's language, such as `de`. */
    readonly current: string;
    /** Resolves with the language that the portal then has. */
    change(language: string): Promise<string>;
  };
  readonly payments: Modules['payments'] & {
    /** Whether anything can be bought here. */
    readonly available: boolean;
  };
}

type Without<M extends MethodName, K extends keyof ParamsOf<M>> = Omit<ParamsOf<M>, K>;

export interface Modules {
  readonly payments: {
    /** What is for sale here, with prices for this player. */
    products(): Promise<ResultOf<'DefaultStoreFront'>>;
    /** Settles when the player has paid, or rejects with UserCancelled. Call it from a click. */
    purchase(sku: string, options?: Without<'BuyProduct', 'sku'>): Promise<PurchaseResult>;
  };
  readonly ads: {
    rewardedReady(options?: { placement?: string }): Promise<boolean>;
    /** Give the reward only when the outcome is `finished`. */
    showRewarded(options?: AdOptions): Promise<AdResult>;
    interstitialReady(options?: { placement?: string }): Promise<boolean>;
    /** A missing ad is an outcome, too: `failed`, with a reason. */
    showInterstitial(options?: AdOptions): Promise<AdResult>;
    showBanner(): Promise<{ shown: boolean; reason?: AdsReason }>;
    hideBanner(): Promise<{ hidden: boolean; reason?: AdsReason }>;
  };
  readonly friends: {
    /** A friend who plays this game has the same `uid` as that player's own `social.userId`; the others can only be invited. */
    list(): Promise<PlatformFriend[]>;
    /** Shows the player's friends, with those in `uids` already chosen. `invited` counts them where the platform reports it. */
    invite(options?: ParamsOf<'InviteFriends'>): Promise<InviteResult>;
  };
  readonly game: {
    /** From 0 to 1. */
    loadingProgress(fraction: number, bytes?: Without<'LoadingProgress', 'fraction'>): Promise<Nothing>;
    /** The game can be played: the portal takes its loading screen away. */
    loadingReady(): Promise<Nothing>;
    /** The player plays: a level begins, a menu is left. */
    started(): Promise<Nothing>;
    /** The player does not play: a level is over, a menu is open. */
    stopped(): Promise<Nothing>;
    /** An event of the game, for quests and other games; false when nobody wants it. */
    event(eventCode: string, options?: Without<'SendInGameEvent', 'eventCode' | 'game'>): Promise<boolean>;
  };
  readonly stats: {
    initialize(options?: ParamsOf<'StatInitialize'>): Promise<Nothing>;
    /** Kept until stats are initialised, then sent. */
    event(name: string, parameters?: Scalars): Promise<Nothing>;
    pushTag(data: Scalars): Promise<Nothing>;
  };
  readonly ui: {
    /** Shows a page over the game; settles when the player closes it. */
    openPage(url: string, options?: Without<'OpenModal', 'url'>): Promise<Nothing>;
    /** Shares a link in the platform's own way; on the portal it is shown as a QR code and can be copied. */
    shareLink(link: string, options?: Without<'ShowLinkShareModal', 'link'>): Promise<ShareResult>;
    /** Where the clipboard may not be written, the text is shown to be copied by hand. */
    copyText(text: string): Promise<boolean>;
    /** Opens the form by which a player reports an issue; false when nothing was sent. */
    requestSupport(options?: ParamsOf<'RequestSupport'>): Promise<boolean>;
  };
  readonly documents: {
    list(): Promise<LegalDocument[]>;
    accepted(): Promise<DocumentAcceptance[]>;
    /** Asks the player; true when accepted. */
    accept(documentId: string, documentVersionId: string): Promise<boolean>;
  };
  readonly push: {
    /** Asks the player; false when refused. */
    register(): Promise<boolean>;
  };
  readonly platform: {
    settings(): Promise<ResultOf<'SocialSettings'>>;
    /** The part after `#` of the portal's address. */
    urlHash(): Promise<string>;
    /** An empty text removes it. */
    setUrlHash(hash: string): Promise<Nothing>;
    /** Asks the player to go where players of the game meet; false when they stay. */
    joinCommunity(): Promise<boolean>;
    /** True when the game is among the player's favourites now. */
    addToFavorites(): Promise<boolean>;
    /** Whether the player would be asked now. */
    canReview(): Promise<boolean>;
    /** True when the player was asked; what came of it the platform keeps to itself. */
    requestReview(): Promise<boolean>;
    /** Whether the player may review the game, and the stars that they gave. */
    reviewInfo(): Promise<ResultOf<'ReviewInfo'>>;
    consentStatus(): Promise<ConsentStatus>;
    /** The text with its bad words masked. */
    filterWords(text: string): Promise<ResultOf<'WordsFilter'>>;
  };
}
