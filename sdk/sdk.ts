// The SDK's public types. Editors show these comments to game developers.
import type { EventName, Events, MethodName, EmptyObject, ParamsOf, ResultOf } from '../bridge/protocol.ts';
import type {
  Achievement,
  AdResult,
  AdsReason,
  Capability,
  ConsentStatus,
  DocumentAcceptance,
  InviteResult,
  LeaderboardPage,
  LegalDocument,
  PaidPurchase,
  PlatformFriend,
  PlayerInfo,
  PurchaseResult,
  Quest,
  SaveCopy,
  ScalarValues,
  ScoreResult,
  ShareResult,
  StoreFrontProduct,
} from '../bridge/shapes.ts';

/**
 * Where the game runs. `portal`: in the portal itself. `embedded`: in a portal that is embedded in a platform. `local`:
 * alone, with a simulated portal for its developer. `disabled`: without a portal; every call rejects with NotSupported.
 */
export type Environment = 'portal' | 'embedded' | 'local' | 'disabled';

export interface InitOptions {
  /** How long to wait for the portal if the game is in a frame. Default: 5000. */
  timeoutMs?: number;
  /** Origins of trusted portals. Default: any page that frames the game. */
  portalOrigins?: readonly string[];
  /** Skips the search for a portal. */
  environment?: 'local' | 'disabled';
  /** Options of the simulated portal. */
  local?: LocalPortalOptions;
}

export interface LocalPortalOptions {
  language?: string;
  /** The result of every purchase. Default: asks the developer each time. */
  purchases?: 'paid' | 'cancelled';
  /** The result of every ad. Default: asks the developer each time. */
  ads?: AdResult['outcome'];
  products?: StoreFrontProduct[];
  friends?: PlatformFriend[];
  documents?: LegalDocument[];
  quests?: Quest[];
  /** Entries of other players, by leaderboard. The player's scores are added to them. */
  leaderboards?: Record<string, LocalLeaderboard>;
  /** Default: none are listed, and any code can be unlocked. */
  achievements?: Achievement[];
}

export interface LocalLeaderboard {
  /** True: the lowest score is the best. */
  ascending?: boolean;
  entries?: { name: string; score: number; isFriend?: boolean }[];
}

/**
 * The portal's events in camel case, plus `pause` and `resume`, which tell the game when to pause and when to continue.
 */
export type SdkEvents = { [E in EventName as Uncapitalize<E>]: Events[E] } & {
  pause: { reason: PauseReason };
  resume: { reason: PauseReason };
};

export type PauseReason = 'focus' | 'ad';

export interface AdOptions {
  /** Where in the game the ad is shown, for reports. */
  placement?: string;
  /** Called before the ad opens: stop the game and its sound. */
  onOpen?: () => void;
  /** Called after the ad, whatever the outcome. */
  onClose?: () => void;
}

export interface CallMethod {
  <M extends MethodName>(method: M, params?: ParamsOf<M>): Promise<ResultOf<M>>;
  /** For engines and old games, whose method names are not type-checked. */
  (method: string, params?: object): Promise<unknown>;
}

export interface Sdk extends SdkModules {
  readonly version: string;
  /** Undefined until `init` has resolved. */
  readonly environment: Environment | undefined;
  /**
   * Connects to the portal. Always resolves. Repeated calls return the same result. After calls have rejected with
   * Closed, it connects again.
   */
  init(options?: InitOptions): Promise<PlayerInfo>;
  /** Calls any method by its name in the protocol. */
  readonly call: CallMethod;
  /** The same as `call`, for engines in whose language every object already has a `call` method. */
  readonly invoke: CallMethod;
  /** Returns a function that removes the listener. */
  on<E extends keyof SdkEvents>(event: E, listener: (data: SdkEvents[E]) => void): () => void;
  readonly capabilities: {
    /**
     * Check this before you show a button. Without the capability, a call rejects with NotSupported; ads and
     * invitations report it as their outcome.
     */
    has(capability: Capability): boolean;
  };
  readonly player: {
    /** The current player; changes when the player signs in. Undefined until `init` has resolved. */
    readonly info: PlayerInfo | undefined;
    /** Fetches the info again, because its tokens expire soon. */
    refresh(): Promise<PlayerInfo>;
    /** Opens the sign-in. Rejects with UserCancelled if the player closes it. */
    signIn(): Promise<ResultOf<'AuthenticateUser'>>;
    /** Sets what friends see that the player is doing. */
    setStatus(status: string, options?: Without<'SetStatus', 'status'>): Promise<EmptyObject>;
  };
  readonly locale: {
    /** The portal's language, such as `de`. */
    readonly current: string;
    /** Resolves with the portal's new language. */
    change(language: string): Promise<string>;
  };
  readonly saves: SdkSaves;
  readonly payments: SdkModules['payments'] & {
    /** Whether players can make purchases here. */
    readonly available: boolean;
  };
}

