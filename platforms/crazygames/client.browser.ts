// What we use of CrazyGames' script, and how it is loaded. Version 3 has values where version 2 has methods. Errors are
// objects with a code.
import { PlatformError, type BrowserHost } from '../port.browser.ts';
import { readUntrustedFields, readUntrustedText } from '../kit/fields.browser.ts';
import { loadSdk } from '../kit/load-sdk.browser.ts';
import type { crazygames } from './platform.ts';

export const platformTitle = 'CrazyGames';

export type CrazyGamesHost = Pick<BrowserHost<typeof crazygames>, keyof BrowserHost>;

type Later<T> = T | Promise<T>;

/** Unchecked names and pictures, for display only. The id in newer scripts proves nothing. */
export interface CrazyUser {
  readonly username?: unknown;
  readonly profilePictureUrl?: unknown;
}

export interface SystemInfo {
  readonly locale?: unknown;
  readonly applicationType?: unknown;
  readonly device?: unknown;
}

export interface FriendsPage {
  readonly friends: readonly {
    readonly id: unknown;
    readonly username?: unknown;
    readonly profilePictureUrl?: unknown;
  }[];
  readonly hasMore: boolean;
}

interface AdCallbacks {
  readonly adStarted: () => void;
  readonly adFinished: () => void;
  /** Version 2 passes a reason too. */
  readonly adError: (error: unknown, reason?: unknown) => void;
}

export interface CrazyGamesSdk {
  init?(): Promise<unknown>;
  readonly environment?: string;
  getEnvironment?(): Promise<string>;
  readonly user: {
    readonly isUserAccountAvailable?: boolean | (() => Later<boolean>);
    readonly systemInfo?: SystemInfo;
    getSystemInfo?(): Promise<SystemInfo>;
    getUser(): Promise<CrazyUser | null>;
    getUserToken(): Promise<string | null>;
    showAuthPrompt(): Promise<CrazyUser | null>;
    /** Called after a sign-in. A sign-out reloads the page. */
    addAuthListener?(heard: () => void): void;
    removeAuthListener?(heard: () => void): void;
    listFriends?(page: { readonly page: number; readonly size: number }): Promise<FriendsPage>;
  };
  readonly game: {
    loadingStart?(): void;
    loadingStop?(): void;
    /** Version 2's names. */
    sdkGameLoadingStart?(): void;
    sdkGameLoadingStop?(): void;
    gameplayStart?(): void;
    gameplayStop?(): void;
    inviteLink?(params: Readonly<Record<string, string>>): Later<string>;
    getInviteParam?(key: string): Later<string | null>;
    addSettingsChangeListener?(heard: (settings: unknown) => void): void;
    removeSettingsChangeListener?(heard: (settings: unknown) => void): void;
    /** The player accepts an invitation while the game runs. */
    addJoinRoomListener?(heard: (params: unknown) => void): void;
    removeJoinRoomListener?(heard: (params: unknown) => void): void;
  };
  readonly ad: {
    requestAd(kind: 'midgame' | 'rewarded', callbacks: AdCallbacks): unknown;
    hasAdblock?(): Promise<boolean>;
  };
  /** Version 3 only. */
  readonly analytics?: {
    trackOrder?(provider: 'xsolla', order: { readonly orderId: string; readonly status: string }): unknown;
  };
  /** Version 3 only. */
  readonly data?: { getItem(key: string): Later<string | null>; setItem(key: string, value: string): Later<unknown> };
  readonly banner?: {
    requestBanner(banner: { readonly id: string; readonly width: number; readonly height: number }): Promise<unknown>;
    clearBanner(id: string): unknown;
  };
}

// Part of the URL; browsers cache the script by it.
const cacheVersion = 2;

export const loadClient = (host: CrazyGamesHost): Promise<CrazyGamesSdk> =>
  loadSdk<{ readonly SDK: CrazyGamesSdk }, CrazyGamesSdk>(host, {
    title: platformTitle,
    address:
      host.data?.SdkUrl ??
      `https://sdk.crazygames.com/crazygames-sdk-v${host.data?.SdkVersion ?? '3'}.js?v=${cacheVersion}`,
    global: 'CrazyGames',
    async init({ SDK: sdk }) {
      await sdk.init?.();
      // On other sites every call would throw.
      if ((sdk.environment ?? (await sdk.getEnvironment?.())) === 'disabled')
        throw new PlatformError('NotSupported', 'CrazyGames does not host this page');
      return sdk;
    },
  });

export const readErrorCode = (error: unknown): string => readUntrustedText(readUntrustedFields(error)['code']);
