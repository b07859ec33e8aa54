// The first configuration of a game: enough to list and play it.
import type { PortalConfig, PublicGameConfig } from '#contract/config.ts';
import { fallbackLocale } from '#model/locale.ts';
import type { ProviderManifest } from '#payments/port.ts';
import * as payments from '#payments/registry.ts';
import { placeholderArtPaths } from '#server/games/render-placeholder-art.ts';
import type { PageMetadata } from './read-page-metadata.ts';
import type { GameOrientationOption } from './read-games-arguments.ts';

export interface FirstConfigOptions {
  readonly game: string;
  readonly title: string | undefined;
  readonly orientation: GameOrientationOption | undefined;
  readonly portal: PortalConfig;
  readonly paths: readonly string[];
  /** In the lab, where providers are simulated, a new game sells at once. */
  readonly sells: boolean;
  readonly words?: PageMetadata;
}

export function buildFirstConfig(options: FirstConfigOptions): PublicGameConfig {
  const { game, title, orientation, portal, paths, sells, words = {} } = options;
  const artOf = (name: string): string | undefined => {
    const found = artTypes.map((type) => `art/${name}.${type}`).find((path) => paths.includes(path));
    return found === undefined ? undefined : `/${found}`;
  };
  const logo = artOf('logo');
  return {
    GameSystemName: game,
    PlayGameType: 'Iframe',
    GameOrientation: orientation ?? words.orientation ?? 'Unspecified',
    Presentation: {},
    SupportedLanguages: [fallbackLocale],
    PlatformData: {},
    Store: storeOf(sells),
    CompanyName: portal.CompanyBranding.Name,
    AllowedAuthProviders: [...portal.CompanyBranding.AuthProviders],
    Leaderboards: [],
    Servers: [],
    AdPlacements: [],
    StorePage: {
      Title: { [fallbackLocale]: title ?? words.title ?? titleOf(game) },
      Tagline: {},
      Description: words.description === undefined ? {} : { [fallbackLocale]: words.description },
      WideArt: artOf('wide') ?? placeholderArtPaths.wide,
      SquareArt: artOf('square') ?? words.icon ?? placeholderArtPaths.square,
      ...(logo !== undefined && { Logo: logo }),
      Screenshots: [],
      Genre: '',
    },
  };
}

/** Providers that any operator can set up also have a simulator. */
const storeOf = (sells: boolean): PublicGameConfig['Store'] =>
  Object.fromEntries(
    Object.values<ProviderManifest>(payments).map(({ storeFlag, settings }) => [storeFlag, sells && Boolean(settings)]),
  ) as PublicGameConfig['Store'];

const artTypes = ['svg', 'webp', 'avif', 'png', 'jpg', 'jpeg'];

const titleOf = (game: string): string =>
  game
    .split('-')
    .filter((word) => word !== '')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
