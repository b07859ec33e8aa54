// Checks that game servers are reachable at their webhook addresses. It sends a GET, which delivers nothing. Any status
// below 500 counts as reachable, because most servers reject a GET there.
import type { Database } from '#server/db/database.ts';
import type { SafeFetch } from '#server/http/safe-fetch.ts';
import { okFinding, problemFinding, retryOnTimeout, unreachableFinding, type Finding } from './finding.ts';

const timeoutMs = 15_000;

export async function checkGameServers({ kysely }: Database, vendorFetch: SafeFetch): Promise<Finding[]> {
  const endpoints = await kysely
    .selectFrom('webhook_endpoints')
    .select(['game', 'url', 'disabled_at', 'disabled_because'])
    .orderBy('game')
    .execute();
  if (endpoints.length === 0)
    return [okFinding('no game has an address for deliveries: games collect purchases themselves')];
  return Promise.all(
    endpoints.map(async ({ game, url, disabled_at: disabledAt, disabled_because: because }) =>
      disabledAt === null
        ? checkEndpoint(game, url, vendorFetch)
        : problemFinding(
            `deliveries to ${game} have been off since ${disabledAt.toISOString()}: ${because ?? 'reason unknown'}`,
            `Ask its developer, then turn them on: npm run hooks -- enable ${game}`,
          ),
    ),
  );
}

async function checkEndpoint(game: string, url: string, vendorFetch: SafeFetch): Promise<Finding> {
  const { host } = new URL(url);
  const remedy = `Ask the developer of ${game}, or change the address: npm run hooks -- set ${game} <https address>`;
  try {
    const { status } = await retryOnTimeout(() => vendorFetch(url, { timeoutMs }));
    if (status >= 500) return problemFinding(`the server of ${game} at ${host} returns ${status}`, remedy);
    return okFinding(`the server of ${game} at ${host} responds`);
  } catch (error) {
    return unreachableFinding(error, `the server of ${game} at ${host} doesn't respond`, remedy);
  }
}
