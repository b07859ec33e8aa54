// The vendor's interface, written from its public repositories (the SDK and the plug-ins for engines). There is no
// package with its types.
import type { AdEventOptions } from '../kit/ad-event-types.ts';

export interface GdOptions extends AdEventOptions {
  readonly gameId?: string;
  readonly advertisementSettings?: { readonly autoplay?: boolean };
}

export type GdAdType = 'interstitial' | 'rewarded' | 'display';

export interface GdSession {
  readonly ads: { readonly display: { readonly enabled: boolean } };
  readonly location: {
    readonly parentDomain: string;
    readonly topDomain: string;
    readonly parentURL: string;
    readonly depth: number;
    readonly loadedByGameZone: boolean;
  };
}

export interface GdGameEvent {
  readonly eventName?: string;
  readonly data?: { readonly level?: unknown; readonly score?: unknown; readonly event?: unknown };
}

export interface GdSdk {
  readonly AdType: Readonly<Record<'Rewarded' | 'Interstitial' | 'Preroll' | 'Midroll' | 'Display', GdAdType>>;
  showAd(type?: string, options?: { readonly containerId?: string }): Promise<string>;
  preloadAd(type?: string): Promise<string>;
  cancelAd(): Promise<void>;
  /** Engines pass the event as JSON. */
  sendEvent(event: GdGameEvent | string): Promise<void>;
  executeStoreAction(action: object | string): Promise<never>;
  getSession(): Promise<GdSession>;
  openConsole(): void;

  /** From before `showAd`. */
  showBanner(): void;
  play(): void;
  customLog(key: string): void;
}

/** What the page declares. Games from before `GD_OPTIONS` queue their settings in `gdApi`. */
export interface GdGlobals {
  GD_OPTIONS?: GdOptions;
  gdApi?: GdSdk | { readonly q?: readonly ArrayLike<unknown>[] };
  gdsdk?: GdSdk;
}
