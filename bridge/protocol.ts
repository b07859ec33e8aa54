// All methods that a game can call and all events that it can receive: the types of parameters and results, timeouts
// and requirements. Only plain types and constants, because games load this file. The schemas with which the portal
// validates messages are in schemas.ts.
//
// Names that the specification gives are used exactly, including those of two platforms (the adapter gets those as one
// native call). Where the specification only describes a call (ads, banner, documents), the name was chosen here.
import type {
  Achievement,
  AdResult,
  AdsReason,
  Capability,
  ConsentStatus,
  DocumentAcceptance,
  GameSave,
  InviteResult,
  Json,
  LeaderboardPage,
  LeaderboardPeriod,
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
} from './shapes.ts';

// An object without properties; the type `{}` would allow anything.
export type EmptyObject = Record<string, never>;

export interface Methods {
  GetInfo: { params: EmptyObject; result: PlayerInfo };
  SocialSettings: { params: EmptyObject; result: { ui: { disabled: boolean } } };

  BuyProduct: {
    params: { sku: string; developerPayload?: string; productNameHint?: string; productDescriptionHint?: string };
    result: PurchaseResult;
  };
  /**
   * For games whose purchases the page receives: what the player has paid for and the game hasn't consumed, oldest
   * first. None if the player is not signed in. Fails with NotSupported for other games.
   */
  GetPurchases: { params: EmptyObject; result: { purchases: PaidPurchase[] } };
  /**
   * Ends a purchase, after the game has granted it. `consumed` is false if it was consumed before: grant nothing again.
   * Fails with InvalidRequest if the player has no such purchase in this game.
   */
  ConsumePurchase: { params: { purchaseId: string }; result: { consumed: boolean } };
  /** The products for sale, with prices for this player. */
  DefaultStoreFront: { params: EmptyObject; result: { currency: string; products: StoreFrontProduct[] } };

  /** Shows a page in a frame over the game until the player closes it. */
  OpenModal: { params: { url: string; title?: string; fullscreen?: boolean }; result: EmptyObject };
  /**
   * Opens the sign-in. Fails with UserCancelled if the player closes it. Afterwards the page reloads, unless the game
   * listens to UserInfoChanged, which the SDK reports in `listens`.
   */
  AuthenticateUser: { params: { listens?: boolean }; result: { userId: string; guest: boolean } };
  PushRegister: { params: EmptyObject; result: { registered: boolean } };
  GetUrlHash: { params: EmptyObject; result: { hash: string } };
  /** Sets the part after `#` of the portal's URL; an empty string removes it. */
  SetUrlHash: { params: { hash: string }; result: EmptyObject };
  /** `image`: a picture as a base64 data URL, for platforms that show one. */
  ShowLinkShareModal: { params: { link: string; title?: string; image?: string }; result: ShareResult };
  /** Copies the text to the clipboard. If that is not permitted, shows the text so that the player can copy it. */
  CopyText: { params: { text: string }; result: { copied: boolean } };
  /** Opens the support form. */
  RequestSupport: { params: { message?: string }; result: { sent: boolean } };
  /**
   * Shows a QR code with which the player continues this game in the portal on another device, with the same account
   * and save. Ends when the player closes it.
   */
  ContinueOnOtherDevice: { params: EmptyObject; result: EmptyObject };
  SetStatus: { params: { status: string; name?: string; priority?: number }; result: EmptyObject };

  // If there is no ad, the call does not fail: the result is `ready: false`, or `failed` with a reason.
  AdsVideoReady: { params: { placement?: string }; result: { ready: boolean } };
  AdsVideoShow: { params: { placement?: string }; result: AdResult };
  AdsInterstitialReady: { params: { placement?: string }; result: { ready: boolean } };
  AdsInterstitialShow: { params: { placement?: string }; result: AdResult };
  StickyBannerShow: { params: EmptyObject; result: { shown: boolean; reason?: AdsReason } };
  StickyBannerHide: { params: EmptyObject; result: { hidden: boolean; reason?: AdsReason } };

