import type { Static } from 'typebox';
import { fallbackLocale, chooseLocalizedText } from '#model/locale.ts';
import type { WebManifest } from '#model/game.ts';
import { resolveGameUrl } from './public-game-config.ts';
import type { GameRow } from './read-games.ts';

export interface GameManifestOptions {
  readonly gamesUrl: string;
  readonly basePath: string;
  readonly routerType: 'browser' | 'hash';
  readonly fixedGame?: string | undefined;
}

export function buildGameManifest({ game, config }: GameRow, place: GameManifestOptions): Static<typeof WebManifest> {
  const { StorePage, GameOrientation } = config;
  const name = chooseLocalizedText(StorePage.Title, fallbackLocale);
  const icon = resolveGameUrl(game, place.gamesUrl, StorePage.SquareArt);
  return {
    id: addressesOf(game, place).start_url,
    name,
    short_name: name.slice(0, 40),
    ...addressesOf(game, place),
    display: 'standalone',
    orientation: orientations[GameOrientation],
    background_color: '#0e1016',
    theme_color: '#0e1016',
    lang: fallbackLocale,
    icons: [{ src: icon, sizes: 'any', type: imageTypeOf(icon), purpose: 'any' }],
  };
}

const orientations = { Horizontal: 'landscape', Vertical: 'portrait', Unspecified: 'any' } as const;

const imageTypes: Readonly<Record<string, string>> = {
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  avif: 'image/avif',
};

function addressesOf(
  game: string,
  { basePath, routerType, fixedGame }: GameManifestOptions,
): { start_url: string; scope: string } {
  if (game === fixedGame) return { start_url: basePath, scope: basePath };
  // A scope can't contain a hash.
  if (routerType === 'hash') return { start_url: `${basePath}#/play/${game}`, scope: basePath };
  return { start_url: `${basePath}play/${game}`, scope: `${basePath}play/${game}` };
}

function imageTypeOf(address: string): string {
  const [path = ''] = address.split(/[?#]/, 1);
  return imageTypes[path.slice(path.lastIndexOf('.') + 1).toLowerCase()] ?? 'image/png';
}
