// What the core gives to the server adapter of a platform for one game.
import { Problem } from '#model/problem.ts';
import type { PlatformHost } from '#platforms/port.server.ts';
import type { Database } from '#server/db/database.ts';
import type { AdapterSettings } from '#server/features/settings/adapter-settings.ts';
import type { Scope } from '#server/features/sign-in/identities-of.ts';
import { countedFetch } from '#server/http/count-calls.ts';
import type { Caller } from '#server/http/caller.ts';
import type { Log } from '#server/http/log.ts';
import type { SafeFetch } from '#server/http/safe-fetch.ts';
import type { LoadedPlatform } from './load-platforms.ts';
import { spendProof } from './spend-proof.ts';

export interface PlatformDeps {
  readonly database: Database;
  readonly settings: Pick<AdapterSettings, 'readTrusted'>;
  readonly fetch: SafeFetch;
  /** Where the portal is, without a slash at its end. */
  readonly portalUrl: string;
  readonly now: () => Date;
  readonly log: Pick<Log, 'warn'>;
}

/**
 * The host, and in whose scope counts what the platform proves there. Throws NotConfigured where nobody has set the platform up,
 * for the portal or for the game.
 */
export async function createPlatformHost(
  { database, settings, fetch, portalUrl, now, log }: PlatformDeps,
  { folder, manifest }: LoadedPlatform,
  { game, caller }: { readonly game: string; readonly caller: Pick<Caller, 'ip'> },
): Promise<{ readonly host: PlatformHost; readonly scope: Scope }> {
  const own = manifest.settings && (await settings.readTrusted('platforms', folder, manifest.settings, game));
  if (manifest.settings && own === undefined)
    throw new Problem('NotConfigured', `${manifest.title} is not set up here.`, { param: manifest.title });
  const scope = own?.scope;
  const host: PlatformHost = {
    fetch: countedFetch(fetch, folder),
    now,
    log,
    game,
    portalUrl,
    callerAddress: caller.ip,
    consumeOnce: (proof, until) => spendProof(database, { platform: folder, scope, proof, until }, now()),
    settings: own?.settings,
  };
  return { host, scope };
}
