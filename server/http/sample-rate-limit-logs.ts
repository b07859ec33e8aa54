import type { Log } from './log.ts';

const windowMs = 60_000;
const maxAddresses = 10_000;

/**
 * Whether a request that was rejected with 429 gets a log line. The first one of an address does; further ones within a
 * minute are summed up in one line, so that a caller can't fill the disk. Metrics count all.
 */
export function createRateLimitLogSampler(log: Log): (address: string) => boolean {
  const left = new Map<string, number>();
  return (address) => {
    const caller = left.size < maxAddresses ? networkOf(address) : others;
    const count = left.get(caller);
    left.set(caller, (count ?? -1) + 1);
    if (count !== undefined) return false;
    setTimeout(() => {
      const leftOut = left.get(caller) ?? 0;
      left.delete(caller);
      if (leftOut > 0) log.info({ status: 429, problem: 'TooManyRequests', leftOut }, 'more requests of one caller');
    }, windowMs).unref();
    return true;
  };
}

/** Stands for all addresses beyond the limit of tracked ones. */
const others = '';

/** An IPv6 subnet is one caller, as for rate limits. */
const networkOf = (address: string): string =>
  address.includes(':') ? address.split(':').slice(0, 4).join(':') : address;
