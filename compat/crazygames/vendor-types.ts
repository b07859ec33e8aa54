// The vendor's interface, written from https://docs.crazygames.com/sdk/ (HTML5 v1, v2 and v3). There is no package with
// its types.

export interface CrazyError {
  readonly code: string;
  readonly message: string;
}

export interface CrazyUser {
  readonly id?: string;
  readonly username: string;
  readonly profilePictureUrl: string;
}

export interface CrazySystemInfo {
  readonly countryCode: string;
  readonly locale: string;
  readonly device: { readonly type: 'desktop' | 'tablet' | 'mobile' };
  readonly os: { readonly name: string; readonly version: string };
  readonly browser: { readonly name: string; readonly version: string };
  readonly applicationType: 'google_play_store' | 'apple_store' | 'pwa' | 'web';
}

export type AdType = 'midgame' | 'rewarded';
export type Params = Readonly<Record<string, string>>;
export type AuthListener = (user: CrazyUser | null) => unknown;

export interface AdCallbacks<Failed> {
  readonly adStarted?: () => unknown;
  readonly adFinished?: () => unknown;
  readonly adError?: Failed;
}

export interface BannerRequest {
  readonly id: string;
  readonly width: number;
  readonly height: number;
}

export interface GameSettings {
  readonly disableChat: boolean;
  readonly muteAudio: boolean;
}

export interface CrazyData {
  clear(): void;
  getItem(key: string): string | null;
  removeItem(key: string): void;
  setItem(key: string, value: string | number | boolean | null): void;
  syncUnityGameData(): void;
}

export interface FriendsPage {
  readonly friends: readonly Required<CrazyUser>[];
  readonly page: number;
  readonly size: number;
  readonly hasMore: boolean;
  readonly total: number;
}

export interface PrefetchedBanner {
  readonly id: string;
  readonly banner: BannerRequest;
  readonly renderOptions: Readonly<Record<string, unknown>>;
}

export interface CrazySdkV3 {
  readonly environment: 'crazygames' | 'local' | 'disabled' | 'uninitialized';
  readonly isQaTool: boolean;
  init(): Promise<void>;
  readonly ad: {
    readonly isAdPlaying: boolean;
    prefetchAd(type: AdType): void;
    requestAd(type: AdType, callbacks?: AdCallbacks<(error: CrazyError) => unknown>): Promise<void>;
    hasAdblock(): Promise<boolean>;
    addAdblockPopupListener(listener: (state: 'open') => unknown): void;
    removeAdblockPopupListener(listener: (state: 'open') => unknown): void;
  };
  readonly banner: {
    readonly activeBannersCount: number;
    requestBanner(banner: BannerRequest): Promise<void>;
    requestResponsiveBanner(id: string): Promise<void>;
    prefetchBanner(banner: BannerRequest): Promise<PrefetchedBanner>;
    prefetchResponsiveBanner(banner: BannerRequest): Promise<PrefetchedBanner>;
    renderPrefetchedBanner(banner: PrefetchedBanner): Promise<void>;
    requestOverlayBanners(
      banners: readonly { readonly id: string; readonly size: string }[],
      callback?: (id: string, event: string, value?: string) => unknown,
    ): void;
    clearBanner(id: string): void;
    clearAllBanners(): void;
  };
  readonly game: {
    readonly link: string;
    readonly id: string;
    readonly settings: GameSettings;
    readonly isInstantJoin: boolean;
    readonly isInstantMultiplayer: boolean;
    readonly inviteParams: Params | null;
    gameplayStart(): void;
    gameplayStop(): void;
    loadingStart(): void;
    loadingStop(): void;
    sdkGameLoadingStart(): void;
    sdkGameLoadingStop(): void;
    happytime(): void;
    reportGameCompletedPercentage(percentage: number): void;
    setGameContext(context: object): void;
    clearGameContext(): void;
    inviteLink(params: Params): string;
    showInviteButton(params: Params): string;
    hideInviteButton(): void;
    getInviteParam(name: string): string | null;
    addSettingsChangeListener(listener: (settings: GameSettings) => unknown): void;
    removeSettingsChangeListener(listener: (settings: GameSettings) => unknown): void;
    addJoinRoomListener(listener: (params: Params) => unknown): void;
    removeJoinRoomListener(listener: (params: Params) => unknown): void;
    updateRoom(room: object): void;
    leftRoom(): void;
  };
  readonly user: {
    readonly isUserAccountAvailable: boolean;
    readonly systemInfo: CrazySystemInfo;
    getUser(): Promise<CrazyUser | null>;
    getUserToken(): Promise<string>;
    getXsollaUserToken(): Promise<string>;
    showAuthPrompt(): Promise<CrazyUser | null>;
    showAccountLinkPrompt(): Promise<{ response: 'yes' | 'no' }>;
    addAuthListener(listener: AuthListener): void;
    removeAuthListener(listener: AuthListener): void;
    listFriends(options: { page: number; size: number }): Promise<FriendsPage>;
    addScore(score: number): void;
    addScoreEncrypted(score: number, encryptedScore: string): void;
    submitScore(payload: { encryptedScore: string; score?: number }): void;
  };
  readonly data: CrazyData;
  readonly analytics: { trackOrder(provider: 'xsolla', order: object): void };
}

