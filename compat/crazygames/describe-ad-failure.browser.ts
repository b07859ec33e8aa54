import type { AdBreakFailure } from '../kit/ad-breaks.browser.ts';

/** The vendor's code and a message. */
export const describeAdFailure = (reason: AdBreakFailure): [code: string, message: string] =>
  reason === 'unfilled' ? ['unfilled', 'No ad available'] : ['other', messages[reason]];

const messages = {
  busy: 'An ad is already playing',
  skipped: 'The player closed the ad',
  error: 'The ad could not be shown',
} as const;
