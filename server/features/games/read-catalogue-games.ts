import { sql, type Kysely } from 'kysely';
import type { PublicGameConfig } from '#contract/config.ts';
import type { ConnectedGameSettings } from '#model/account.ts';
import type { Tables } from '#server/db/tables.ts';
import type { PictureRow } from '#server/features/pictures/describe-picture.ts';

/** What lists, search and cards show of a game: without the rest of its configuration, which is large. */
export interface CatalogueGame extends PictureRow {
  readonly game: string;
  readonly published: boolean;
  readonly position: number;
  readonly released_at: Date | null;
  readonly card: Pick<PublicGameConfig, 'PlayGameType' | 'Maintenance' | 'Url' | 'FrameOrigins'> &
    Pick<PublicGameConfig['StorePage'], 'Tagline' | 'WideArt' | 'SquareArt'>;
  /** What the account shows of the game once it is connected. */
  readonly for_players: ConnectedGameSettings;
  readonly titles: Readonly<Record<string, string>>;
  readonly genre: string;
  readonly tags: readonly string[];
  readonly orientation: string;
  /** Titles in all languages, genre, tags and system name, as `foldName` returns them. */
  readonly names: readonly string[];
  readonly plays: number;
  readonly players: number;
  readonly recent_players: number;
}

const pageSize = 500;

/** Reads in several statements: all games at once may take longer than a statement may. */
export async function* readCatalogueGames(
  db: Kysely<Tables>,
  wanted: readonly string[] | undefined,
): AsyncGenerator<readonly CatalogueGame[]> {
  let after = '';
  for (;;) {
    const rows = await readPage(db, wanted, after);
    yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < pageSize) return;
    after = last.game;
  }
}

async function readPage(
  db: Kysely<Tables>,
  wanted: readonly string[] | undefined,
  after: string,
): Promise<CatalogueGame[]> {
  const filter = wanted === undefined ? sql`true` : sql`games.game = any(${wanted}::text[])`;
  const { rows } = await sql<CatalogueGame>`
    select games.game, games.published, games.position, games.released_at, games.for_players,
      jsonb_strip_nulls(jsonb_build_object(
        'PlayGameType', games.config -> 'PlayGameType', 'Maintenance', games.config -> 'Maintenance',
        'Url', games.config -> 'Url', 'FrameOrigins', games.config -> 'FrameOrigins',
        'Tagline', games.config -> 'StorePage' -> 'Tagline',
        'WideArt', games.config -> 'StorePage' -> 'WideArt', 'SquareArt', games.config -> 'StorePage' -> 'SquareArt'
      )) as card,
      game_categories.titles, game_categories.genre, game_categories.tags, game_categories.orientation,
      array(select name from game_names where game_names.game = games.game order by name) as names,
      coalesce(game_popularity.plays, 0) as plays, coalesce(game_popularity.players, 0) as players,
      coalesce(game_popularity.recent_players, 0) as recent_players,
      pictures.hash, pictures.width, pictures.height, pictures.widths, pictures.placeholder
    from games
    join game_categories on game_categories.game = games.game
    left join game_popularity on game_popularity.game = games.game
    left join pictures on pictures.game = games.game and pictures.source = games.config -> 'StorePage' ->> 'WideArt'
    where ${filter} and games.game > ${after}
    order by games.game limit ${pageSize}`.execute(db);
  return rows;
}
