// The result of sending a batch: accepted, to be retried, or dropped because a retry would be rejected too.
import { ApiError } from '#contract/api-error.ts';

export type PostOutcome =
  | { readonly outcome: 'taken' }
  | { readonly outcome: 'later'; readonly waitMs?: number }
  | { readonly outcome: 'refused'; readonly reason: string };

export function toPostOutcome(error: unknown, retryAfter: string | null, now: Date): PostOutcome {
  if (!(error instanceof ApiError)) throw error;
  const { status, title } = error;
  if (status >= 400 && status < 500 && !passing.has(status))
    return { outcome: 'refused', reason: `${status} ${title}` };
  const waitMs = readWaitMs(retryAfter, now);
  return waitMs === undefined ? { outcome: 'later' } : { outcome: 'later', waitMs };
}

/** Temporary client errors: request timeout, too early, too many requests. */
const passing: ReadonlySet<number> = new Set([408, 425, 429]);

function readWaitMs(retryAfter: string | null, now: Date): number | undefined {
  if (retryAfter === null) return undefined;
  const waitMs = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - now.getTime();
  return Number.isNaN(waitMs) ? undefined : Math.max(0, waitMs);
}
