// Counts outgoing requests by vendor and result. The caller names the vendor, because an address does not identify it.
import type { Fetch } from '#model/fetch.server.ts';
import type { Metrics } from './metrics.ts';
import { FetchBlockedError, type SafeFetch } from './safe-fetch.ts';

/** A `fetch` for one adapter; its requests are counted under the adapter's folder name. */
export function createCountedFetch(safeFetch: SafeFetch, provider: string): Fetch {
  return (address, options) => safeFetch(address, { ...options, provider });
}

export function withVendorCallMetrics(safeFetch: SafeFetch, { count }: Pick<Metrics, 'count'>): SafeFetch {
  return async (address, options = {}) => {
    const { provider, ...rest } = options;
    if (provider === undefined) return safeFetch(address, rest);
    try {
      const answer = await safeFetch(address, rest);
      count('fxid_provider_calls_total', { provider, outcome: classifyVendorStatus(answer.status) });
      return answer;
    } catch (error) {
      const outcome = error instanceof FetchBlockedError ? 'forbidden' : 'unreachable';
      count('fxid_provider_calls_total', { provider, outcome });
      throw error;
    }
  };
}

export function classifyVendorStatus(status: number): 'ok' | 'refused' | 'failing' {
  if (status >= 500) return 'failing';
  return status >= 400 ? 'refused' : 'ok';
}