  /** Old games send `userId`. The portal does not trust it: the session determines whose statistics they are. */
  StatInitialize: { params: { userId?: string; properties?: ScalarValues }; result: EmptyObject };
  /** Events sent before StatInitialize are queued. */
  StatEvent: { params: { name: string; parameters?: ScalarValues }; result: EmptyObject };
  SendInGameEvent: {
    /** Old games send `game`. The portal ignores it, because it knows which game is in the frame. */
    params: { game?: string; eventCode: string; value?: number; p1?: string; p2?: string; p3?: string };
    /** False if the event rules filter the event out, or if the player is not signed in. */
    result: { sent: boolean };
  };
  /** The player's quests in this game, with progress. */
  GetQuests: { params: EmptyObject; result: { quests: Quest[] } };
  /** `board` is the Id of a leaderboard in the game's configuration, which also has its bounds and rate limit. */
  SubmitScore: { params: { board: string; score: number }; result: ScoreResult };
  GetLeaderboard: {
    params: {
      board: string;
      /** The best entries, those around the player, or those of the player and friends. Default: `top`. */
      view?: 'top' | 'around' | 'friends';
      period?: LeaderboardPeriod;
      /** 1 for the period before, and so on. */
      ago?: number;
      limit?: number;
    };
    result: LeaderboardPage;
  };
  /** Shows the game's leaderboards over the game until the player closes them. */
  ShowLeaderboard: { params: { board?: string }; result: EmptyObject };
  /** This game's achievements with the player's progress. */
  GetAchievements: { params: EmptyObject; result: { achievements: Achievement[] } };
  /**
   * Fails with NotSupported if the player is not signed in. `unlocked` is false if the player had unlocked it before.
   */
  UnlockAchievement: { params: { code: string }; result: { unlocked: boolean } };
  /** `progress` is the whole progress so far. The achievement is unlocked when it reaches the target. */
  SetAchievementProgress: { params: { code: string; progress: number }; result: { unlocked: boolean } };
  GoogleTagManagerPushToDataLayer: { params: { data: ScalarValues }; result: EmptyObject };

  /**
   * On our portal, the `uid` of a friend who plays this game is their account id; other friends have a `uid` that can
   * only be used for invitations.
   */
  GetFriends: { params: EmptyObject; result: { friends: PlatformFriend[] } };
  /** Shows the player's friends to choose from; those in `uids` are preselected. */
  InviteFriends: { params: { message?: string; uids?: string[]; image?: string }; result: InviteResult };
  JoinCommunity: { params: EmptyObject; result: { joined: boolean } };
  AddToFavorites: { params: EmptyObject; result: { added: boolean } };

  ChangeLanguage: { params: { language: string }; result: { language: string } };
  WordsFilter: { params: { text: string }; result: { text: string; changed: boolean } };
  ConsentManagerStatus: { params: EmptyObject; result: { status: ConsentStatus } };

  SendVkBridge: { params: { method: string; params?: Json }; result: { data: Json } };
  SendCrazyGamesSdk: { params: { method: string; params?: Json }; result: { data: Json } };

  /** `fraction` is from 0 to 1; the byte counts are optional. */
  LoadingProgress: { params: { fraction: number; loadedBytes?: number; totalBytes?: number }; result: EmptyObject };
  LoadingReady: { params: EmptyObject; result: EmptyObject };
  GameStarted: { params: EmptyObject; result: EmptyObject };
  GameStopped: { params: EmptyObject; result: EmptyObject };

  CanReview: { params: EmptyObject; result: { canReview: boolean } };
  RequestReview: { params: EmptyObject; result: { shown: boolean } };
  ReviewInfo: { params: EmptyObject; result: { available: boolean; rating?: number } };

  GetDocuments: { params: EmptyObject; result: { documents: LegalDocument[] } };
  GetAcceptedDocuments: { params: EmptyObject; result: { accepted: DocumentAcceptance[] } };
  /** Asks the player, because a game can't accept on the player's behalf. */
  AcceptDocument: { params: { documentId: string; documentVersionId: string }; result: { accepted: boolean } };

