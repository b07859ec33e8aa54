// The names and descriptions of calls, events and types in the Unity and Godot bindings. Types without an entry are
// named after the call and the field.
import type { EventName, MethodName } from '../../bridge/protocol.ts';

interface BindingCallName {
  /** `PurchaseAsync` in C#, `purchase` in GDScript. */
  readonly name: string;
  readonly summary: string;
  /** Parameters that only old games or the SDK itself send, left out of the bindings. */
  readonly without?: readonly string[];
}

export const bindingCallDescriptions: Readonly<Record<MethodName, BindingCallName>> = {
  GetInfo: { name: 'RefreshPlayer', summary: 'Fetches the player info again, because its tokens expire soon.' },
  SocialSettings: { name: 'UiSettings', summary: 'Whether the game should hide parts of its own interface here.' },
  BuyProduct: {
    name: 'Purchase',
    summary: 'Buys a product. Grant it only after your server has confirmed the purchase, or when Purchases lists it.',
  },
  GetPurchases: {
    name: 'Purchases',
    summary:
      "What the player has paid for and the game hasn't consumed, oldest first. Only for games whose purchases the page receives; others get NotSupported.",
  },
  ConsumePurchase: {
    name: 'ConsumePurchase',
    summary: 'Ends a purchase after the game has granted it. False if it was consumed before: grant nothing again.',
  },
  DefaultStoreFront: { name: 'Products', summary: 'The products for sale, with prices for this player.' },
  OpenModal: { name: 'OpenPage', summary: 'Shows a page over the game until the player closes it.' },
  AuthenticateUser: {
    name: 'SignIn',
    summary: 'Opens the sign-in. Fails with UserCancelled if the player closes it.',
    without: ['listens'],
  },
  PushRegister: { name: 'RegisterPush', summary: 'Asks the player to allow notifications. False if they refuse.' },
  GetUrlHash: { name: 'UrlHash', summary: "The part after # of the portal's URL." },
  SetUrlHash: {
    name: 'SetUrlHash',
    summary: "Sets the part after # of the portal's URL. An empty string removes it.",
  },
  ShowLinkShareModal: {
    name: 'ShareLink',
    summary: "Shares a link with the platform's share dialog. The portal shows a QR code and a copy button.",
  },
  CopyText: {
    name: 'CopyText',
    summary: 'Copies the text to the clipboard. If that is not allowed, shows the text so that the player can copy it.',
  },
  RequestSupport: {
    name: 'RequestSupport',
    summary: 'Opens the support form. False if the player sent nothing.',
  },
  ContinueOnOtherDevice: {
    name: 'ContinueOnOtherDevice',
    summary: 'Shows a QR code with which the player continues this game in the portal on another device.',
  },
  SetStatus: { name: 'SetStatus', summary: 'Sets what friends see that the player is doing.' },
  AdsVideoReady: { name: 'RewardedReady', summary: 'Whether a rewarded ad can be shown now.' },
  AdsVideoShow: {
    name: 'ShowRewarded',
    summary:
      'Shows a rewarded ad. Give the reward only if the outcome is "finished". If there is no ad, the outcome is "failed", with a reason.',
  },
  AdsInterstitialReady: { name: 'InterstitialReady', summary: 'Whether an interstitial ad can be shown now.' },
  AdsInterstitialShow: {
    name: 'ShowInterstitial',
    summary: 'Shows an interstitial ad. If there is no ad, the outcome is "failed", with a reason.',
  },
  StickyBannerShow: { name: 'ShowBanner', summary: 'Shows a banner next to the game.' },
  StickyBannerHide: { name: 'HideBanner', summary: 'Hides the banner.' },
  StatInitialize: {
    name: 'InitializeStats',
    summary: 'Starts statistics and sends the events queued before.',
    without: ['userId'],
  },
  StatEvent: { name: 'SendStat', summary: 'Sends an analytics event. Queued until statistics are started.' },
  SendInGameEvent: {
    name: 'SendGameEvent',
    summary:
      "Sends an event for quests and other games. False if event rules filter it out or the player isn't signed in.",
    without: ['game'],
  },
  GetQuests: {
    name: 'Quests',
    summary: "The player's quests in this game. The event QuestProgress reports when one advances.",
  },
  SubmitScore: {
    name: 'SubmitScore',
    summary:
      'Submits a score of the player. Fails with InvalidRequest outside the bounds of the leaderboard, and with TooManyRequests above its rate.',
  },
  GetLeaderboard: {
    name: 'Leaderboard',
    summary: 'The best entries; with view, those around the player, or those of the player and friends.',
  },
  ShowLeaderboard: {
    name: 'ShowLeaderboard',
    summary: "Shows the game's leaderboards over the game until the player closes them.",
  },
  GetAchievements: {
    name: 'Achievements',
    summary: "This game's achievements with the player's progress. Hidden ones are listed once they are unlocked.",
  },
  UnlockAchievement: {
    name: 'UnlockAchievement',
    summary: 'Unlocks an achievement. False if the player had unlocked it before.',
  },
  SetAchievementProgress: {
    name: 'SetAchievementProgress',
    summary: "Sets the player's whole progress in an achievement. True if this has unlocked it.",
  },
  GoogleTagManagerPushToDataLayer: { name: 'PushTag', summary: "Pushes data to the page's tag manager." },
  GetFriends: {
    name: 'Friends',
    summary: "The player's friends. The uid of a friend who plays this game equals that player's own social.userId.",
  },
  InviteFriends: {
    name: 'InviteFriends',
    summary: "Shows the player's friends; those in uids are preselected.",
  },
  JoinCommunity: {
    name: 'JoinCommunity',
    summary: "Asks the player to visit the game's community. False if they decline.",
  },
  AddToFavorites: { name: 'AddToFavorites', summary: "True if the game is now among the player's favourites." },
  ChangeLanguage: {
    name: 'ChangeLanguage',
    summary: "Changes the portal's language. Returns the new language.",
  },
  WordsFilter: { name: 'FilterWords', summary: 'The text with profanity masked.' },
  ConsentManagerStatus: { name: 'GetConsentStatus', summary: 'Whether the player has consented to analytics.' },
  SendVkBridge: { name: 'SendVkBridge', summary: "Passes a call unchanged to VK's own SDK. On VK only." },
  SendCrazyGamesSdk: {
    name: 'SendCrazyGamesSdk',
    summary: "Passes a call unchanged to CrazyGames' own SDK. On CrazyGames only.",
  },
  LoadingProgress: {
    name: 'LoadingProgress',
    summary: 'Reports how much of the game is loaded: fraction is from 0 to 1.',
  },
  LoadingReady: {
    name: 'LoadingReady',
    summary: 'The game can be played: the portal removes its loading screen.',
  },
  GameStarted: { name: 'GameStarted', summary: 'The player starts playing: a level begins or a menu closes.' },
  GameStopped: { name: 'GameStopped', summary: 'The player stops playing: a level is over or a menu opens.' },
  CanReview: { name: 'CanReview', summary: 'Whether the player would be asked for a review now.' },
  RequestReview: { name: 'RequestReview', summary: 'Asks the player for a review. True if they were asked.' },
  ReviewInfo: { name: 'ReviewInfo', summary: 'Whether the player may review the game, and their rating.' },
  GetDocuments: { name: 'Documents', summary: 'The legal documents of the portal and of this game.' },
  GetAcceptedDocuments: { name: 'AcceptedDocuments', summary: 'The documents that the player has accepted, and when.' },
  AcceptDocument: { name: 'AcceptDocument', summary: 'Asks the player to accept a version of a document.' },
  ReadSave: {
    name: 'ReadSave',
    summary:
      "The player's save in this game. If this device and the account have different saves, the player chooses first, or the game, if it sets resolvesConflicts and answers the event SaveConflict.",
  },
  WriteSave: {
    name: 'WriteSave',
    summary:
      'Changes keys of the save. Succeeds when the change is stored on the device; the portal sends it to the account within about a second. The summary describes the save to the player: "Level 12".',
  },
  FlushSave: {
    name: 'FlushSave',
    summary: 'Sends waiting changes now. False if they are only on this device; the portal sends them later.',
  },
  ResolveSaveConflict: {
    name: 'ResolveSaveConflict',
    summary: 'The game\'s answer to the event SaveConflict. For "merged", values is the merged save.',
  },
};

