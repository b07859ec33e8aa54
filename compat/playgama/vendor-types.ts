// The vendor's interface, written from its documentation (https://wiki.playgama.com/) and its public source. The package
// with its types is not in every registry. One interface for all versions: what a version lacks does no harm in it.

export type Names = Readonly<Record<string, string>>;
export type EventListener = (...args: readonly never[]) => unknown;
/** One key or several. Several have several values. */
export type Keys = string | readonly string[];

export interface EventSource {
  readonly on: (event: string, listener: EventListener) => void;
  readonly off: (event: string, listener?: EventListener) => void;
  readonly once: (event: string, listener: EventListener) => void;
}

export interface BridgeAdvertisement extends EventSource {
  readonly isBannerSupported: boolean;
  readonly bannerState: string;
  readonly isInterstitialSupported: boolean;
  readonly interstitialState: string;
  readonly isRewardedSupported: boolean;
  readonly rewardedPlacement: string | null;
  readonly rewardedState: string;
  readonly minimumDelayBetweenInterstitial: number;
  readonly isAdvancedBannersSupported: boolean;
  readonly advancedBannersState: string;
  setMinimumDelayBetweenInterstitial(seconds: unknown): void;
  showBanner(position?: unknown, placement?: unknown): void;
  hideBanner(): void;
  preloadInterstitial(placement?: unknown): void;
  showInterstitial(placement?: unknown): void;
  preloadRewarded(placement?: unknown): void;
  showRewarded(placement?: unknown): void;
  showAdvancedBanners(placement?: unknown): void;
  hideAdvancedBanners(): void;
  checkAdBlock(): Promise<boolean>;
}

export interface BridgePlatform extends EventSource {
  readonly id: string;
  readonly sdk: null;
  readonly language: string;
  readonly payload: string | null;
  readonly tld: string | null;
  readonly launchSource: string | null;
  readonly isGetAllGamesSupported: boolean;
  readonly isGetGameByIdSupported: boolean;
  readonly isExternalCallsSupported: boolean;
  readonly isExternalLinksAllowed: boolean;
  readonly isAudioEnabled: boolean;
  readonly isPaused: boolean;
  sendMessage(message: string, options?: object | null): Promise<void>;
  sendCustomMessage(id: string, options?: object): Promise<void>;
  getServerTime(): Promise<number>;
  getAllGames(): Promise<never>;
  getGameById(options?: object): Promise<never>;
}

export interface BridgePlayer {
  readonly isAuthorizationSupported: boolean;
  readonly isAuthorized: boolean;
  readonly isGuest: boolean;
  readonly id: string | null;
  readonly name: string | null;
  readonly photos: readonly string[];
  readonly extra: Readonly<Record<string, unknown>>;
  authorize(options?: object): Promise<void>;
}

export interface BridgeGame extends EventSource {
  readonly visibilityState: string;
  setLoadingProgress(percent: unknown): void;
}

export interface BridgeStorage {
  readonly defaultType: string;
  isSupported(type?: unknown): boolean;
  isAvailable(type?: unknown): boolean;
  /** Version 1: the type, then whether to parse. Version 2: whether to parse. */
  get(key: Keys, typeOrParse?: unknown, isParsed?: boolean): Promise<unknown>;
  set(key: Keys, value: unknown, type?: unknown): Promise<void>;
  delete(key: Keys, type?: unknown): Promise<void>;
}

export interface BridgeSocial {
  readonly isInviteFriendsSupported: boolean;
  readonly isJoinCommunitySupported: boolean;
  readonly isShareSupported: boolean;
  readonly isCreatePostSupported: boolean;
  readonly isAddToHomeScreenSupported: boolean;
  readonly isAddToHomeScreenRewardSupported: boolean;
  readonly isAddToFavoritesSupported: boolean;
  readonly isAddToFavoritesRewardSupported: boolean;
  readonly isRateSupported: boolean;
  readonly isExternalLinksAllowed: boolean;
  inviteFriends(options?: object): Promise<void>;
  joinCommunity(options?: object): Promise<void>;
  share(options?: object): Promise<void>;
  createPost(options?: object): Promise<void>;
  addToHomeScreen(): Promise<void>;
  getAddToHomeScreenReward(): Promise<void>;
  addToFavorites(): Promise<void>;
  getAddToFavoritesReward(): Promise<void>;
  rate(): Promise<void>;
}

export interface BridgeDevice extends EventSource {
  readonly type: string;
  readonly os: string;
  readonly orientation: string;
  readonly safeArea: { readonly top: number; readonly bottom: number; readonly left: number; readonly right: number };
}

