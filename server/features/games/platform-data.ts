// The platform settings that pages may see: those that the manifest declares public. A game's settings override the
// portal's.
import type { TObject } from 'typebox';
import type { PublicGameConfig } from '#contract/config.ts';
import type { LoadedPlatform } from '#server/features/game-sign-in/load-platforms.ts';

type PlatformData = PublicGameConfig['PlatformData'];

export type ReadPlatformData = (game: string, platform?: string) => Promise<PlatformData>;

interface SettingsToShow {
  read(family: 'platforms', adapter: string, schema: TObject, game: string): Promise<object | undefined>;
}

export function createPlatformDataReader(
  platforms: readonly LoadedPlatform[],
  settings: SettingsToShow,
): ReadPlatformData {
  return async (game, platform) => {
    const wanted = platforms.filter(({ manifest }) => platform === undefined || manifest.id === platform);
    const entries = await Promise.all(
      wanted.map(async ({ folder, manifest: { id, settings: schema, publicData } }) => {
        if (!schema || !publicData) return [];
        const all = await settings.read('platforms', folder, schema, game);
        if (all === undefined) return [];
        const named = Object.keys(publicData.properties);
        return [[id, Object.fromEntries(Object.entries(all).filter(([name]) => named.includes(name)))] as const];
      }),
    );
    return Object.fromEntries(entries.flat());
  };
}
