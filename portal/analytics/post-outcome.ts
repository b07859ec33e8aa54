// What an answer to a batch means: taken, to be sent again later, or given up because it would be refused again.
import { ApiError } from '#contract/api-error.ts';

export type PostOutcome =
  | { readonly outcome: 'taken' }
  /** @param waitMs how long the server wants to be left alone, where it says so */
  | { readonly outcome: 'later'; readonly waitMs?: number }
  | { readonly outcome: 'refused'; readonly reason: string };

/** @param retryAfter the header of that name: seconds, or a date */
export function failedPost(error: unknown, retryAfter: string | null, now: Date): PostOutcome {
  if (!(error instanceof ApiError)) throw error;
  const { status, title } = error;
  if (status >= 400 && status < 500 && !passing.has(status))
    return { outcome: 'refused', reason: `${status} ${title}` };
  const waitMs = readWaitMs(retryAfter, now);
  return waitMs === undefined ? { outcome: 'later' } : { outcome: 'later', waitMs };
}

/** Of the refusals those that pass with time: too slow, too early, too much. */
const passing: ReadonlySet<number> = new Set([408, 425, 429]);

function readWaitMs(retryAfter: string | null, now: Date): number | undefined {
  if (retryAfter === null) return undefined;
  const waitMs = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - now.getTime();
  return Number.isNaN(waitMs) ? undefined : Math.max(0, waitMs);
}
