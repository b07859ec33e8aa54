import type { Log } from './log.ts';

const windowMs = 60_000;
const maxAddresses = 10_000;

/**
 * Whether the line of a request that was refused with 429 goes into the log. The first of an address does; those that follow within a
 * minute are counted and told in one line, so that one caller cannot fill the disk. Metrics count all of them.
 */
export function createRefusalSampler(log: Log): (address: string) => boolean {
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

/** All addresses beyond the last one that is told apart. */
const others = '';

/** A subnet of IPv6 is one caller, as for the limits. */
const networkOf = (address: string): string =>
  address.includes(':') ? address.split(':').slice(0, 4).join(':') : address;
