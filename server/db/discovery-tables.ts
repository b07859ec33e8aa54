import type { Generated, JSONColumnType } from 'kysely';

export interface DiscoveryTables {
  /** Only triggers on `games` write the first two; a job writes the third. */
  game_names: { game: string; name: string; grams: string[] };
  game_categories: {
    game: string;
    genre: string;
    tags: string[];
    orientation: string;
    titles: JSONColumnType<Record<string, string>>;
  };
  game_popularity: {
    game: string;
    plays: number;
    players: number;
    recent_players: number;
    counted_at: Generated<Date>;
  };
  content_pictures: {
    /** Null: the portal's. */
    game: string | null;
    name: string;
    hash: string;
    bytes: Buffer;
    width: number;
    height: number;
    widths: number[];
    placeholder: string;
    added_at: Generated<Date>;
  };
  pictures: {
    game: string;
    source: string;
    build_number: number | null;
    hash: string | null;
    width: number | null;
    height: number | null;
    widths: number[] | null;
    placeholder: string | null;
    fault: string | null;
    made_at: Generated<Date>;
  };
}
