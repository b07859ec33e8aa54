// What we use of Kongregate's script, and how it is loaded. Everything that opens a dialog tells its end to a function.
import type { BrowserHost } from '../port.browser.ts';
import { loadSdk } from '../kit/load-sdk.browser.ts';
import type { kongregate } from './platform.ts';

export const title = 'Kongregate';

/** How a dialog ended. There is no code: whoever closed it and what has failed look the same. */
export interface DialogEnd {
  readonly success?: boolean;
  /** Of an invitation: whom it went to. */
  readonly recipients?: unknown;
}

export interface Services {
  isGuest(): boolean;
  /** 0 of a guest. */
  getUserId(): number;
  getUsername(): string;
  getGameAuthToken(): string | undefined;
  showRegistrationBox(): void;
  addEventListener(event: 'login', listener: () => void): void;
  /** `filter`: the numbers of those who may be chosen, with spaces between them. */
  showInvitationBox(
    invitation: { readonly content: string; readonly filter?: string },
    end: (end: DialogEnd) => void,
  ): void;
  showFeedPostBox(post: { readonly content: string }, end: (end: DialogEnd) => void): void;
}

export type AdEvent = 'adsAvailable' | 'adsUnavailable' | 'adOpened' | 'adCompleted' | 'adAbandoned';

export interface Mtx {
  purchaseItemsRemote(orderInfo: string, end: (end: DialogEnd) => void): void;
  initializeIncentivizedAds(): void;
  showIncentivizedAd(): void;
  /** For good: nothing takes a listener away again. */
  addEventListener(event: AdEvent, listener: () => void): void;
}

export interface Kongregate {
  readonly services: Services;
  readonly mtx: Mtx;
  readonly stats: { submit(name: string, value: number): void };
}

interface KongregateApi {
  loadAPI(isLoaded: () => void): void;
  getAPI(): Kongregate;
}

export const loadClient = (host: BrowserHost<typeof kongregate>): Promise<Kongregate> =>
  loadSdk<KongregateApi, Kongregate>(host, {
    title,
    address: host.data?.SdkUrl ?? 'https://cdn1.kongregate.com/javascripts/kongregate_api.js',
    global: 'kongregateAPI',
    async init(api) {
      const { promise, resolve } = Promise.withResolvers<void>();
      api.loadAPI(resolve);
      await promise;
      return api.getAPI();
    },
  });
