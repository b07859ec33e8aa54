// The vendor's interface, written from its public repositories and from what public games call. There is no package with
// its types.
import type { AdEventOptions } from '../kit/ad-event-types.ts';

export interface GmOptions extends AdEventOptions {
  readonly gameId?: string;
}

export interface GmSdk {
  /** Resolves when the ad is over, or at once if there is none. */
  showBanner(): Promise<void>;
  openConsole(): void;
  play(): void;
}
