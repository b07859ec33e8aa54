// Every method that a game may call and every event that it may hear, once: the types of parameters and results, how long an
// answer may take, and what is needed for it. Plain types and constants, because games load this; the schemas by which the
// portal checks what a game sends are in schemas.ts.
//
// Names that the product's interface gives are kept to the letter, those of two platforms included (they reach the adapter as
// one native call). Where the interface only describes a call (ads, banner, documents), the name was chosen here.
import type {
  AdResult,
  AdsReason,
  Capability,
  ConsentStatus,
  DocumentAcceptance,
  InviteResult,
  Json,
  LegalDocument,
  PlatformFriend,
  PlayerInfo,
  PurchaseResult,
  Scalars,
  ShareResult,
  StoreFrontProduct,
} from './shapes.ts';

// An object without properties: `{}` would allow anything.
export type Nothing = Record<string, never>;

export interface Methods {
  GetInfo: { params: Nothing; result: PlayerInfo };
  SocialSettings: { params: Nothing; result: { ui: { disabled: boolean } } };

  BuyProduct: {
    params: { sku: string; developerPayload?: string; productNameHint?: string; productDescriptionHint?: string };
    result: PurchaseResult;
  };
  /** What is for sale here, with prices for this player. */
  DefaultStoreFront: { params: Nothing; result: { currency: string; products: StoreFrontProduct[] } };

  /** Shows a page in a frame over the game, until the player closes it. */
  OpenModal: { params: { url: string; title?: string; fullscreen?: boolean }; result: Nothing };
  /** Opens the sign-in; a player who closes it gives UserCancelled. */
  AuthenticateUser: { params: Nothing; result: { userId: string; guest: boolean } };
  PushRegister: { params: Nothing; result: { registered: boolean } };
  GetUrlHash: { params: Nothing; result: { hash: string } };
  /** The part after `#` of the portal's address; an empty text removes it. */
  SetUrlHash: { params: { hash: string }; result: Nothing };
  /** `image`: a picture to go with it, as the address of its own data (base64); for platforms that show one. */
  ShowLinkShareModal: { params: { link: string; title?: string; image?: string }; result: ShareResult };
  /** Writes to the clipboard; where that is not permitted, shows the text to be copied by hand. */
  CopyText: { params: { text: string }; result: { copied: boolean } };
  /** Opens the form by which a player reports an issue. */
  RequestSupport: { params: { message?: string }; result: { sent: boolean } };
  SetStatus: { params: { status: string; name?: string; priority?: number }; result: Nothing };

  // A missing ad is a result, never an error: `ready: false`, or `failed` with a reason.
  AdsVideoReady: { params: { placement?: string }; result: { ready: boolean } };
  AdsVideoShow: { params: { placement?: string }; result: AdResult };
  AdsInterstitialReady: { params: { placement?: string }; result: { ready: boolean } };
  AdsInterstitialShow: { params: { placement?: string }; result: AdResult };
  StickyBannerShow: { params: Nothing; result: { shown: boolean; reason?: AdsReason } };
  StickyBannerHide: { params: Nothing; result: { hidden: boolean; reason?: AdsReason } };

  /** `userId` is what old games send; whose statistics they are is what the session says, and no word of a game. */
  StatInitialize: { params: { userId?: string; properties?: Scalars }; result: Nothing };
  /** Kept until stats are initialised, then sent. */
  StatEvent: { params: { name: string; parameters?: Scalars }; result: Nothing };
  SendInGameEvent: {
    /** `game` is what old games send; the portal knows which game it talks to and takes its own word for it. */
    params: { game?: string; eventCode: string; value?: number; p1?: string; p2?: string; p3?: string };
    /** False when the game's rules do not want this event. */
    result: { sent: boolean };
  };
  GoogleTagManagerPushToDataLayer: { params: { data: Scalars }; result: Nothing };

  /** On our own portal a friend who plays the game has the account id for a uid; the others have one that only invites. */
  GetFriends: { params: Nothing; result: { friends: PlatformFriend[] } };
  /** Shows the player's friends as a list to choose from, with those of `uids` already chosen. */
  InviteFriends: { params: { message?: string; uids?: string[]; image?: string }; result: InviteResult };
  JoinCommunity: { params: Nothing; result: { joined: boolean } };
  AddToFavorites: { params: Nothing; result: { added: boolean } };

  ChangeLanguage: { params: { language: string }; result: { language: string } };
  WordsFilter: { params: { text: string }; result: { text: string; changed: boolean } };
  ConsentManagerStatus: { params: Nothing; result: { status: ConsentStatus } };

  SendVkBridge: { params: { method: string; params?: Json }; result: { data: Json } };
  SendCrazyGamesSdk: { params: { method: string; params?: Json }; result: { data: Json } };

