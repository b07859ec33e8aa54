// The names and descriptions of calls, events and types in the Unity and Godot bindings. Types without an entry are
// named after the call and the field.
import type { EventName, MethodName } from '../../bridge/protocol.ts';

export interface BindingCallName {
  /** `PurchaseAsync` in C#, `purchase` in GDScript. */
  readonly name: string;
  readonly summary: string;
  /** Parameters that only old games send, left out of the bindings. */
  readonly without?: readonly string[];
}

export const bindingCallNames: Readonly<Record<MethodName, BindingCallName>> = {
  GetInfo: { name: 'RefreshPlayer', summary: 'Asks again who plays and where. Tokens have a short life.' },
  SocialSettings: { name: 'UiSettings', summary: 'Whether the game should hide parts of its own interface here.' },
  BuyProduct: {
    name: 'Purchase',
    summary: 'Buys a product. Give goods only after your server has learned of the purchase.',
  },
  DefaultStoreFront: { name: 'Products', summary: 'What is for sale here, with prices for this player.' },
  OpenModal: { name: 'OpenPage', summary: 'Shows a page over the game, until the player closes it.' },
  AuthenticateUser: { name: 'SignIn', summary: 'Opens the sign-in. UserCancelled if the player closes it.' },
  PushRegister: { name: 'RegisterPush', summary: 'Asks the player to allow notifications. False if they refuse.' },
  GetUrlHash: { name: 'UrlHash', summary: "The part after # of the portal's address." },
  SetUrlHash: {
    name: 'SetUrlHash',
    summary: "Sets the part after # of the portal's address. An empty text removes it.",
  },
  ShowLinkShareModal: {
    name: 'ShareLink',
    summary: "Shares a link in the platform's own way; on the portal it is shown as a QR code and can be copied.",
  },
  CopyText: {
    name: 'CopyText',
    summary: 'Writes to the clipboard. Where that is not allowed, shows the text to be copied by hand.',
  },
  RequestSupport: {
    name: 'RequestSupport',
    summary: 'Opens the form by which a player reports an issue. False if nothing was sent.',
  },
  SetStatus: { name: 'SetStatus', summary: 'Sets what friends see that the player is doing.' },
  AdsVideoReady: { name: 'RewardedReady', summary: 'Whether a rewarded ad can be shown now.' },
  AdsVideoShow: {
    name: 'ShowRewarded',
    summary:
      'Shows a rewarded ad. Give the reward only if the outcome is "finished". A missing ad is "failed", with a reason.',
  },
  AdsInterstitialReady: { name: 'InterstitialReady', summary: 'Whether an interstitial ad can be shown now.' },
  AdsInterstitialShow: {
    name: 'ShowInterstitial',
    summary: 'Shows an interstitial ad. A missing ad is "failed", with a reason.',
  },
  StickyBannerShow: { name: 'ShowBanner', summary: 'Shows a banner beside the game.' },
  StickyBannerHide: { name: 'HideBanner', summary: 'Hides the banner.' },
  StatInitialize: {
    name: 'InitializeStats',
    summary: 'Starts statistics. Events from before are kept and sent then.',
    without: ['userId'],
  },
  StatEvent: { name: 'SendStat', summary: 'Counts an event. Kept until statistics are started, then sent.' },
  SendInGameEvent: {
    name: 'SendGameEvent',
    summary: "Sends an event of the game, for quests and other games. False if the game's rules do not want it.",
    without: ['game'],
  },
  GoogleTagManagerPushToDataLayer: { name: 'PushTag', summary: "Pushes data to the page's tag manager." },
  GetFriends: {
    name: 'Friends',
    summary: "The player's friends. One who plays this game has the uid that is social.userId for that player.",
  },
  InviteFriends: {
    name: 'InviteFriends',
    summary: "Shows the player's friends, with those in uids already chosen.",
  },
  JoinCommunity: {
    name: 'JoinCommunity',
    summary: 'Asks the player to visit the place where players of the game meet. False if they stay.',
  },
  AddToFavorites: { name: 'AddToFavorites', summary: "True if the game is among the player's favourites now." },
  ChangeLanguage: {
    name: 'ChangeLanguage',
    summary: 'Changes the language of the portal. Returns the one it then has.',
  },
  WordsFilter: { name: 'FilterWords', summary: 'The text with its bad words masked.' },
  ConsentManagerStatus: { name: 'GetConsentStatus', summary: 'Whether the player has agreed to be counted.' },
  SendVkBridge: { name: 'SendVkBridge', summary: "A call of VK's own SDK, passed on as it is. On VK only." },
  SendCrazyGamesSdk: {
    name: 'SendCrazyGamesSdk',
    summary: "A call of CrazyGames' own SDK, passed on as it is. On CrazyGames only.",
  },
  LoadingProgress: { name: 'LoadingProgress', summary: 'How much of the game is loaded: fraction from 0 to 1.' },
  LoadingReady: {
    name: 'LoadingReady',
    summary: 'The game can be played: the portal removes its loading screen.',
  },
  GameStarted: { name: 'GameStarted', summary: 'The player plays: a level begins, a menu is closed.' },
  GameStopped: { name: 'GameStopped', summary: 'The player does not play: a level is over, a menu is open.' },
  CanReview: { name: 'CanReview', summary: 'Whether the player would be asked for a review now.' },
  RequestReview: { name: 'RequestReview', summary: 'Asks the player for a review. True if they were asked.' },
  ReviewInfo: { name: 'ReviewInfo', summary: 'Whether the player may review the game, and the stars that they gave.' },
  GetDocuments: { name: 'Documents', summary: 'The legal documents of the portal and of this game.' },
  GetAcceptedDocuments: { name: 'AcceptedDocuments', summary: 'What the player has accepted, and when.' },
  AcceptDocument: { name: 'AcceptDocument', summary: 'Asks the player to accept a version of a document.' },
};

