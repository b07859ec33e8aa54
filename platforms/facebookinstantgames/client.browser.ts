// What we use of the Instant Games script, how it is loaded, and its errors. Parts that some clients or versions lack
// are optional.
import { PlatformError, type BrowserHost } from '../port.browser.ts';
import { readUntrustedFields, readUntrustedText } from '../kit/fields.browser.ts';
import { loadSdk } from '../kit/load-sdk.browser.ts';
import type { facebookinstantgames } from './platform.ts';

export type InstantGamesHost = BrowserHost<typeof facebookinstantgames>;

export const platformTitle = 'Facebook Instant Games';

export interface InstantPerson {
  getID(): string | null;
  /** Not since version 8, where only Facebook itself renders names and pictures. */
  getName?(): string | null;
  getPhoto?(): string | null;
}

export interface InstantPlayer extends InstantPerson {
  getSignedPlayerInfoAsync(requestPayload?: string): Promise<{ getPlayerID(): string; getSignature(): string }>;
  /** Since version 7.1. Null, or with a null id, for players without one. */
  getSignedASIDAsync?(): Promise<{ getASID(): string | null; getSignature(): string } | null>;
  getConnectedPlayersAsync(): Promise<readonly InstantPerson[]>;
}

export interface InstantPurchase {
  readonly purchaseToken: string;
  readonly signedRequest: string;
  readonly isConsumed?: boolean;
  readonly paymentActionType?: string;
}

export interface InstantPayments {
  onReady(ready: () => void): void;
  getCatalogAsync(): Promise<
    readonly {
      readonly productID: string;
      readonly price: string;
      readonly priceCurrencyCode: string;
      readonly priceAmount?: number | string;
    }[]
  >;
  purchaseAsync(wish: { readonly productID: string; readonly developerPayload: string }): Promise<InstantPurchase>;
  getPurchasesAsync(): Promise<readonly InstantPurchase[]>;
  consumePurchaseAsync(purchaseToken: string): Promise<unknown>;
}

export interface AdInstance {
  loadAsync(): Promise<void>;
  showAsync(): Promise<void>;
}

interface Message {
  readonly image: string;
  readonly text: string;
  readonly data?: object;
}

export interface InstantSdk {
  initializeAsync(): Promise<void>;
  startGameAsync(): Promise<void>;
  setLoadingProgress(percentage: number): void;
  getSupportedAPIs(): readonly string[];
  getLocale(): string | null;
  getEntryPointData(): unknown;
  readonly player: InstantPlayer;
  readonly context: { getType(): string };
  readonly payments: InstantPayments;
  inviteAsync?(invitation: Message): Promise<void>;
  shareAsync(post: Message & { readonly intent: 'INVITE' | 'SHARE' }): Promise<void>;
  getInterstitialAdAsync(placementId: string): Promise<AdInstance>;
  getRewardedVideoAsync(placementId: string): Promise<AdInstance>;
  canCreateShortcutAsync(): Promise<boolean>;
  createShortcutAsync(): Promise<void>;
  readonly community?: {
    canJoinOfficialGroupAsync(): Promise<boolean>;
    joinOfficialGroupAsync(): Promise<void>;
    canFollowOfficialPageAsync(): Promise<boolean>;
    followOfficialPageAsync(): Promise<void>;
  };
  logEvent(name: string, value?: number, params?: Readonly<Record<string, string>>): unknown;
}

export interface InstantClient {
  readonly sdk: InstantSdk;
  readonly supports: (api: string) => boolean;
  /** Starts the game at Facebook, once. Purchases and ads aren't available before. */
  readonly begin: () => Promise<void>;
}

export async function openClient(host: InstantGamesHost): Promise<InstantClient> {
  const sdk = await loadSdk<InstantSdk, InstantSdk>(host, {
    title: platformTitle,
    address: host.data?.SdkUrl ?? 'https://connect.facebook.net/en_US/fbinstant.8.0.js',
    global: 'FBInstant',
    // Never resolves outside Facebook's frame.
    async init(found) {
      await found.initializeAsync();
      return found;
    },
  });
  let beginning: Promise<void> | undefined;
  const begin = async (): Promise<void> => {
    sdk.setLoadingProgress(100);
    await host.withPlatformTimeout(`the start at ${platformTitle}`, sdk.startGameAsync());
  };
  return {
    sdk,
    supports: (api) => sdk.getSupportedAPIs().includes(api),
    begin() {
      beginning ??= begin();
      beginning.catch(() => void (beginning = undefined));
      return beginning;
    },
  };
}

/** The platform's errors are objects with a code; this one means that the player closed a dialog. */
export const isCancelled = (error: unknown): boolean => readUntrustedFields(error)['code'] === 'USER_INPUT';

export function toPlatformError(error: unknown): PlatformError {
  if (error instanceof PlatformError) return error;
  const { code, message } = readUntrustedFields(error);
  return new PlatformError(
    isCancelled(error) ? 'UserCancelled' : 'Unknown',
    readUntrustedText(message) || readUntrustedText(code) || platformTitle,
    {
      cause: error,
    },
  );
}