  /** `fraction` from 0 to 1; bytes where they are known. */
  LoadingProgress: { params: { fraction: number; loadedBytes?: number; totalBytes?: number }; result: Nothing };
  LoadingReady: { params: Nothing; result: Nothing };
  GameStarted: { params: Nothing; result: Nothing };
  GameStopped: { params: Nothing; result: Nothing };

  CanReview: { params: Nothing; result: { canReview: boolean } };
  RequestReview: { params: Nothing; result: { shown: boolean } };
  ReviewInfo: { params: Nothing; result: { available: boolean; rating?: number } };

  GetDocuments: { params: Nothing; result: { documents: LegalDocument[] } };
  GetAcceptedDocuments: { params: Nothing; result: { accepted: DocumentAcceptance[] } };
  /** Asks the player: a game cannot accept in a player's name. */
  AcceptDocument: { params: { documentId: string; documentVersionId: string }; result: { accepted: boolean } };
}

export type MethodName = keyof Methods;

/** Calls of games that know the platform they run on: they go to its own SDK as they are. */
export const nativeMethods = ['SendVkBridge', 'SendCrazyGamesSdk'] as const satisfies readonly MethodName[];
export type NativeMethod = (typeof nativeMethods)[number];

export type ParamsOf<M extends MethodName> = Methods[M]['params'];
export type ResultOf<M extends MethodName> = Methods[M]['result'];

export interface Events {
  AdsVideoAvailable: { available: boolean };
  AdsInterstitialAvailable: { available: boolean };
  AdsFinished: { kind: 'video' | 'interstitial' };
  AdsFailed: { kind: 'video' | 'interstitial'; reason: AdsReason };
  AdsSkipped: { kind: 'video' | 'interstitial' };
  /** With focus lost comes why: a hint over the game, picture in picture, or anything else. */
  FocusChanged: { focused: true } | { focused: false; reason: 'hint' | 'pip' | 'other' };
  UserInfoChanged: PlayerInfo;
  OrientationChanged: { orientation: 'landscape' | 'portrait' };
  LanguageChanged: { language: string };
  ConsentStatus: { status: ConsentStatus };
  /** The player asked for help beside the game: the portal's form opens, and the game may note it or say what it knows. */
  SupportRequest: Nothing;
  /** The player leaves: the connection ends with this, and the frame goes away once its listeners have returned. */
  Leaving: Nothing;
}

export type EventName = keyof Events;

export interface MethodRule {
  /** A call that waits for a person has no time-out: it ends when the modal, the frame or the page closes. */
  readonly waitsFor?: 'person';
  /** Otherwise; `defaultTimeoutMs` when missing. */
  readonly timeoutMs?: number;
  /** Without this capability the call answers NotSupported. */
  readonly needs?: Capability;
  /** Refused unless the player has just clicked, tapped or pressed a key. */
  readonly gesture?: true;
  /** Ends in a request to a server, or in something that the portal has to draw: there is a smaller budget for it. */
  readonly reaches?: 'server' | 'page';
}

export const defaultTimeoutMs = 15_000;

export const methods: Readonly<Record<MethodName, MethodRule>> = {
  GetInfo: {},
  SocialSettings: {},
  BuyProduct: { waitsFor: 'person', gesture: true, reaches: 'server' },
  DefaultStoreFront: { reaches: 'server' },
  OpenModal: { waitsFor: 'person' },
  AuthenticateUser: { waitsFor: 'person' },
  PushRegister: { waitsFor: 'person' },
  GetUrlHash: {},
  SetUrlHash: { reaches: 'page' },
  ShowLinkShareModal: { waitsFor: 'person' },
  CopyText: { waitsFor: 'person' },
  RequestSupport: { waitsFor: 'person' },
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
  GoogleTagManagerPushToDataLayer: { reaches: 'page' },
  GetFriends: { timeoutMs: 30_000, needs: 'FriendsList', reaches: 'server' },
  InviteFriends: { waitsFor: 'person' },
  JoinCommunity: { waitsFor: 'person', reaches: 'server' },
  AddToFavorites: { waitsFor: 'person', reaches: 'server' },
  ChangeLanguage: {},
  WordsFilter: { reaches: 'server' },
  ConsentManagerStatus: {},
  // What a platform's own SDK does with a call may well be to ask the player.
  SendVkBridge: { waitsFor: 'person' },
  SendCrazyGamesSdk: { waitsFor: 'person' },
  LoadingProgress: { reaches: 'page' },
  LoadingReady: {},
  GameStarted: { reaches: 'page' },
  GameStopped: { reaches: 'page' },
  CanReview: { needs: 'RateApplication', reaches: 'server' },
  RequestReview: { waitsFor: 'person', needs: 'RateApplication', reaches: 'server' },
  ReviewInfo: { needs: 'RateApplication', reaches: 'server' },
  GetDocuments: { reaches: 'server' },
  GetAcceptedDocuments: { reaches: 'server' },
  AcceptDocument: { waitsFor: 'person', reaches: 'server' },
};

/** Every code that a call can end with, and what it means. */
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