export interface BridgeLeaderboardEntry {
  readonly id: string;
  readonly name: string;
  readonly score: number;
  readonly rank: number;
  readonly photo: string | null;
}

export interface BridgeLeaderboards {
  readonly type: string;
  readonly isSupported: boolean;
  readonly isNativePopupSupported: boolean;
  readonly isMultipleBoardsSupported: boolean;
  readonly isSetScoreSupported: boolean;
  readonly isGetScoreSupported: boolean;
  readonly isGetEntriesSupported: boolean;
  /** First versions: one object with the leaderboard's name and the score. */
  setScore(id: unknown, score?: unknown): Promise<void>;
  getScore(id: unknown): Promise<number>;
  getEntries(id: unknown): Promise<BridgeLeaderboardEntry[]>;
  showNativePopup(id?: unknown): Promise<void>;
}

export interface BridgeProduct {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly price: string;
  readonly priceValue: number;
  readonly priceCurrencyCode: string;
  readonly priceCurrencyImage?: string;
}

export interface BridgePurchase {
  readonly id: string;
  readonly orderId?: string;
  readonly externalId?: string;
}

export interface BridgePayments {
  readonly isSupported: boolean;
  readonly isGetCatalogSupported: boolean;
  readonly isGetPurchasesSupported: boolean;
  readonly isConsumePurchaseSupported: boolean;
  purchase(id: unknown, options?: unknown): Promise<BridgePurchase>;
  getPurchases(): Promise<BridgePurchase[]>;
  getCatalog(): Promise<BridgeProduct[]>;
  consumePurchase(id: unknown): Promise<BridgePurchase>;
}

export interface BridgeAchievement {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly unlocked: boolean;
}

export interface BridgeAchievements {
  readonly isSupported: boolean;
  readonly isGetListSupported: boolean;
  readonly isNativePopupSupported: boolean;
  unlock(id: unknown): Promise<void>;
  getList(options?: unknown): Promise<BridgeAchievement[]>;
  getAchievements(): Promise<BridgeAchievement[]>;
  showNativePopup(options?: unknown): Promise<void>;
}

export interface PlaygamaBridge extends EventSource {
  readonly version: string;
  readonly isInitialized: boolean;
  readonly options: object;
  engine: string;
  gameVersion: string | null;
  initialize(options?: object): Promise<void>;
  setGameLoadingProgress(percent: unknown): void;
  readonly platform: BridgePlatform;
  readonly player: BridgePlayer;
  readonly game: BridgeGame;
  readonly storage: BridgeStorage;
  readonly advertisement: BridgeAdvertisement;
  readonly social: BridgeSocial;
  readonly device: BridgeDevice;
  readonly leaderboard: BridgeLeaderboards;
  readonly leaderboards: BridgeLeaderboards;
  readonly payments: BridgePayments;
  readonly achievements: BridgeAchievements;
  readonly remoteConfig: {
    readonly isSupported: boolean;
    setContext(parameters: object): void;
    get(options?: object): Promise<never>;
  };
  readonly clipboard: {
    readonly isSupported: boolean;
    read(): Promise<string>;
    write(text: unknown): Promise<void>;
  };
  readonly analytics: { send(event: string, data?: object): void };
  readonly crossPromo: {
    readonly isVisible: boolean;
    getGames(): Promise<readonly object[]>;
    show(): Promise<void>;
    hide(): void;
  };
  readonly dailyRewards: {
    getRewards(): Promise<readonly string[]>;
    getCurrentDay(): Promise<number>;
    getCurrentReward(): Promise<string | null>;
    claimCurrentReward(): Promise<boolean>;
  };
  readonly tasks: {
    getTasks(): Promise<readonly object[]>;
    addProgress(metric: string, amount?: number): Promise<void>;
    claimReward(taskId: string): Promise<boolean>;
  };
  readonly PLATFORM_ID: Names;
  readonly PLATFORM_MESSAGE: Names;
  readonly MODULE_NAME: Names;
  readonly EVENT_NAME: Names;
  readonly INTERSTITIAL_STATE: Names;
  readonly REWARDED_STATE: Names;
  readonly BANNER_STATE: Names;
  readonly STORAGE_TYPE: Names;
  readonly VISIBILITY_STATE: Names;
  readonly DEVICE_TYPE: Names;
  readonly DEVICE_ORIENTATION: Names;
  readonly LAUNCH_SOURCE: Names;
}
