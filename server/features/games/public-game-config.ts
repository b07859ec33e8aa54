// What everybody may know of a game. Art and screenshots are kept as paths on the game's own host and leave here as whole
// addresses; the rating is that of the portal's own players as soon as enough of them have given one.
import { fillGamesUrl } from '#model/fill-games-url.ts';
import type { PublicGameConfig } from '#contract/config.ts';
import type { Picture } from '#model/picture.ts';
import { describePicture } from '#server/features/pictures/describe-picture.ts';
import type { StoredGame } from './read-games.ts';

/** Where hosts of games are, and the portal below its own. */
export interface PublicPlace {
  readonly gamesUrl: string;
  readonly basePath: string;
}

/** With fewer reviews than this the rating of the configuration is shown. */
export const minReviews = 5;

/**
 * With a platform, what other platforms need is left out.
 * @param set what operators have set for platforms, which goes before what the game's own configuration says
 */
export function buildPublicConfig(
  row: StoredGame,
  { gamesUrl, basePath }: PublicPlace,
  platform?: string,
  set: PublicGameConfig['PlatformData'] = {},
): PublicGameConfig {
  // What somebody has written down as made is not.
  const { Pictures: _, ...StorePage } = row.config.StorePage;
  const PlatformData = { ...row.config.PlatformData, ...set };
  const onHost = (address: string): string => resolveOnHost(row.game, gamesUrl, address);
  return {
    ...row.config,
    GameSystemName: row.game,
    StorePage: {
      ...StorePage,
      WideArt: onHost(StorePage.WideArt),
      SquareArt: onHost(StorePage.SquareArt),
      ...(StorePage.Logo !== undefined && { Logo: onHost(StorePage.Logo) }),
      Screenshots: StorePage.Screenshots.map(onHost),
      ...ratingOf(row),
      ...picturesOf(row, onHost, basePath),
    },
    PlatformData: platform === undefined ? PlatformData : onlyPlatform(PlatformData, platform),
  };
}

/** Makes a path on the game's own host a whole address; whole addresses stay as they are. */
export function resolveOnHost(game: string, gamesUrl: string, address: string): string {
  return address.startsWith('/') ? fillGamesUrl(gamesUrl, game) + address : address;
}

function picturesOf(
  { pictures = [] }: StoredGame,
  onHost: (address: string) => string,
  basePath: string,
): { Pictures?: Picture[] } {
  const Pictures = pictures.flatMap((row) => describePicture(row, onHost(row.source), basePath) ?? []);
  return Pictures.length > 0 ? { Pictures } : {};
}

function ratingOf({ review_count, star_sum }: StoredGame): { Rating?: number; RatingCount?: number } {
  if (review_count === null || star_sum === null || review_count < minReviews) return {};
  return { Rating: Math.round((star_sum / review_count) * 100) / 100, RatingCount: review_count };
}

function onlyPlatform(data: PublicGameConfig['PlatformData'], platform: string): PublicGameConfig['PlatformData'] {
  return Object.fromEntries(Object.entries(data).filter(([name]) => name === platform));
}