  /**
   * The player's save in this game. If this device and the account have different saves, it waits until one is chosen:
   * by the game, if it sets `resolvesConflicts`, else by the player.
   */
  ReadSave: { params: { resolvesConflicts?: boolean }; result: GameSave };
  /**
   * Changes keys of the save. Succeeds when the change is stored on the device; the portal sends it to the account
   * within about a second. `clear` removes all other keys. `summary` describes the save to the player: "Level 12".
   */
  WriteSave: {
    params: { values?: Record<string, string>; remove?: string[]; clear?: boolean; summary?: string };
    result: EmptyObject;
  };
  /** Sends waiting changes now. `saved` is false if they are only on this device; the portal sends them later. */
  FlushSave: { params: EmptyObject; result: { saved: boolean } };
  /** The game's answer to SaveConflict. `values` is the merged save, for `merged`. `player`: the portal asks the player. */
  ResolveSaveConflict: {
    params: { keep: 'device' | 'account' | 'merged' | 'player'; values?: Record<string, string>; summary?: string };
    result: EmptyObject;
  };
}

export type MethodName = keyof Methods;

/** Calls that are passed unchanged to the platform's own SDK, for games that know which platform they run on. */
export const platformSdkMethods = ['SendVkBridge', 'SendCrazyGamesSdk'] as const satisfies readonly MethodName[];
export type PlatformSdkMethod = (typeof platformSdkMethods)[number];

export type ParamsOf<M extends MethodName> = Methods[M]['params'];
export type ResultOf<M extends MethodName> = Methods[M]['result'];

export interface Events {
  AdsVideoAvailable: { available: boolean };
  AdsInterstitialAvailable: { available: boolean };
  AdsFinished: { kind: 'video' | 'interstitial' };
  AdsFailed: { kind: 'video' | 'interstitial'; reason: AdsReason };
  AdsSkipped: { kind: 'video' | 'interstitial' };
  /** If focus is lost, `reason` tells why: a hint over the game, picture-in-picture, or anything else. */
  FocusChanged: { focused: true } | { focused: false; reason: 'hint' | 'pip' | 'other' };
  UserInfoChanged: PlayerInfo;
  OrientationChanged: { orientation: 'landscape' | 'portrait' };
  LanguageChanged: { language: string };
  ConsentStatus: { status: ConsentStatus };
  /** An event of the platform's own SDK, for games that use SendVkBridge or SendCrazyGamesSdk. */
  PlatformSdkEvent: { type: string; data: Json };
  /** The player asked for help next to the game. The portal opens its support form; the game does not have to react. */
  SupportRequest: EmptyObject;
  /** An event of the game has advanced a quest. */
  QuestProgress: Quest;
  /** The player has unlocked an achievement of this game. The portal shows it next to the game. */
  AchievementUnlocked: Achievement;
  /** The save has changed, but not by this game's writes: read it again. */
  SaveChanged: { revision: number };
  /** Only for games that resolve conflicts: the save on this device and the save of the account differ. */
  SaveConflict: { device: SaveCopy; account: SaveCopy };
  /** The player is leaving. This is the last event; the frame is removed after the game's listeners have returned. */
  Leaving: EmptyObject;
}

export type EventName = keyof Events;

export interface MethodRule {
  /** A call that waits for the player has no timeout: it ends when the modal, the frame or the page closes. */
  readonly waitsFor?: 'person';
  /** Several calls may wait at once. Otherwise a second one is refused while the first waits for the player. */
  readonly isConcurrent?: true;
  /** The timeout of all other calls. Default: `defaultCallTimeoutMs`. */
  readonly timeoutMs?: number;
  /** The capability that the platform needs; without it the call fails with NotSupported. */
  readonly needs?: Capability;
  /** The call is refused unless the player has just clicked, tapped or pressed a key. */
  readonly gesture?: true;
  /** The call sends a request to a server or changes what the portal displays, so it has a smaller rate limit. */
  readonly reaches?: 'server' | 'page';
  /** The maximum size of a message, if it differs from that of other calls. Characters count as two bytes. */
  readonly maxMessageBytes?: number;
}

export const defaultCallTimeoutMs = 15_000;

