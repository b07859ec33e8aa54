// Reads games with their whole configuration; a server keeps single games in memory. Lists and search use the catalogue in memory (game-catalogue.ts).
import { sql, type Compilable, type Kysely } from 'kysely';
import type { PublicGameConfig } from '#contract/config.ts';
import type { Database } from '#server/db/database.ts';
import { createReadCache, type ReadCacheDeps } from '#server/db/read-cache.ts';
import { compileStatement } from '#server/db/define-statement.ts';
import { buildUnknownGameProblem } from '#server/db/require-game.ts';
import type { Tables } from '#server/db/tables.ts';
import type { PictureRow } from '#server/features/pictures/describe-picture.ts';

export interface GameRow {
  game: string;
  config: PublicGameConfig;
}

export interface StoredGame extends GameRow {
  published: boolean;
  updated_at: Date;
  review_count: number | null;
  star_sum: number | null;
  /** Only when a single game is read. */
  pictures?: (PictureRow & { source: string })[];
}

/** Reads the session of the caller, if there is one. */
export type ReadViewer = () => Promise<{ readonly accountId: string } | undefined>;

export function createGamesReader(database: Database): {
  readGames: () => Promise<StoredGame[]>;
  readGame: (game: string) => Promise<StoredGame | undefined>;
  /** Includes hidden games, for preview links. */
  readGameOrHidden: (game: string) => Promise<StoredGame | undefined>;
  requireGame: (game: string) => Promise<StoredGame>;
  /** Players with the feature ListGames also find hidden games. The session is read only if the game is hidden. */
  requireVisibleGame: (game: string, viewer: ReadViewer) => Promise<StoredGame>;
  /** Whether the player has the feature ListGames. */
  seesHiddenGames: (viewer: ReadViewer) => Promise<boolean>;
  /** Empty unless the player has the feature ListGames. */
  readHiddenGames: (viewer: ReadViewer) => Promise<StoredGame[]>;
} {
  const all = database.prepareRead(compileStatement(() => buildGamesStatement(database.kysely)));
  const readGameOrHidden = cachedReaders.get(database) ?? prepareGameReader(database);
  const hidden = database.prepareRead(
    compileStatement<object, StoredGame>(() =>
      withRatings(database.kysely).where('published', 'is', false).orderBy('position').orderBy('games.game'),
    ),
  );
  const features = database.prepareRead(
    compileStatement(({ accountId }: { accountId: string }) =>
      database.kysely
        .selectFrom('accounts')
        .where('account_id', '=', accountId)
        .select(sql<boolean>`'ListGames' = any(features)`.as('sees_hidden')),
    ),
  );
  const readGame = async (game: string): Promise<StoredGame | undefined> => {
    const found = await readGameOrHidden(game);
    return found?.published ? found : undefined;
  };
  const seesHiddenGames = async (viewer: ReadViewer): Promise<boolean> => {
    const player = await viewer();
    return player !== undefined && (await features({ accountId: player.accountId }))[0]?.sees_hidden === true;
  };
  return {
    readGames: () => all({}),
    readGame,
    readGameOrHidden,
    requireGame: async (game) => {
      const found = await readGame(game);
      if (!found) throw buildUnknownGameProblem(game);
      return found;
    },
    requireVisibleGame: async (game, viewer) => {
      const found = await readGame(game);
      if (found) return found;
      const unlisted = (await seesHiddenGames(viewer)) ? await readGameOrHidden(game) : undefined;
      if (!unlisted) throw buildUnknownGameProblem(game);
      return unlisted;
    },
    seesHiddenGames,
    readHiddenGames: async (viewer) => ((await seesHiddenGames(viewer)) ? hidden({}) : []),
  };
}

type ReadStoredGame = (game: string) => Promise<StoredGame | undefined>;

const cachedReaders = new WeakMap<Database, ReadStoredGame>();

/** Readers of single games that are created afterwards answer from memory. */
export function cacheGames(database: Database, deps: ReadCacheDeps): void {
  const options = { name: 'games', topics: ['game', 'rating'] };
  cachedReaders.set(database, createReadCache(options, deps, prepareGameReader(database)));
}

function prepareGameReader(database: Database): ReadStoredGame {
  const read = database.prepareRead(
    compileStatement<{ game: string }, StoredGame>(({ game }) =>
      withRatings(database.kysely).select(picturesOfGame).where('games.game', '=', game),
    ),
  );
  return async (game) => (await read({ game }))[0];
}

export const buildGamesStatement = (db: Kysely<Tables>): Compilable<StoredGame> => selectListedGames(db);

export const readListedGames = (db: Kysely<Tables>): Promise<StoredGame[]> => selectListedGames(db).execute();

const selectListedGames = (db: Kysely<Tables>) => published(db).orderBy('position').orderBy('games.game');

const published = (db: Kysely<Tables>) => withRatings(db).where('published', 'is', true);

const withRatings = (db: Kysely<Tables>) =>
  db
    .selectFrom('games')
    .leftJoin('game_ratings', 'game_ratings.game', 'games.game')
    .select(['games.game', 'config', 'published', 'updated_at', 'review_count', 'star_sum']);

const picturesOfGame = sql<NonNullable<StoredGame['pictures']>>`(
  select coalesce(jsonb_agg(jsonb_build_object('source', source, 'hash', hash, 'width', width, 'height', height,
    'widths', widths, 'placeholder', placeholder)), '[]')
  from pictures where pictures.game = games.game and hash is not null
)`.as('pictures');
