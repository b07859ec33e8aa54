// Tests saved settings at the vendor, for the console: the same request as `npm run check` makes.
import { findAdapter } from '#server/features/settings/adapter-manifests.ts';
import type { AdapterFamily } from '#server/features/settings/adapter-settings.ts';
import type { SettingsRoutesDeps } from '#server/features/settings/operator-routes.ts';
import type { Config } from '#server/config.ts';
import type { SafeFetch } from '#server/http/safe-fetch.ts';
import type { LoadedIdentityAdapter } from '#server/features/identities/load-identity-adapters.ts';
import { checkIdentityAccount } from './check-identity-settings.ts';
import { checkProviderAccount, type ProviderKeysParts } from './check-provider-keys.ts';
import { okFinding, problemFinding, warningFinding } from './finding.ts';

interface VendorTestDeps extends Omit<ProviderKeysParts, 'vendorFetch' | 'database'> {
  readonly providers: NonNullable<ProviderKeysParts['providers']>;
  readonly identities: readonly LoadedIdentityAdapter[];
  readonly fetch: SafeFetch;
  readonly config: Pick<Config, 'publicUrl'>;
}

export function createVendorTest({
  providers,
  identities,
  config,
  settings,
  fetch,
  log,
  now,
}: VendorTestDeps): SettingsRoutesDeps['vendorTest'] {
  const find = (family: AdapterFamily, adapter: string) =>
    providers.find((each) => each.family === family && each.folder === adapter);
  const findIdentity = (family: AdapterFamily, adapter: string) =>
    family === 'identities'
      ? identities.find((each) => each.folder === adapter && each.adapter?.checkSettings !== undefined)
      : undefined;
  return {
    isTestable: (family, adapter) => (find(family, adapter) ?? findIdentity(family, adapter)) !== undefined,
    test: async (family, adapter, game) => {
      const known = findAdapter(`${family}/${adapter}`);
      const own = known && (await settings.read(family, adapter, known.schema, game));
      if (!own) return [problemFinding('There are no valid settings', 'Save them first.')];
      const provider = find(family, adapter);
      const identity = findIdentity(family, adapter);
      const name = game === undefined ? adapter : `${adapter} (${game})`;
      const host = { vendorFetch: fetch, log, now };
      if (identity) return [await checkIdentityAccount(identity, name, own, { ...host, publicUrl: config.publicUrl })];
      if (!provider)
        return [warningFinding('These settings can only be tested by signing in', 'Try it in the portal.')];
      const findings = await checkProviderAccount(provider, name, own, host);
      return findings.length > 0 ? findings : [okFinding('The settings are valid; this vendor has nothing to ask')];
    },
  };
}
