// The configured sign-in buttons, and the names of identity types.
import type { PortalConfig } from '#contract/config.ts';
import type { RuntimeConfig, SignInMethod } from '#model/runtime-config.ts';
import * as payments from '#payments/registry.ts';
import * as platforms from '#platforms/registry.ts';
import type { AdapterSettings } from '#server/features/settings/adapter-settings.ts';
import type { LoadedIdentityAdapter } from './load-identity-adapters.ts';

/** Only methods that the portal lists, with a browser adapter and settings. */
export async function listSignInMethods(
  identities: readonly LoadedIdentityAdapter[],
  settings: AdapterSettings,
): Promise<NonNullable<RuntimeConfig['signIn']>> {
  const ways = await Promise.all(
    identities.map(async ({ folder, manifest }): Promise<[string, SignInMethod][]> => {
      const { login, publicOptions, providers } = manifest;
      if (!login || !manifest.settings || providers.length === 0) return [];
      // A method trusted only for games can't sign in to the portal.
      const all = (await settings.readTrusted('identities', folder, manifest.settings))?.settings;
      if (all === undefined) return [];
      const named = Object.keys(publicOptions?.block.properties ?? {});
      const options = Object.fromEntries(Object.entries(all).filter(([name]) => named.includes(name)));
      return providers.map((provider) => [
        provider,
        {
          folder,
          id: manifest.id,
          key: login.key,
          title: manifest.title,
          identityType: typeProvedBy(provider, manifest.identityTypes),
          options,
        },
      ]);
    }),
  );
  return Object.fromEntries(ways.flat());
}

/** An adapter with several providers names each after the type it proves. */
function typeProvedBy(provider: string, types: readonly string[]): string {
  return types.find((type) => type.toLowerCase() === provider) ?? types[0] ?? provider;
}

/** The adapter's title if it proves only one type, otherwise the type's own name. */
export function listIdentityTitles(identities: readonly LoadedIdentityAdapter[]): Readonly<Record<string, string>> {
  // If several adapters prove a type, a sign-in method's name takes precedence over a platform's.
  const manifests = [
    ...Object.values(payments),
    ...Object.values(platforms),
    ...identities.map(({ manifest }) => manifest),
  ];
  const titles = manifests.flatMap(({ title, identityTypes }) =>
    identityTypes.map((type) => [type, identityTypes.length === 1 ? title : type] as const),
  );
  return Object.fromEntries(titles);
}

export function addSignInConfig(
  portal: PortalConfig,
  ways: NonNullable<RuntimeConfig['signIn']>,
  identities: readonly LoadedIdentityAdapter[],
): PortalConfig {
  const needsNothing = new Set(
    identities.filter(({ manifest }) => !manifest.settings).flatMap(({ manifest }) => manifest.providers),
  );
  const offered = portal.CompanyBranding.AuthProviders.filter(
    (provider) => needsNothing.has(provider) || provider in ways,
  );
  const options = Object.values(ways).flatMap(({ folder, options }) => {
    const key = identities.find((each) => each.folder === folder)?.manifest.publicOptions?.key;
    return key === undefined ? [] : [[key, options] as const];
  });
  const branding = { ...portal.CompanyBranding, AuthProviders: offered, ...Object.fromEntries(options) };
  return { ...portal, CompanyBranding: branding };
}