export const methodRules: Readonly<Record<MethodName, MethodRule>> = {
  GetInfo: {},
  SocialSettings: {},
  BuyProduct: { waitsFor: 'person', gesture: true, reaches: 'server' },
  GetPurchases: { reaches: 'server' },
  ConsumePurchase: { reaches: 'server' },
  DefaultStoreFront: { reaches: 'server' },
  OpenModal: { waitsFor: 'person' },
  AuthenticateUser: { waitsFor: 'person' },
  PushRegister: { waitsFor: 'person' },
  GetUrlHash: {},
  SetUrlHash: { reaches: 'page' },
  ShowLinkShareModal: { waitsFor: 'person' },
  CopyText: { waitsFor: 'person' },
  RequestSupport: { waitsFor: 'person' },
  ContinueOnOtherDevice: { waitsFor: 'person' },
  SetStatus: { reaches: 'server' },
  AdsVideoReady: {},
  AdsVideoShow: { waitsFor: 'person' },
  AdsInterstitialReady: {},
  AdsInterstitialShow: { waitsFor: 'person' },
  StickyBannerShow: {},
  StickyBannerHide: {},
  StatInitialize: {},
  StatEvent: {},
  SendInGameEvent: { reaches: 'server' },
  GetQuests: { reaches: 'server' },
  SubmitScore: { reaches: 'server' },
  GetLeaderboard: { reaches: 'server' },
  ShowLeaderboard: { waitsFor: 'person' },
  GetAchievements: { reaches: 'server' },
  UnlockAchievement: { reaches: 'server' },
  SetAchievementProgress: { reaches: 'server' },
  GoogleTagManagerPushToDataLayer: { reaches: 'page' },
  GetFriends: { timeoutMs: 30_000, needs: 'FriendsList', reaches: 'server' },
  InviteFriends: { waitsFor: 'person' },
  JoinCommunity: { waitsFor: 'person', reaches: 'server' },
  AddToFavorites: { waitsFor: 'person', reaches: 'server' },
  ChangeLanguage: {},
  WordsFilter: { reaches: 'server' },
  ConsentManagerStatus: {},
  // The platform's SDK may ask the player.
  SendVkBridge: { waitsFor: 'person', isConcurrent: true },
  SendCrazyGamesSdk: { waitsFor: 'person', isConcurrent: true },
  LoadingProgress: { reaches: 'page' },
  LoadingReady: {},
  GameStarted: { reaches: 'page' },
  GameStopped: { reaches: 'page' },
  CanReview: { reaches: 'server' },
  RequestReview: { waitsFor: 'person', reaches: 'server' },
  ReviewInfo: { reaches: 'server' },
  GetDocuments: { reaches: 'server' },
  GetAcceptedDocuments: { reaches: 'server' },
  AcceptDocument: { waitsFor: 'person', reaches: 'server' },
  ReadSave: { waitsFor: 'person', isConcurrent: true, reaches: 'server' },
  // The portal itself limits the requests to the server. A message can hold the largest save.
  WriteSave: { maxMessageBytes: 8_500_000 },
  FlushSave: { reaches: 'server' },
  ResolveSaveConflict: { maxMessageBytes: 8_500_000 },
};

/** All error codes of bridge calls, with their meaning. */
export const bridgeErrors = {
  UserCancelled: 'The player closed or refused it.',
  PaymentFailed: 'The payment failed or could not be begun; the message says why.',
  Unknown: 'The portal failed; its log says why.',
  NotInitialized: 'There is no connection to a portal yet: wait for init().',
  NotSupported: 'Not available here: look at the capabilities first.',
  NotImplemented: 'This platform has no such thing.',
  AdsNotConnected: 'No ads are set up for this game here.',
  GestureRequired: 'Allowed only right after a click, a tap or a key of the player.',
  Busy: 'The same call is still waiting for the player.',
  Timeout: 'No answer in time.',
  InvalidRequest: 'The parameters are not those of the method.',
  UnknownMethod: 'No method has this name.',
  TooManyRequests: 'The game calls too often: slow down.',
  TooLarge: 'The message is too large, too deep or not plain data.',
  Closed: 'The connection has ended: the game was left, reloaded or connected again.',
} as const;

export type BridgeErrorCode = keyof typeof bridgeErrors;
