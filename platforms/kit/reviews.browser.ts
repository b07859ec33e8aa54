import type { AllCapabilities, BrowserHost } from '../port.browser.ts';
import { tryOrFallback } from './waiting.browser.ts';
import { showDialogIfAvailable } from './dialogs.browser.ts';

export interface ReviewOptions {
  readonly title: string;
  readonly canAsk: () => Promise<boolean>;
  readonly ask: () => Promise<unknown>;
}

/** For a platform that doesn't reveal ratings. An error is logged and counts as not shown. */
export const createReviewCapability = (
  { log }: Pick<BrowserHost, 'log'>,
  { title, canAsk, ask }: ReviewOptions,
): AllCapabilities['reviews'] => ({
  canAsk: () => tryOrFallback(log, `A review at ${title}`, false, canAsk),
  ask: () =>
    showDialogIfAvailable({ log }, `A review at ${title}`, canAsk, async () => {
      await ask();
      return true;
    }),
  info: async () => ({ available: false }),
});
