import type { AllCapabilities, BrowserHost } from '../port.browser.ts';
import { attempt } from './attempt.browser.ts';
import { showWherePossible } from './dialogs.browser.ts';

export interface Reviews {
  readonly title: string;
  /** Whether the platform would show its dialog now. */
  readonly canAsk: () => Promise<boolean>;
  readonly ask: () => Promise<unknown>;
}

/** Reviews at a platform that doesn't reveal ratings. An error is logged and counts as not shown. */
export const createReviews = (
  { log }: Pick<BrowserHost, 'log'>,
  { title, canAsk, ask }: Reviews,
): AllCapabilities['reviews'] => ({
  canAsk: () => attempt(log, `A review at ${title}`, false, canAsk),
  ask: () =>
    showWherePossible({ log }, `A review at ${title}`, canAsk, async () => {
      await ask();
      return true;
    }),
  info: async () => ({ available: false }),
});