/**
 * The player's save in this game: values by their keys, on every device and platform. Its code is loaded with the first
 * call.
 */
export interface SdkSaves {
  /** The saved value, or undefined. Text that isn't JSON is returned as text. */
  get<T = unknown>(key: string): Promise<T | undefined>;
  /**
   * Saves a JSON value or a text. Resolves when it is stored on this device; the portal sends it to the account within
   * about a second, or later if the player is offline. Rejects with TooLarge if the save would be too large.
   */
  set(key: string, value: unknown): Promise<void>;
  remove(key: string): Promise<void>;
  keys(): Promise<string[]>;
  clear(): Promise<void>;
  /** Describes the save where the player chooses between saves, such as "Level 12". At most 80 characters. */
  setSummary(summary: string): Promise<void>;
  /** Sends waiting changes now. False if they are only on this device; the portal sends them later. */
  flush(): Promise<boolean>;
  /**
   * Lets the game decide when this device and the account have different saves. Call it before the first `get`. Without
   * it, or if the function fails, the portal asks the player.
   */
  onConflict(resolve: ResolveSaveConflict): Promise<void>;
  /**
   * A replacement for the browser's localStorage that holds the player's save. Without a portal it is the browser's
   * own.
   */
  localStorage(): Promise<Storage>;
}

export interface SaveConflict {
  readonly device: ConflictingSave;
  readonly account: ConflictingSave;
}

export interface ConflictingSave extends Omit<SaveCopy, 'entries'> {
  readonly values: Readonly<Record<string, unknown>>;
}

/** `player`: the portal asks the player. An object is a merged save. */
export type SaveResolution =
  | 'device'
  | 'account'
  | 'player'
  | { readonly values: Readonly<Record<string, unknown>>; readonly summary?: string };

export type ResolveSaveConflict = (conflict: SaveConflict) => SaveResolution | Promise<SaveResolution>;

type Without<M extends MethodName, K extends keyof ParamsOf<M>> = Omit<ParamsOf<M>, K>;

