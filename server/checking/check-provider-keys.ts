// Checks whether payment providers accept the configured keys. The provider's adapter makes its cheapest authenticated
// request: the list of the last hour, or a read of a nonexistent payment. The HTTP status decides.
import { randomUUID } from 'node:crypto';
import { withTimeout } from '#server/with-timeout.ts';
import type { Database } from '#server/db/database.ts';
import { loadProviders, type LoadedProvider } from '#server/features/orders/providers/load-providers.ts';
import type { AdapterSettings } from '#server/features/settings/adapter-settings.ts';
import type { Log } from '#server/http/log.ts';
import type { SafeFetch } from '#server/http/safe-fetch.ts';
import { describeError, isTimeout, okFinding, problemFinding, warningFinding, type Finding } from './finding.ts';

export interface ProviderKeysParts {
  readonly database: Database;
  readonly settings: AdapterSettings;
  readonly vendorFetch: SafeFetch;
  readonly log: Log;
  readonly now: () => Date;
  readonly providers?: readonly LoadedProvider[];
}

const timeoutMs = 30_000;
const hourMs = 3_600_000;

export async function checkProviderKeys(parts: ProviderKeysParts): Promise<Finding[]> {
  const { database, settings, providers = await loadProviders() } = parts;
  const rows = await database.kysely
    .selectFrom('adapter_settings')
    .select(['family', 'adapter', 'game'])
    .orderBy('adapter')
    .orderBy('game')
    .execute();
  const findings = rows.map(async ({ family, adapter, game }) => {
    const provider = providers.find((each) => each.family === family && each.folder === adapter);
    if (!provider?.manifest.settings) return [];
    const own = await settings.read(provider.family, adapter, provider.manifest.settings, game ?? undefined);
    // The payments check reports invalid settings.
    if (!own) return [];
    return checkProviderAccount(provider, game === null ? adapter : `${adapter} (${game})`, own, parts);
  });
  const found = (await Promise.all(findings)).flat();
  return found.length > 0 ? found : [okFinding('no keys to test')];
}

/** Makes one harmless request with these settings. */
export async function checkProviderAccount(
  provider: LoadedProvider,
  name: string,
  settings: object,
  { vendorFetch, log, now }: Pick<ProviderKeysParts, 'vendorFetch' | 'log' | 'now'>,
): Promise<Finding[]> {
  const statuses: number[] = [];
  const watchingFetch: SafeFetch = async (address, options) => {
    const response = await vendorFetch(address, options);
    statuses.push(response.status);
    return response;
  };
  let fault: unknown;
  try {
    const host = { fetch: watchingFetch, now, log, settings };
    const late = (): Error => new Error(`${name} didn't respond within ${timeoutMs / 1000} s`);
    await withTimeout(callWithKeys(provider, host), timeoutMs, late);
  } catch (error) {
    fault = error;
  }
  const remedy = `Compare the keys with those in your ${provider.manifest.title} account, and set them again: npm run settings -- ${provider.family}/${provider.folder} < settings.json`;
  const refused = statuses.find((status) => status === 401 || status === 403);
  if (refused !== undefined) return [problemFinding(`${name} rejects the keys (${refused})`, remedy)];
  const failing = statuses.find((status) => status >= 500);
  if (failing !== undefined)
    return [
      warningFinding(`${name} returns ${failing}`, `See ${provider.manifest.title}'s status page, then check again.`),
    ];
  if (statuses.some((status) => status >= 200 && status <= 299)) return [okFinding(`${name} accepts the keys`)];
  const [status] = statuses;
  if (status !== undefined) return [okFinding(`${name} returns ${status}, so the keys couldn't be tested`)];
  // Adapters that only verify signatures make no requests.
  if (fault === undefined) return [];
  const isSlow = isTimeout(fault);
  return [
    warningFinding(
      `${name} can't be reached: ${describeError(fault)}`,
      isSlow
        ? 'This machine or the provider is slow. Check again.'
        : `Allow https requests from this machine to it. ${remedy}`,
    ),
  ];
}

type Host = Parameters<LoadedProvider['adapter']['read']>[1];

function callWithKeys({ adapter }: LoadedProvider, host: Host): Promise<unknown> {
  const to = host.now();
  const from = new Date(to.getTime() - hourMs);
  if (adapter.list) return adapter.list({ from, to }, host);
  const unknown = { attemptId: randomUUID(), orderId: randomUUID(), providerPaymentId: randomUUID() };
  return adapter.read({ ...unknown, amountMinor: 100, currency: 'USD', createdAt: from }, host);
}
