// What we use of the script of Yandex Games, and how it is loaded. What older scripts and some clients do not have is optional.
import { PlatformError, type BrowserHost } from '../port.browser.ts';

export interface YandexPlayer {
  /** Not there where the game has no purchases, and so no key. */
  readonly signature?: string;
  getUniqueID(): string;
  getName(): string;
  getPhoto(size: 'small' | 'medium' | 'large'): string;
}

/** Signed answers hold nothing but the signature. */
export interface Signed {
  readonly signature?: string;
}

export interface Payments {
  purchase(wish: { readonly id: string; readonly developerPayload: string }): Promise<Signed>;
  getPurchases(): Promise<Signed>;
  consumePurchase(token: string): Promise<unknown>;
}

export interface BannerState {
  readonly stickyAdvIsShowing: boolean;
  readonly reason?: string;
}

export interface Advertising {
  showFullscreenAdv(wish: {
    readonly callbacks: {
      readonly onClose: (wasShown: boolean) => void;
      readonly onError: (error: unknown) => void;
      readonly onOffline: () => void;
    };
  }): void;
  showRewardedVideo(wish: {
    readonly callbacks: {
      readonly onRewarded: () => void;
      readonly onClose: () => void;
      readonly onError: (error: unknown) => void;
    };
  }): void;
  showBannerAdv(): Promise<BannerState>;
  hideBannerAdv(): Promise<BannerState>;
}

export interface Sdk {
  readonly environment: { readonly i18n: { readonly lang: string }; readonly payload?: string | null };
  /** At most twenty times in five minutes. */
  getPlayer(options: { readonly signed: true }): Promise<YandexPlayer>;
  /** Rejects when the player closes it. */
  readonly auth: { openAuthDialog(): Promise<unknown> };
  readonly adv: Advertising;
  readonly payments?: Payments;
  readonly feedback?: {
    canReview(): Promise<{ readonly value: boolean; readonly reason?: string }>;
    requestReview(): Promise<{ readonly feedbackSent: boolean }>;
  };
  readonly shortcut?: {
    canShowPrompt(): Promise<{ readonly canShow: boolean }>;
    showPrompt(): Promise<{ readonly outcome: string }>;
  };
  readonly clipboard?: { writeText(text: string): Promise<unknown> | void };
  readonly features?: {
    readonly LoadingAPI?: { ready(): void };
    readonly GameplayAPI?: { start(): void; stop(): void };
  };
  readonly screen?: { readonly orientation?: { value: string } };
  on?(event: PauseEvent, heard: () => void): void;
  off?(event: PauseEvent, heard: () => void): void;
}

export type PauseEvent = 'game_api_pause' | 'game_api_resume';

/** Players and purchases come signed. */
export async function loadSdk(
  host: Pick<BrowserHost, 'window' | 'loadScript' | 'inTime'>,
  address: string = vendorScript,
): Promise<Sdk> {
  const page = host.window as YandexWindow;
  // After a failed start it may be there already.
  if (!page.YaGames) await host.loadScript(address);
  if (!page.YaGames) throw new PlatformError('Unknown', 'The script of Yandex Games has come and brought nothing');
  return host.inTime('Yandex Games', page.YaGames.init({ signed: true }), initMs);
}

/** For games on domains of their own. */
const vendorScript = 'https://sdk.games.s3.yandex.net/sdk.js';
const initMs = 10_000;

/** Somebody may have to look for a card first. */
export const personMs = 15 * 60_000;

type YandexWindow = Window & { YaGames?: { init(options: { readonly signed: true }): Promise<Sdk> } };
