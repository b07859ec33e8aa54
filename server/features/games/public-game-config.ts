// A game's public configuration. Artwork is stored as paths on the game's host and returned as full addresses.
import { buildGameOrigin } from '#model/build-game-origin.ts';
import type { PublicGameConfig } from '#contract/config.ts';
import type { Picture } from '#model/picture.ts';
import { describePicture } from '#server/features/pictures/describe-picture.ts';
import type { StoredGame } from './read-games.ts';

export interface PublicGameConfigOptions {
  readonly gamesUrl: string;
  readonly basePath: string;
}

/** With fewer reviews the configured rating is shown. */
export const minReviewsForRating = 5;

/**
 * With a platform, data of other platforms is omitted.
 * @param set the operators' platform settings, which override the game's configuration
 */
export function buildPublicGameConfig(
  row: StoredGame,
  { gamesUrl, basePath }: PublicGameConfigOptions,
  platform?: string,
  set: PublicGameConfig['PlatformData'] = {},
): PublicGameConfig {
  // Made pictures come from the database only, never from the configuration.
  const { Pictures: _, ...StorePage } = row.config.StorePage;
  const PlatformData = { ...row.config.PlatformData, ...set };
  const onHost = (address: string): string => resolveGameUrl(row.game, gamesUrl, address);
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

/** Full addresses stay unchanged. */
export function resolveGameUrl(game: string, gamesUrl: string, address: string): string {
  return address.startsWith('/') ? buildGameOrigin(gamesUrl, game) + address : address;
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
  if (review_count === null || star_sum === null || review_count < minReviewsForRating) return {};
  return { Rating: Math.round((star_sum / review_count) * 100) / 100, RatingCount: review_count };
}

function onlyPlatform(data: PublicGameConfig['PlatformData'], platform: string): PublicGameConfig['PlatformData'] {
  return Object.fromEntries(Object.entries(data).filter(([name]) => name === platform));
}
