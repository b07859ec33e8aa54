import type { ProviderManifest } from '#payments/port.ts';
import type { LoadedProvider } from './load-providers.ts';

/**
 * Whether the portal may use a provider on a platform.
 * @param platform its name in the API
 */
export function isOfferedOnPlatform(
  platform: string,
  { platforms }: Pick<ProviderManifest, 'platforms'>,
  providers: readonly Pick<LoadedProvider, 'family' | 'manifest'>[],
): boolean {
  if (platforms) return platforms.includes(platform);
  return !providers.some(
    ({ family, manifest }) =>
      family === 'payments' && 'platforms' in manifest && manifest.platforms?.includes(platform),
  );
}
