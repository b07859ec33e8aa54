// The vendor's interface, written from https://docs.gamepush.com/ and its public plug-ins for Unity and Godot. There is no
// package with its types.
import type { UnavailableModuleName } from './unavailable.ts';

export type EventListener = (...args: readonly never[]) => unknown;

export interface EventSource {
  readonly on: (event: string, listener: EventListener) => void;
  readonly off: (event: string, listener?: EventListener) => void;
  readonly once: (event: string, listener: EventListener) => void;
}

export interface GamePushAds extends EventSource {
  readonly isAdblockEnabled: boolean;
  readonly isStickyAvailable: boolean;
  readonly isFullscreenAvailable: boolean;
  readonly isRewardedAvailable: boolean;
  readonly isPreloaderAvailable: boolean;
  readonly isStickyPlaying: boolean;
  readonly isFullscreenPlaying: boolean;
  readonly isRewardedPlaying: boolean;
  readonly isPreloaderPlaying: boolean;
  readonly isCountdownOverlayEnabled: boolean;
  readonly isRewardedFailedOverlayEnabled: boolean;
  readonly canShowFullscreenBeforeGamePlay: boolean;
  showFullscreen(options?: object): Promise<boolean>;
  showPreloader(options?: object): Promise<boolean>;
  /** Whether the player gets the reward. */
  showRewardedVideo(options?: object): Promise<boolean>;
  showSticky(): Promise<boolean>;
  refreshSticky(): Promise<boolean>;
  closeSticky(): Promise<void>;
}

export type FieldValue = string | number | boolean | null;

export interface GamePushPlayer extends EventSource {
  readonly ready: Promise<boolean>;
  readonly isLoggedIn: boolean;
  readonly hasAnyCredentials: boolean;
  /** Differs from the vendor's, which is a number. */
  readonly id: string;
  score: number;
  name: string;
  readonly avatar: string;
  readonly isStub: boolean;
  readonly fields: readonly object[];
  readonly stats: {
    readonly playtimeToday: number;
    readonly playtimeAll: number;
    readonly activeDays: number;
    readonly activeDaysConsecutive: number;
  };
  get(key: string): FieldValue;
  set(key: string, value: unknown): void;
  add(key: string, value: unknown): void;
  toggle(key: string): void;
  has(key: string): boolean;
  toJSON(): Record<string, FieldValue>;
  fromJSON(state: object): void;
  reset(): void;
  remove(): void;
  sync(options?: object): Promise<boolean>;
  load(): Promise<boolean>;
  login(): Promise<boolean>;
  logout(): Promise<boolean>;
  fetchFields(): Promise<boolean>;
  getField(key: string): null;
  getFieldName(key: string): string;
  getFieldVariantName(key: string, value: unknown): string;
  getMaxValue(key: string): number;
  getMinValue(key: string): number;
  enableAutoSync(options?: object): void;
  disableAutoSync(options?: object): void;
}

export interface GamePushProduct {
  readonly id: string | number;
  readonly tag: string;
  readonly name: string;
  readonly description: string;
  readonly icon: string;
  readonly iconSmall: string;
  readonly price: number;
  readonly currency: string;
  readonly currencySymbol: string;
  readonly isSubscription: false;
}

export interface GamePushPurchase {
  readonly productId: string | number;
  readonly tag: string;
  readonly payload: string;
  readonly createdAt: string;
  readonly expiredAt: string;
  readonly gift: false;
  readonly subscribed: false;
}

export interface PaymentResult {
  readonly success: boolean;
  readonly error?: string;
  readonly product?: GamePushProduct;
  readonly purchase?: GamePushPurchase;
}

export interface GamePushPayments extends EventSource {
  readonly isAvailable: boolean;
  readonly isSubscriptionsAvailable: boolean;
  readonly products: readonly GamePushProduct[];
  readonly purchases: readonly GamePushPurchase[];
  fetchProducts(): Promise<{ products: readonly GamePushProduct[]; playerPurchases: readonly GamePushPurchase[] }>;
  purchase(query: unknown): Promise<PaymentResult>;
  consume(query: unknown): Promise<PaymentResult>;
  has(idOrTag: unknown): boolean;
  getProduct(idOrTag: unknown): GamePushProduct | null;
  subscribe(query: unknown): Promise<PaymentResult>;
  unsubscribe(query: unknown): Promise<PaymentResult>;
}

export interface RankedPlayer {
  readonly id: string;
  readonly name: string;
  readonly avatar: string;
  readonly position: number;
  readonly score: number;
  readonly [field: string]: string | number;
}

export interface LeaderboardResult {
  readonly players: readonly RankedPlayer[];
  readonly topPlayers: readonly RankedPlayer[];
  readonly abovePlayers: readonly RankedPlayer[];
  readonly belowPlayers: readonly RankedPlayer[];
  readonly fields: readonly object[];
  readonly player: RankedPlayer | null;
}

