// The data of bridge messages as plain types, because the SDK must not contain a schema library. The compiler checks in
// schemas.ts that they match the schemas.

export type Capability =
  | 'FriendsList'
  | 'FriendsInvite'
  | 'GamesOfChanceDisabled'
  | 'RateApplication'
  | 'OutgoingLinksForbidden'
  /** At least one kind of ad is available. */
  | 'AdsAvailable'
  | 'RewardedAds'
  | 'InterstitialAds'
  | 'BannerAds';

export type AdsReason = 'Unknown' | 'AdsNotConnected' | 'NotImplemented';

export interface Photo {
  url: string;
  width: number;
  height: number;
}

/** The player's identity on the platform. */
export interface SocialInfo {
  social: string;
  paymentsAvailable: boolean;
  userId: string;
  displayName: string;
  firstName: string;
  lastName: string;
  photo?: Photo;
  gender: 'unspecified' | 'male' | 'female';
  capabilities: Capability[];
  socialLocale?: string;
  socialFlavor?: string;
  vkcom?: { appId: string; defaultApiVersion: string; accessToken?: string };
}

/** The player and the environment in which the game runs. */
export interface PlayerInfo {
  game: string;
  sdk: { version: { major: number; minor: number }; build: string };
  environment: {
    os: string;
    isMobile: boolean;
    safeArea: { left: number; right: number; top: number; bottom: number };
  };
  fxId: {
    userId: string;
    marketingEnabled: boolean;
    locale: string;
    geoCountry?: string;
    /** Valid only for this game and its bridge calls; never the portal's session token. */
    token?: string;
    gameToken?: string;
    gameUid: string;
    guest: boolean;
    hasEmail: boolean;
    emailValidated: boolean;
    hasCompletedOrder: boolean;
  };
  social: SocialInfo;
  /** The server that the player has chosen. Absent if the game has none. */
  server?: { id: string; name: string; url: string };
}

export interface PlatformFriend {
  uid: string;
  firstName: string;
  lastName: string;
  displayName: string;
  gender: 'unspecified' | 'male' | 'female';
  photo?: Photo;
}

export interface DocumentAcceptance {
  Id?: string;
  DocumentVersionId?: string;
  AccountId: string;
  AcceptedAt: string;
}

export interface DocumentVersion {
  Id: string;
  DocumentId?: string;
  Url?: string;
  CreatedAt: string;
  Content?: { Value: string; ContentType: 'Markdown' | 'Html' | 'Link' | 'Image' };
  Accepts: DocumentAcceptance[];
}

export interface LegalDocument {
  Id: string;
  DocumentType: { Value: 'TOS' | 'PP'; NeedUserAcceptance: boolean };
  CreatedAt: string;
  IsActive: boolean;
  GameSystemName?: string;
  Versions: DocumentVersion[];
}

/**
 * A completed purchase. A game with a server grants the product when its server gets the delivery; a game without one
 * finds the purchase in GetPurchases, where `purchaseId` equals `transactionId`.
 */
export interface PurchaseResult {
  transactionId: string;
  stats: { currency: string; currencyAmount: number; usdAmount: number };
}

/** Something the player has paid for in this game and the game hasn't consumed yet. */
export interface PaidPurchase {
  purchaseId: string;
  sku: string;
  quantity: number;
  /** What the game gave to BuyProduct. */
  developerPayload?: string;
  /** An ISO 8601 time in UTC. */
  purchasedAt: string;
  /** Bought with test money. */
  isTest: boolean;
}

export interface StoreFrontProduct {
  sku: string;
  name: string;
  description: string;
  imageUrl?: string;
  price: number;
  currency: string;
  localizedPrice: string;
  usdPrice: number;
  /** The image of the currency unit, if the platform has one. */
  currencyImageUrl?: string;
}

export interface AdResult {
  outcome: 'finished' | 'skipped' | 'failed';
  reason?: AdsReason;
}

/**
 * How InviteFriends ended, with the same meaning on every platform. `cancelled`: the player closed the dialog. `notAvailable`: this
 * player can't invite anyone here, for example because the platform has no invitations or there are no friends to invite.
 */
export interface InviteResult {
  outcome: 'invited' | 'cancelled' | 'notAvailable';
  /** How many friends were invited. Only where the platform reports it. */
  invited?: number;
}

/** How ShowLinkShareModal ended. The outcomes mean the same as those of InviteResult. */
export interface ShareResult {
  outcome: 'shared' | 'cancelled' | 'notAvailable';
}

/** A task of this game for the player. */
export interface Quest {
  id: string;
  title: string;
  progress: number;
  goal: number;
  done: boolean;
  /** The game's server gets the products, as it gets purchases. Don't grant them in the game's page. */
  reward?: { game: string; state: QuestRewardState; products: { sku: string; name: string; count: number }[] };
}

/**
 * `locked`: the quest isn't completed. `waiting`: the player has to play the reward's game once. `sent`: on its way to
 * the game's server. `received`: the game's server has confirmed it.
 */
export type QuestRewardState = 'locked' | 'waiting' | 'sent' | 'received';

export type LeaderboardPeriod = 'allTime' | 'daily' | 'weekly' | 'season';

/** The player on a leaderboard. Without `rank`, an operator has hidden the entry. */
export interface LeaderboardStanding {
  score: number;
  rank?: number;
}

/** A submitted score. `score` is the one that counts, which may be an earlier one. */
export interface ScoreResult extends LeaderboardStanding {
  /** Whether the player now ranks with a better score. */
  improved: boolean;
  /** Names of up to ten friends who now rank behind the player. */
  beatenFriends: string[];
}

export interface LeaderboardEntry {
  rank: number;
  score: number;
  /** `Player`, translated, for players who don't show their name to this player. */
  name: string;
  isYou: boolean;
  /** Only for friends: the `uid` that they have in the list of friends. */
  friendUid?: string;
}

export interface LeaderboardPage {
  entries: LeaderboardEntry[];
  /** How many players have an entry. */
  total: number;
  /** Absent if the player has no entry. */
  you?: LeaderboardStanding;
  period: LeaderboardPeriod;
  startsAt?: string;
  endsAt?: string;
  seasonName?: string;
  /** The highest value of `ago`. */
  pastPeriods: number;
}

/** Something that the player can unlock in this game. Hidden ones are listed only once they are unlocked. */
export interface Achievement {
  /** As the game's document declares it. */
  code: string;
  name: string;
  description: string;
  iconUrl?: string;
  points: number;
  progress: number;
  /** The progress that unlocks it. */
  target: number;
  /** ISO 8601. Absent: not unlocked yet. */
  unlockedAt?: string;
}

export interface SaveEntry {
  /** 1 to 128 characters. */
  key: string;
  value: string;
}

/** The player's save in this game. */
export interface GameSave {
  /** Increases with every change that reached the account. 0: nothing is saved. */
  revision: number;
  entries: SaveEntry[];
  updatedAt?: string;
  summary?: string;
  /** The maximum size of all keys and values together, in UTF-8. */
  maxBytes: number;
}

/** One of two saves that differ. */
export interface SaveCopy {
  entries: SaveEntry[];
  updatedAt?: string;
  /** Where it was saved, such as "Chrome on Android". */
  device?: string;
  summary?: string;
}

export type ConsentStatus = 'granted' | 'denied' | 'notAsked' | 'notRequired';

/** The parameters of an analytics or tag event. */
export type ScalarValues = Record<string, string | number | boolean | null>;

/** Any JSON value, for calls that are passed unchanged to a platform's own SDK. */
export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };
