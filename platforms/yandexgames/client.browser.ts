// What we use of Yandex Games' script, and how it is loaded. Parts that older scripts or some clients lack are
// optional.
import type { BrowserHost } from '../port.browser.ts';
import type { SdkEventEmitter } from '../kit/forward-platform-pauses.browser.ts';
import { loadSdk } from '../kit/load-sdk.browser.ts';
import type { yandexgames } from './platform.ts';

export interface YandexPlayer {
  /** Missing if the game has no purchases and so no key. */
  readonly signature?: string;
  getUniqueID(): string;
  getName(): string;
  getPhoto(size: 'small' | 'medium' | 'large'): string;
  /** At most 100 requests in five minutes, with `setData`. */
  getData?(): Promise<unknown>;
  /** Replaces everything that is stored. `flush`: at once. */
  setData?(data: object, flush: boolean): Promise<unknown>;
}

/** Signed responses contain only the signature. */
interface SignedResponse {
  readonly signature?: string;
}

export interface CatalogueProduct {
  readonly id: string;
  /** With the unit, such as `49 YAN`. */
  readonly price: string;
  readonly priceValue: string;
  readonly priceCurrencyCode: string;
  getPriceCurrencyImage?(size: 'small' | 'medium' | 'svg'): string;
}

export interface YandexPayments {
  getCatalog?(): Promise<readonly CatalogueProduct[]>;
  purchase(wish: { readonly id: string; readonly developerPayload: string }): Promise<SignedResponse>;
  getPurchases(): Promise<SignedResponse>;
  consumePurchase(token: string): Promise<unknown>;
}

interface BannerState {
  readonly stickyAdvIsShowing: boolean;
  readonly reason?: string;
}

interface AdCallbacks {
  readonly onClose: (wasShown: boolean) => void;
  readonly onError: (error: unknown) => void;
  readonly onOffline?: () => void;
}

export interface YandexAdvertising {
  showFullscreenAdv(wish: { readonly callbacks: AdCallbacks }): void;
  showRewardedVideo(wish: { readonly callbacks: AdCallbacks & { readonly onRewarded: () => void } }): void;
  showBannerAdv(): Promise<BannerState>;
  hideBannerAdv(): Promise<BannerState>;
}

export interface YandexSdk extends SdkEventEmitter<'game_api_pause' | 'game_api_resume'> {
  readonly environment: {
    readonly app?: { readonly id?: string };
    /** `tld` is the domain on which the player is, such as `ru` or `com.tr`. */
    readonly i18n: { readonly lang: string; readonly tld?: string };
    readonly payload?: string | null;
  };
  /** At most twenty times in five minutes. */
  getPlayer(options: { readonly signed: true }): Promise<YandexPlayer>;
  /** Rejects if the player closes it. */
  readonly auth: { openAuthDialog(): Promise<unknown> };
  readonly adv: YandexAdvertising;
  readonly payments?: YandexPayments;
  readonly feedback?: {
    canReview(): Promise<{ readonly value: boolean; readonly reason?: string }>;
    requestReview(): Promise<{ readonly feedbackSent: boolean }>;
  };
  readonly shortcut?: {
    canShowPrompt(): Promise<{ readonly canShow: boolean }>;
    showPrompt(): Promise<{ readonly outcome: string }>;
  };
  readonly clipboard?: { writeText(text: string): Promise<unknown> | void };
  readonly leaderboards?: { setScore(name: string, score: number): Promise<unknown> };
  /** Whether the player may use a method now: some need a signed-in player. */
  isAvailableMethod?(name: string): Promise<boolean>;
  readonly features?: {
    readonly LoadingAPI?: { ready(): void };
    readonly GameplayAPI?: { start(): void; stop(): void };
  };
}

export const loadClient = (host: BrowserHost<typeof yandexgames>): Promise<YandexSdk> =>
  loadSdk<YaGames, YandexSdk>(host, {
    title: 'Yandex Games',
    // The script for games on their own domains.
    address: host.data?.SdkUrl ?? 'https://sdk.games.s3.yandex.net/sdk.js',
    global: 'YaGames',
    init: (games) => {
      const value = host.orientation === 'landscape' ? host.orientation : 'portrait';
      return games.init({ signed: true, screen: { orientation: { value, lock: true } } });
    },
  });

interface YaGames {
  init(options: {
    readonly signed: true;
    readonly screen: { readonly orientation: { readonly value: 'landscape' | 'portrait'; readonly lock: boolean } };
  }): Promise<YandexSdk>;
}
