// Counts what goes through the door to the outside, by whom was asked and what came of it. Whom a request asks is said by the
// core, which knows; an address says it to nobody but the vendor.
import type { Fetch } from '#model/fetch.server.ts';
import type { Metrics } from './metrics.ts';
import { FetchRefused, type SafeFetch } from './safe-fetch.ts';

/** The door as an adapter gets it: what it asks is counted under the name of its folder. */
export function askAs(door: SafeFetch, provider: string): Fetch {
  return (address, options) => door(address, { ...options, provider });
}

/** The same door; what was asked in nobody's name is not counted. */
export function countCalls(door: SafeFetch, { count }: Pick<Metrics, 'count'>): SafeFetch {
  return async (address, options = {}) => {
    const { provider, ...rest } = options;
    if (provider === undefined) return door(address, rest);
    try {
      const answer = await door(address, rest);
      count('fxid_provider_calls_total', { provider, outcome: classifyStatus(answer.status) });
      return answer;
    } catch (error) {
      const outcome = error instanceof FetchRefused ? 'forbidden' : 'unreachable';
      count('fxid_provider_calls_total', { provider, outcome });
      throw error;
    }
  };
}

/** What the answer to a request of ours says about whom we asked. */
export function classifyStatus(status: number): 'ok' | 'refused' | 'failing' {
  if (status >= 500) return 'failing';
  return status >= 400 ? 'refused' : 'ok';
}