export interface GamePushLeaderboard extends EventSource {
  open(options?: unknown): Promise<void>;
  openScoped(options?: unknown): Promise<void>;
  fetch(options?: unknown): Promise<LeaderboardResult>;
  fetchScoped(options?: unknown): Promise<LeaderboardResult>;
  fetchPlayerRating(options?: unknown): Promise<LeaderboardResult>;
  fetchPlayerRatingScoped(options?: unknown): Promise<LeaderboardResult>;
  publishRecord(options: unknown): Promise<{ success: boolean; error?: string }>;
}

export interface GamePushAchievement {
  readonly id: string;
  readonly tag: string;
  readonly name: string;
  readonly description: string;
  readonly icon: string;
  readonly iconSmall: string;
  readonly progress: number;
  readonly maxProgress: number;
  readonly unlocked: boolean;
}

export interface AchievementResult {
  readonly success: boolean;
  readonly error?: string;
  readonly achievement?: GamePushAchievement;
}

export interface GamePushAchievements extends EventSource {
  readonly list: readonly GamePushAchievement[];
  fetch(): Promise<{
    achievements: readonly GamePushAchievement[];
    achievementsGroups: readonly object[];
    playerAchievements: readonly GamePushAchievement[];
  }>;
  unlock(query: unknown): Promise<AchievementResult>;
  setProgress(query: unknown): Promise<AchievementResult>;
  has(idOrTag: unknown): boolean;
  getProgress(idOrTag: unknown): number;
  open(): Promise<void>;
}

export interface GamePushSocials extends EventSource {
  readonly isSupportsShare: boolean;
  readonly isSupportsNativeShare: boolean;
  readonly isSupportsNativePosts: boolean;
  readonly isSupportsNativeInvite: boolean;
  readonly isSupportsNativeCommunityJoin: boolean;
  readonly canJoinCommunity: boolean;
  readonly communityLink: string;
  share(options?: object): Promise<boolean>;
  post(options?: object): Promise<boolean>;
  invite(options?: object): Promise<boolean>;
  joinCommunity(): Promise<boolean>;
  makeShareUrl(params?: object): string;
  getShareParam(name: string): string;
}

export interface GamePush extends EventSource, Readonly<Record<UnavailableModuleName, EventSource>> {
  readonly ads: GamePushAds;
  readonly player: GamePushPlayer;
  readonly payments: GamePushPayments;
  readonly leaderboard: GamePushLeaderboard;
  readonly achievements: GamePushAchievements;
  readonly socials: GamePushSocials;
  readonly analytics: { hit(url: string): void; goal(event: unknown, value?: unknown): void };
  readonly app: EventSource & {
    readonly title: string;
    readonly description: string;
    readonly image: string;
    readonly url: string;
    readonly canAddShortcut: boolean;
    readonly canRequestReview: boolean;
    readonly isAlreadyReviewed: boolean;
    addShortcut(): Promise<boolean>;
    requestReview(): Promise<{ success: boolean; rating: number; error?: string }>;
  };
  readonly platform: {
    readonly type: string;
    readonly tag: string;
    readonly hasIntegratedAuth: boolean;
    readonly isLogoutAvailable: boolean;
    readonly isExternalLinksAllowed: boolean;
    readonly isSecretCodeAuthAvailable: boolean;
    readonly isSupportsCloudSaves: boolean;
    getNativeSDK(): null;
    getSDK(): null;
  };
  readonly fullscreen: EventSource & { readonly isEnabled: boolean; open(): void; close(): void; toggle(): void };
  readonly sounds: EventSource & { readonly isMuted: boolean; mute(): void; unmute(): void };
  readonly variables: EventSource & {
    readonly list: readonly object[];
    readonly isPlatformVariablesAvailable: boolean;
    fetch(): Promise<readonly object[]>;
    fetchPlatformVariables(options?: object): Promise<never>;
    get(key: string): null;
    has(key: string): boolean;
  };
  readonly storage: EventSource & {
    setStorage(options?: object): void;
    get(key: string): Promise<unknown>;
    set(key: string, value: unknown): Promise<unknown>;
    getGlobal(key: string): Promise<unknown>;
    setGlobal(key: string, value: unknown): Promise<unknown>;
  };
  readonly logger: Readonly<Record<'info' | 'log' | 'warn' | 'error', (...words: readonly unknown[]) => void>>;
  readonly isReady: boolean;
  readonly isDev: boolean;
  readonly isAllowedOrigin: boolean;
  readonly isMobile: boolean;
  readonly isPortrait: boolean;
  readonly isPaused: boolean;
  readonly language: string;
  readonly avatarGenerator: string;
  readonly serverTime: string;
  readonly ready: Promise<boolean>;
  gameStart(): void;
  gameReady(): void;
  gameplayStart(): void;
  gameplayStop(): void;
  pause(): void;
  resume(): void;
  changeLanguage(language: string): Promise<void>;
  changeAvatarGenerator(generator: string): void;
  loadOverlay(): Promise<void>;
  setBackground(options?: object): void;
}
