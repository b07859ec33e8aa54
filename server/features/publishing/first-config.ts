// The configuration with which a game begins: enough to be listed and played. The rest is its operator's, by `set`.
import type { PortalConfig, PublicGameConfig } from '#contract/config.ts';
import { storeFlags } from '#contract/registries.ts';
import { fallbackLocale } from '#model/locale.ts';
import { standInArtPaths } from '#server/games/stand-in-art.ts';
import type { PageWords } from './read-page-words.ts';
import type { Orientation } from './read-arguments.ts';

export interface FirstConfigOptions {
  readonly game: string;
  readonly title: string | undefined;
  readonly orientation: Orientation | undefined;
  readonly portal: PortalConfig;
  /** The files of the game, among which its art may be. */
  readonly paths: readonly string[];
  /** What its page says of itself. */
  readonly words?: PageWords;
}

export function firstConfig(options: FirstConfigOptions): PublicGameConfig {
  const { game, title, orientation, portal, paths, words = {} } = options;
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
    // No provider sells for a game before somebody has set it up.
    Store: Object.fromEntries(Object.keys(storeFlags).map((flag) => [flag, false])) as PublicGameConfig['Store'],
    CompanyName: portal.CompanyBranding.Name,
    AllowedAuthProviders: [...portal.CompanyBranding.AuthProviders],
    Leaderboards: [],
    Servers: [],
    AdPlacements: [],
    StorePage: {
      Title: { [fallbackLocale]: title ?? words.title ?? titleOf(game) },
      Tagline: {},
      Description: words.description === undefined ? {} : { [fallbackLocale]: words.description },
      WideArt: artOf('wide') ?? standInArtPaths.wide,
      SquareArt: artOf('square') ?? words.icon ?? standInArtPaths.square,
      ...(logo !== undefined && { Logo: logo }),
      Screenshots: [],
      Genre: '',
    },
  };
}

const artTypes = ['svg', 'webp', 'avif', 'png', 'jpg', 'jpeg'];

/** `gem-miner` is Gem Miner. */
const titleOf = (game: string): string =>
  game
    .split('-')
    .filter((word) => word !== '')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
