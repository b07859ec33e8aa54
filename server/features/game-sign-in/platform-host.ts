// The tools that the core gives a platform's server adapter, for one game.
import { Problem } from '#model/problem.ts';
import type { PlatformHost } from '#platforms/port.server.ts';
import type { Database } from '#server/db/database.ts';
import type { AdapterSettings } from '#server/features/settings/adapter-settings.ts';
import type { IdentityScope } from '#server/features/sign-in/scoped-identities.ts';
import { createCountedFetch } from '#server/http/with-vendor-call-metrics.ts';
import type { Caller } from '#server/http/caller.ts';
import type { Log } from '#server/http/log.ts';
import type { SafeFetch } from '#server/http/safe-fetch.ts';
import type { LoadedPlatform } from './load-platforms.ts';
import { consumeProof } from './consume-proof.ts';

export interface PlatformDeps {
  readonly database: Database;
  readonly settings: Pick<AdapterSettings, 'readTrusted'>;
  readonly fetch: SafeFetch;
  readonly portalUrl: string;
  readonly now: () => Date;
  readonly log: Pick<Log, 'warn'>;
}

/** Throws NotConfigured if the platform is configured neither for the portal nor for the game. */
export async function createPlatformHost(
  { database, settings, fetch, portalUrl, now, log }: PlatformDeps,
  { folder, manifest }: LoadedPlatform,
  { game, caller }: { readonly game: string; readonly caller: Pick<Caller, 'ip'> },
): Promise<{ readonly host: PlatformHost; readonly scope: IdentityScope }> {
  const own = manifest.settings && (await settings.readTrusted('platforms', folder, manifest.settings, game));
  if (manifest.settings && own === undefined)
    throw new Problem('NotConfigured', `${manifest.title} is not set up here.`, { param: manifest.title });
  const scope = own?.scope;
  const host: PlatformHost = {
    fetch: createCountedFetch(fetch, folder),
    now,
    log,
    game,
    portalUrl,
    callerAddress: caller.ip,
    consumeOnce: (proof, until) => consumeProof(database, { platform: folder, scope, proof, until }, now()),
    settings: own?.settings,
  };
  return { host, scope };
}