/** Events that the SDK derives from the portal's events: when the game has to pause, and when to continue. */
export type SdkEventName = 'Pause' | 'Resume';

export const eventSummaries: Readonly<Record<EventName | SdkEventName, string>> = {
  AdsVideoAvailable: 'The availability of rewarded ads has changed.',
  AdsInterstitialAvailable: 'The availability of interstitial ads has changed.',
  AdsFinished: 'The player watched an ad to the end.',
  AdsFailed: 'An ad could not be shown.',
  AdsSkipped: 'The player closed an ad before its end.',
  FocusChanged: 'The game got or lost the focus.',
  UserInfoChanged: 'The player has changed or signed in.',
  OrientationChanged: 'The device was rotated.',
  LanguageChanged: "The portal's language has changed.",
  ConsentStatus: "The player's consent to analytics has changed.",
  PlatformSdkEvent: "An event of the platform's own SDK, by its name there.",
  SupportRequest: "The player asked for help with the portal's button. The portal opens its support form.",
  QuestProgress: 'An event of the game has advanced a quest.',
  AchievementUnlocked: 'The player has unlocked an achievement of this game.',
  SaveChanged: "The save has changed, but not by this game's writes: read it again.",
  SaveConflict:
    'The save on this device and the save of the account differ. Only for games that read with resolvesConflicts.',
  Leaving: 'The player is leaving. The connection closes and the frame is removed.',
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
  'GetPurchases.result.purchases': 'PaidPurchase',
  'DefaultStoreFront.result': 'StoreFront',
  'DefaultStoreFront.result.products': 'Product',
  'AuthenticateUser.result': 'SignInResult',
  'AdsVideoShow.result': 'AdResult',
  'AdsVideoShow.result.outcome': 'AdOutcome',
  'AdsVideoShow.result.reason': 'AdsReason',
  'ShowLinkShareModal.result.outcome': 'ShareOutcome',
  'GetQuests.result.quests': 'Quest',
  'GetQuests.result.quests.reward': 'QuestReward',
  'GetQuests.result.quests.reward.state': 'QuestRewardState',
  'GetQuests.result.quests.reward.products': 'QuestRewardProduct',
  'SubmitScore.result': 'ScoreResult',
  'GetLeaderboard.result': 'LeaderboardPage',
  'GetLeaderboard.result.entries': 'LeaderboardEntry',
  'GetLeaderboard.result.you': 'LeaderboardStanding',
  'GetAchievements.result.achievements': 'Achievement',
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
  'ReadSave.result': 'GameSave',
  'ReadSave.result.entries': 'SaveEntry',
  'ResolveSaveConflict.keep': 'SaveChoice',
  'SaveConflict.device': 'SaveCopy',
  'AdsFinished.kind': 'AdKind',
  'FocusChanged.reason': 'FocusReason',
  'OrientationChanged.orientation': 'Orientation',
  'Pause.reason': 'PauseReason',
};
