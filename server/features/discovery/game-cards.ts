import { sql, type RawBuilder } from 'kysely';
import type { GameCard } from '#contract/discovery.ts';
import type { PublicGameConfig } from '#contract/config.ts';
import { chooseLocalizedText, type Locale } from '#model/locale.ts';
import { isInMaintenance } from '#model/maintenance.ts';
import { resolveGameUrl } from '#server/features/games/public-game-config.ts';
import { describePicture, type PictureRow } from '#server/features/pictures/describe-picture.ts';

export interface GameCardContext {
  readonly gamesUrl: string;
  readonly basePath: string;
  readonly now: () => Date;
}

export interface GameCardRow extends PictureRow {
  readonly game: string;
  readonly card: Pick<PublicGameConfig, 'PlayGameType' | 'Maintenance'> &
    Pick<PublicGameConfig['StorePage'], 'Tagline' | 'WideArt' | 'SquareArt'>;
  readonly titles: Readonly<Record<string, string>>;
  readonly genre: string;
  readonly tags: readonly string[];
  readonly released_at: Date | null;
  readonly plays: number;
  readonly is_hidden: boolean;
}

/** Leaves out the rest of the configuration, which is large. */
export const gameCardColumnsSql = sql`
  games.game, game_categories.titles, game_categories.genre, game_categories.tags, games.released_at,
  coalesce(game_popularity.plays, 0) as plays, not games.published as is_hidden,
  jsonb_build_object(
    'PlayGameType', games.config -> 'PlayGameType', 'Maintenance', games.config -> 'Maintenance',
    'Tagline', games.config -> 'StorePage' -> 'Tagline',
    'WideArt', games.config -> 'StorePage' -> 'WideArt', 'SquareArt', games.config -> 'StorePage' -> 'SquareArt'
  ) as card,
  pictures.hash, pictures.width, pictures.height, pictures.widths, pictures.placeholder`;

/** For choosing games: small rows, without the configuration. */
export const gameSelectionTablesSql = sql`
  games
  join game_categories on game_categories.game = games.game
  left join game_popularity on game_popularity.game = games.game`;

export const gameCardTablesSql = sql`
  ${gameSelectionTablesSql}
  left join pictures on pictures.game = games.game and pictures.source = games.config -> 'StorePage' ->> 'WideArt'`;

/** Most played first; unplayed games keep the portal's order. */
export const popularityOrderSql = sql`coalesce(game_popularity.recent_players, 0) desc, games.position, games.game`;

/** @param accountId the player who looks; those with the feature ListGames see hidden games too */
export const isVisibleGameSql = (accountId: string | undefined): RawBuilder<boolean> =>
  accountId === undefined
    ? sql`games.published`
    : sql`(games.published or exists (
        select from accounts where account_id = ${accountId} and 'ListGames' = any(features)
      ))`;

const newForMs = 30 * 86_400_000;

export function buildGameCard(
  row: GameCardRow,
  locale: Locale,
  { gamesUrl, basePath, now }: GameCardContext,
): GameCard {
  const { game, card, titles, genre, tags, released_at, plays, is_hidden: isHidden } = row;
  const wideArt = resolveGameUrl(game, gamesUrl, card.WideArt);
  const picture = describePicture(row, wideArt, basePath);
  return {
    GameSystemName: game,
    PlayGameType: card.PlayGameType,
    Title: chooseLocalizedText(titles, locale),
    Tagline: chooseLocalizedText(card.Tagline, locale),
    Genre: genre,
    WideArt: wideArt,
    SquareArt: resolveGameUrl(game, gamesUrl, card.SquareArt),
    InMaintenance: isInMaintenance(card.Maintenance ?? undefined, now()),
    Tags: [...tags],
    IsNew: released_at !== null && now().getTime() - released_at.getTime() < newForMs,
    Plays: plays,
    ...(picture && { WidePicture: picture }),
    ...(isHidden && { Hidden: true }),
  };
}