/** Events that the SDK derives from the portal's events: when the game has to pause, and when to continue. */
export type SdkEventName = 'Pause' | 'Resume';

export const eventSummaries: Readonly<Record<EventName | SdkEventName, string>> = {
  AdsVideoAvailable: 'A rewarded ad can be shown now, or no longer.',
  AdsInterstitialAvailable: 'An interstitial ad can be shown now, or no longer.',
  AdsFinished: 'An ad was watched to its end.',
  AdsFailed: 'An ad could not be shown.',
  AdsSkipped: 'An ad was closed before its end.',
  FocusChanged: 'The game got the focus, or lost it for a reason.',
  UserInfoChanged: 'Another player plays now, or the player has signed in.',
  OrientationChanged: 'The device was turned.',
  LanguageChanged: "The portal's language is another one now.",
  ConsentStatus: 'The player has agreed to be counted, or no longer agrees.',
  SupportRequest: "The player asked for help by the portal's own button. The portal's form is open.",
  Leaving: 'The player leaves: the connection ends, and the frame goes away.',
  Pause: 'Stop time and sound: the focus is lost or an ad is shown.',
  Resume: 'Continue.',
};

/** Names of objects and string enums, by the place where they first occur. */
export const bindingTypeNames: Readonly<Record<string, string>> = {
  'GetInfo.result': 'PlayerInfo',
  'GetInfo.result.sdk': 'SdkInfo',
  'GetInfo.result.sdk.version': 'SdkVersion',
  'GetInfo.result.environment': 'EnvironmentInfo',
  'GetInfo.result.environment.safeArea': 'SafeArea',
  'GetInfo.result.fxId': 'AccountInfo',
  'GetInfo.result.social': 'SocialInfo',
  'GetInfo.result.social.photo': 'Photo',
  'GetInfo.result.social.gender': 'Gender',
  'GetInfo.result.social.capabilities': 'Capability',
  'GetInfo.result.social.vkcom': 'VkComInfo',
  'SocialSettings.result.ui': 'UiSettings',
  'BuyProduct.result': 'PurchaseResult',
  'BuyProduct.result.stats': 'PurchaseStats',
  'DefaultStoreFront.result': 'StoreFront',
  'DefaultStoreFront.result.products': 'Product',
  'AuthenticateUser.result': 'SignInResult',
  'AdsVideoShow.result': 'AdResult',
  'AdsVideoShow.result.outcome': 'AdOutcome',
  'AdsVideoShow.result.reason': 'AdsReason',
  'ShowLinkShareModal.result.outcome': 'ShareOutcome',
  'GetFriends.result.friends': 'Friend',
  'InviteFriends.result': 'InviteResult',
  'InviteFriends.result.outcome': 'InviteOutcome',
  'WordsFilter.result': 'FilteredText',
  'ConsentManagerStatus.result.status': 'ConsentStatus',
  'ReviewInfo.result': 'PlayerReviewState',
  'GetDocuments.result.documents': 'LegalDocument',
  'GetDocuments.result.documents.DocumentType': 'DocumentType',
  'GetDocuments.result.documents.DocumentType.Value': 'DocumentTypeName',
  'GetDocuments.result.documents.Versions': 'DocumentVersion',
  'GetDocuments.result.documents.Versions.Content': 'DocumentContent',
  'GetDocuments.result.documents.Versions.Content.ContentType': 'ContentType',
  'GetDocuments.result.documents.Versions.Accepts': 'DocumentAcceptance',
  'AdsFinished.kind': 'AdKind',
  'FocusChanged.reason': 'FocusReason',
  'OrientationChanged.orientation': 'Orientation',
  'Pause.reason': 'PauseReason',
};
