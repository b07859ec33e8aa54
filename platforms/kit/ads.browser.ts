// Advertisements: every one ends, and what went wrong is logged and told as a reason.
import type { AdOutcome, AdsReason, AllGroups, BrowserHost } from '../port.browser.ts';
import { attempt, firstWord } from './attempt.browser.ts';

type Host = Pick<BrowserHost, 'inTime' | 'log'>;

export const failedAd = { outcome: 'failed', reason: 'Unknown' } as const satisfies AdOutcome;

/** What `show` ends with first; some platforms say two things. */
export const showAd = (
  host: Host,
  title: string,
  show: (end: (outcome: AdOutcome) => void) => (() => void) | void,
  longestMs: number = 5 * 60_000,
): Promise<AdOutcome> =>
  attempt<AdOutcome>(host.log, `An advertisement of ${title}`, failedAd, () =>
    firstWord(host, `an advertisement of ${title}`, longestMs, show),
  );

/** @param change shows or hides it, and gives the reason where it could not; a fault is an unknown one */
export function createBanner(
  { inTime, log }: Host,
  title: string,
  change: (isShown: boolean) => Promise<AdsReason | undefined>,
): AllGroups['banner'] {
  const reasonNot = (isShown: boolean): Promise<AdsReason | undefined> =>
    attempt<AdsReason | undefined>(log, `The banner of ${title}`, 'Unknown', () =>
      inTime(`the banner of ${title}`, change(isShown)),
    );
  return {
    async show() {
      const reason = await reasonNot(true);
      return reason ? { shown: false, reason } : { shown: true };
    },
    async hide() {
      const reason = await reasonNot(false);
      return reason ? { hidden: false, reason } : { hidden: true };
    },
  };
}
