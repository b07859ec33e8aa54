// Which platforms get a game's scores and achievements from our server, by the game's settings.
import { readPlatformMappings, type PlatformMappings } from '#platforms/port.ts';
import type { LoadedPlatform } from '#server/features/game-sign-in/load-platforms.ts';
import type { AdapterSettings } from '#server/features/settings/adapter-settings.ts';
import type { IdentityScope } from '#server/features/sign-in/scoped-identities.ts';

export interface MappedPlatform extends PlatformMappings {
  readonly platform: LoadedPlatform;
  readonly settings: unknown;
  /** Where the identities of its players count. */
  readonly scope: IdentityScope;
}

export type ReadMappedPlatforms = (game: string) => Promise<readonly MappedPlatform[]>;

export function createMappedPlatformsReader(
  platforms: readonly LoadedPlatform[],
  settings: Pick<AdapterSettings, 'readTrusted'>,
): ReadMappedPlatforms {
  const written = platforms.filter(({ adapter }) => adapter.leaderboards ?? adapter.achievements);
  return async (game) => {
    const found = await Promise.all(
      written.map(async (platform): Promise<MappedPlatform[]> => {
        const { folder, manifest } = platform;
        const own = manifest.settings && (await settings.readTrusted('platforms', folder, manifest.settings, game));
        return own ? [{ platform, ...own, ...readPlatformMappings(own.settings) }] : [];
      }),
    );
    return found.flat();
  };
}
