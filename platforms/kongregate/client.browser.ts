// What we use of Kongregate's script, and how it is loaded. Dialogs report their result to a callback.
import type { BrowserHost } from '../port.browser.ts';
import { loadSdk } from '../kit/load-sdk.browser.ts';
import type { kongregate } from './platform.ts';

export const platformTitle = 'Kongregate';

/** A dialog's result. There is no code: closed and failed look the same. */
export interface DialogResult {
  readonly success?: boolean;
  readonly recipients?: unknown;
}

export interface KongregateServices {
  isGuest(): boolean;
  /** 0 for a guest. */
  getUserId(): number;
  getUsername(): string;
  getGameAuthToken(): string | undefined;
  showRegistrationBox(): void;
  addEventListener(event: 'login', listener: () => void): void;
  /** `filter`: the ids that may be chosen, separated by spaces. */
  showInvitationBox(
    invitation: { readonly content: string; readonly filter?: string },
    end: (end: DialogResult) => void,
  ): void;
  showFeedPostBox(post: { readonly content: string }, end: (end: DialogResult) => void): void;
}

export type AdEvent = 'adsAvailable' | 'adsUnavailable' | 'adOpened' | 'adCompleted' | 'adAbandoned';

export interface KongregateMtx {
  purchaseItemsRemote(orderInfo: string, end: (end: DialogResult) => void): void;
  initializeIncentivizedAds(): void;
  showIncentivizedAd(): void;
  /** Listeners can't be removed. */
  addEventListener(event: AdEvent, listener: () => void): void;
}

export interface KongregateSdk {
  readonly services: KongregateServices;
  readonly mtx: KongregateMtx;
  readonly stats: { submit(name: string, value: number): void };
}

interface KongregateApi {
  loadAPI(isLoaded: () => void): void;
  getAPI(): KongregateSdk;
}

export const loadClient = (host: BrowserHost<typeof kongregate>): Promise<KongregateSdk> =>
  loadSdk<KongregateApi, KongregateSdk>(host, {
    title: platformTitle,
    address: host.data?.SdkUrl ?? 'https://cdn1.kongregate.com/javascripts/kongregate_api.js',
    global: 'kongregateAPI',
    async init(api) {
      const { promise, resolve } = Promise.withResolvers<void>();
      api.loadAPI(resolve);
      await promise;
      return api.getAPI();
    },
  });
