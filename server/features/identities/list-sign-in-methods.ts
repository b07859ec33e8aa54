// What pages have to know of the ways to sign in: the buttons that are set up here, and what the types of identity are called.
import type { PortalConfig } from '#contract/config.ts';
import type { RuntimeConfig, SignInMethod } from '#model/runtime-config.ts';
import * as payments from '#payments/registry.ts';
import * as platforms from '#platforms/registry.ts';
import type { AdapterSettings } from '#server/features/settings/adapter-settings.ts';
import type { LoadedIdentity } from './load-identity-adapters.ts';

/** The ways whose provider is listed, whose browser adapter is there and which an operator has set up. */
export async function listSignInMethods(
  identities: readonly LoadedIdentity[],
  settings: AdapterSettings,
): Promise<NonNullable<RuntimeConfig['signIn']>> {
  const ways = await Promise.all(
    identities.map(async ({ folder, manifest }): Promise<[string, SignInMethod][]> => {
      const { login, publicOptions, providers } = manifest;
      if (!login || !manifest.settings || providers.length === 0) return [];
      // What counts for games alone is no way into the portal.
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

/** An adapter with several providers calls each as the type that it proves. */
function typeProvedBy(provider: string, types: readonly string[]): string {
  return types.find((type) => type.toLowerCase() === provider) ?? types[0] ?? provider;
}

/** The name of each type: that of the adapter if it proves one type only, else the type's own. */
export function listIdentityTitles(identities: readonly LoadedIdentity[]): Readonly<Record<string, string>> {
  // Where several prove one type, a way to sign in gives its name before a platform does.
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

/** The portal's configuration with what is really offered: the listed providers that are set up, and their public settings. */
export function withSignIn(
  portal: PortalConfig,
  ways: NonNullable<RuntimeConfig['signIn']>,
  identities: readonly LoadedIdentity[],
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
