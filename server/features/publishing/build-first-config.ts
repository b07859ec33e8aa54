// The configuration with which a game begins: enough to be listed and played. The rest is its operator's, by `set`.
import type { PortalConfig, PublicGameConfig } from '#contract/config.ts';
import { fallbackLocale } from '#model/locale.ts';
import type { ProviderManifest } from '#payments/port.ts';
import * as payments from '#payments/registry.ts';
import { standInArtPaths } from '#server/games/draw-stand-in-art.ts';
import type { PageWords } from './read-page-words.ts';
import type { Orientation } from './read-arguments.ts';

export interface FirstConfigOptions {
  readonly game: string;
  readonly title: string | undefined;
  readonly orientation: Orientation | undefined;
  readonly portal: PortalConfig;
  /** The files of the game, among which its art may be. */
  readonly paths: readonly string[];
  /** On a laptop, where providers are simulated, a new game sells at once; in production none does before it is set up. */
  readonly sells: boolean;
  /** What its page says of itself. */
  readonly words?: PageWords;
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
      WideArt: artOf('wide') ?? standInArtPaths.wide,
      SquareArt: artOf('square') ?? words.icon ?? standInArtPaths.square,
      ...(logo !== undefined && { Logo: logo }),
      Screenshots: [],
      Genre: '',
    },
  };
}

/** Those providers that anybody can set up have a simulator too. */
const storeOf = (sells: boolean): PublicGameConfig['Store'] =>
  Object.fromEntries(
    Object.values<ProviderManifest>(payments).map(({ storeFlag, settings }) => [storeFlag, sells && Boolean(settings)]),
  ) as PublicGameConfig['Store'];

const artTypes = ['svg', 'webp', 'avif', 'png', 'jpg', 'jpeg'];

/** `gem-miner` is Gem Miner. */
const titleOf = (game: string): string =>
  game
    .split('-')
    .filter((word) => word !== '')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