/** With a callback the promise never rejects. */
export type Callback<T> = (error: unknown, result?: T) => unknown;
type Later<T> = Promise<T | undefined>;

export interface CrazySdkV2 {
  init(): Promise<void>;
  getEnvironment(callback?: Callback<string>): Later<string>;
  addInitCallback(callback: (details: object) => unknown): void;
  readonly ad: {
    requestAd(
      type: AdType,
      callbacks?: AdCallbacks<(error: string, details: { reason: string; message: string }) => unknown>,
    ): Promise<void>;
    hasAdblock(callback?: Callback<boolean>): Later<boolean>;
  };
  readonly banner: {
    requestBanner(banner: BannerRequest, callback?: Callback<void>): Later<void>;
    requestResponsiveBanner(id: string, callback?: Callback<void>): Later<void>;
    clearBanner(id: string): void;
    clearAllBanners(): void;
  };
  readonly game: {
    gameplayStart(callback?: Callback<void>): Later<void>;
    gameplayStop(callback?: Callback<void>): Later<void>;
    sdkGameLoadingStart(callback?: Callback<void>): Later<void>;
    sdkGameLoadingStop(callback?: Callback<void>): Later<void>;
    happytime(callback?: Callback<void>): Later<void>;
    inviteLink(params: Params, callback?: Callback<string>): Later<string>;
    showInviteButton(params: Params, callback?: Callback<string>): Later<string>;
    hideInviteButton(callback?: Callback<void>): Later<void>;
    getInviteParam(name: string, callback?: Callback<string | null>): Later<string | null>;
  };
  readonly user: {
    isUserAccountAvailable(callback?: Callback<boolean>): Later<boolean>;
    getSystemInfo(callback?: Callback<CrazySystemInfo>): Later<CrazySystemInfo>;
    getUser(callback?: Callback<CrazyUser | null>): Later<CrazyUser | null>;
    getUserToken(callback?: Callback<string>): Later<string>;
    getXsollaUserToken(callback?: Callback<string>): Later<string>;
    showAuthPrompt(callback?: Callback<CrazyUser | null>): Later<CrazyUser | null>;
    showAccountLinkPrompt(callback?: Callback<{ response: 'yes' | 'no' }>): Later<{ response: 'yes' | 'no' }>;
    addAuthListener(listener: AuthListener): void;
    removeAuthListener(listener: AuthListener): void;
    addScore(score: number, callback?: Callback<void>): Later<void>;
    addScoreEncrypted(score: number, encryptedScore: string, callback?: Callback<void>): Later<void>;
  };
  readonly data: CrazyData;
}

export type V1Listener = (event: Readonly<Record<string, unknown>>) => unknown;

export interface CrazySdkV1 {
  readonly hasAdblock: boolean;
  init(): void;
  addEventListener(event: string, listener: V1Listener): void;
  removeEventListener(event: string, listener: V1Listener): void;
  requestAd(type?: AdType): void;
  requestBanner(banners: readonly { readonly containerId: string; readonly size: string }[]): void;
  requestResponsiveBanner(containerIds: readonly string[]): void;
  clearBanner(containerId: string): void;
  clearAllBanners(): void;
  gameplayStart(): void;
  gameplayStop(): void;
  sdkGameLoadingStart(): void;
  sdkGameLoadingStop(): void;
  happytime(): void;
  inviteLink(params: Params): string;
  requestInviteUrl(params: Params): void;
  getInviteParam(name: string): string | null;
}

export interface ConstructBanner {
  readonly id: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** `Construct3CrazySDK-v3.js`, known from public games. */
export interface ConstructCrazySdk {
  readonly isInitialized: boolean;
  ensureInitialized(): void;
  init(): Promise<void>;
  readonly ad: { requestAd(type: AdType): Promise<void>; hasAdblock(): Promise<boolean> };
  readonly banner: {
    requestBanners(banners: readonly ConstructBanner[]): Promise<void>;
    hideAllBanners(): Promise<void>;
  };
  readonly game: CrazySdkV3['game'];
  readonly user: CrazySdkV3['user'];
  readonly data: CrazySdkV3['data'];
}

/** `Construct3CrazySDK.js`, known from public games. */
export interface ConstructCrazySdkV1 extends CrazySdkV1 {
  displayAd(type: AdType): Promise<void> | undefined;
  hasAdBlock(): Promise<boolean>;
  displayBanners(banners: readonly ConstructBanner[]): void;
  removeBanner(id: string): void;
  getInviteParameter(name: string): string;
}