export interface SdkModules {
  readonly payments: {
    /** The products for sale, with prices for this player. */
    products(): Promise<ResultOf<'DefaultStoreFront'>>;
    /** Resolves when the player has paid; rejects with UserCancelled if they cancel. Call it from a click handler. */
    purchase(sku: string, options?: Without<'BuyProduct', 'sku'>): Promise<PurchaseResult>;
    /**
     * For games without a server, if the portal's operator has set the game up for it: what the player has paid for and
     * the game hasn't consumed, oldest first. Call it when the game starts, after each purchase and when the player has
     * signed in. Otherwise it rejects with NotSupported.
     */
    purchases(): Promise<PaidPurchase[]>;
    /**
     * Ends a purchase after the game has granted and saved it. False if it was consumed before: grant nothing again.
     * Never consume what the player keeps for good, such as the removal of ads.
     */
    consume(purchaseId: string): Promise<boolean>;
  };
  readonly ads: {
    rewardedReady(options?: { placement?: string }): Promise<boolean>;
    /** Give the reward only if the outcome is `finished`. */
    showRewarded(options?: AdOptions): Promise<AdResult>;
    interstitialReady(options?: { placement?: string }): Promise<boolean>;
    /** If there is no ad, the outcome is `failed`, with a reason. */
    showInterstitial(options?: AdOptions): Promise<AdResult>;
    showBanner(): Promise<{ shown: boolean; reason?: AdsReason }>;
    hideBanner(): Promise<{ hidden: boolean; reason?: AdsReason }>;
  };
  readonly friends: {
    /**
     * The `uid` of a friend who plays this game equals that player's own `social.userId`. Other friends can only be
     * invited.
     */
    list(): Promise<PlatformFriend[]>;
    /**
     * Shows the player's friends; those in `uids` are preselected. `invited` is the number of invited friends, if the
     * platform reports it.
     */
    invite(options?: ParamsOf<'InviteFriends'>): Promise<InviteResult>;
  };
  readonly game: {
    /** `fraction` is from 0 to 1. */
    loadingProgress(fraction: number, bytes?: Without<'LoadingProgress', 'fraction'>): Promise<EmptyObject>;
    /** The game can be played; the portal removes its loading screen. */
    loadingReady(): Promise<EmptyObject>;
    /** The player starts playing: a level begins or a menu closes. */
    started(): Promise<EmptyObject>;
    /** The player stops playing: a level is over or a menu opens. */
    stopped(): Promise<EmptyObject>;
    /** Sends an event for quests and other games. False if event rules filter it out or the player isn't signed in. */
    event(eventCode: string, options?: Without<'SendInGameEvent', 'eventCode' | 'game'>): Promise<boolean>;
    /** The player's quests in this game. `on('questProgress', …)` reports when an event advances one. */
    quests(): Promise<Quest[]>;
  };
  readonly leaderboards: {
    /** Rejects with InvalidRequest outside the bounds of the leaderboard, and with TooManyRequests above its rate. */
    submit(board: string, score: number): Promise<ScoreResult>;
    /** The best entries; with `view`, those around the player, or those of the player and friends. */
    get(board: string, options?: Without<'GetLeaderboard', 'board'>): Promise<LeaderboardPage>;
    /** Shows the leaderboards over the game; resolves when the player closes them. */
    show(board?: string): Promise<EmptyObject>;
  };
  readonly achievements: {
    /** This game's achievements with the player's progress. Hidden ones are listed once they are unlocked. */
    list(): Promise<Achievement[]>;
    /**
     * Can be repeated: an unlocked achievement stays unlocked. False if the player had unlocked it before. Rejects with
     * NotSupported if the player is not signed in. `on('achievementUnlocked', …)` reports it too.
     */
    unlock(code: string): Promise<boolean>;
    /** `progress` is the whole progress so far, such as 30 of 100 coins. True if this has unlocked the achievement. */
    setProgress(code: string, progress: number): Promise<boolean>;
  };
  readonly stats: {
    initialize(options?: ParamsOf<'StatInitialize'>): Promise<EmptyObject>;
    /** Events sent before the statistics are initialised are queued. */
    event(name: string, parameters?: ScalarValues): Promise<EmptyObject>;
    pushTag(data: ScalarValues): Promise<EmptyObject>;
  };
  readonly ui: {
    /** Shows a page over the game; resolves when the player closes it. */
    openPage(url: string, options?: Without<'OpenModal', 'url'>): Promise<EmptyObject>;
    /** Shares a link with the platform's share dialog. The portal shows a QR code and a copy button. */
    shareLink(link: string, options?: Without<'ShowLinkShareModal', 'link'>): Promise<ShareResult>;
    /** If the clipboard is not accessible, shows the text so that the player can copy it. */
    copyText(text: string): Promise<boolean>;
    /** Opens the support form. False if the player sent nothing. */
    requestSupport(options?: ParamsOf<'RequestSupport'>): Promise<boolean>;
    /** Shows a QR code with which the player continues this game in the portal on another device. */
    continueOnOtherDevice(): Promise<EmptyObject>;
  };
  readonly documents: {
    list(): Promise<LegalDocument[]>;
    accepted(): Promise<DocumentAcceptance[]>;
    /** Asks the player; true if they accept. */
    accept(documentId: string, documentVersionId: string): Promise<boolean>;
  };
  readonly push: {
    /** Asks the player; false if they refuse. */
    register(): Promise<boolean>;
  };
  readonly platform: {
    settings(): Promise<ResultOf<'SocialSettings'>>;
    /** The part after `#` of the portal's URL. */
    urlHash(): Promise<string>;
    /** An empty string removes it. */
    setUrlHash(hash: string): Promise<EmptyObject>;
    /** Asks the player to visit the game's community; false if they decline. */
    joinCommunity(): Promise<boolean>;
    /** True if the game is now among the player's favourites. */
    addToFavorites(): Promise<boolean>;
    /** Whether the player would be asked for a review now. */
    canReview(): Promise<boolean>;
    /** True if the player was asked. The platform does not report whether they wrote a review. */
    requestReview(): Promise<boolean>;
    /** Whether the player may review the game, and their rating. */
    reviewInfo(): Promise<ResultOf<'ReviewInfo'>>;
    consentStatus(): Promise<ConsentStatus>;
    /** The text with profanity masked. */
    filterWords(text: string): Promise<ResultOf<'WordsFilter'>>;
  };
}
