// What SDKs with `ad-events.browser.ts` exchange with the game.

export interface AdEvent {
  readonly name: string;
  readonly message: string;
  readonly status: AdEventStatus;
}

export type AdEventStatus = 'success' | 'warning' | 'error';

/** What the page declares before it loads the script. The other functions are from before there were events. */
export interface AdEventOptions {
  readonly onEvent?: (event: AdEvent) => unknown;
  readonly pauseGame?: () => unknown;
  readonly resumeGame?: () => unknown;
  readonly onInit?: (message: string) => unknown;
  readonly onError?: (error: { readonly message: string }) => unknown;
}
