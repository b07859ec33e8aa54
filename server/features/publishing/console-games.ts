// Games as the console lists them: first page and search by keyset of the name.
import { sql, type Kysely } from 'kysely';
import type { Static } from 'typebox';
import type { ConsoleGame } from '#contract/console/games.ts';
import { chooseLocalizedText, fallbackLocale } from '#model/locale.ts';
import { isInMaintenance } from '#model/maintenance.ts';
import { buildUnknownGameProblem } from '#server/db/require-game.ts';
import type { Tables } from '#server/db/tables.ts';
import { liveBuildUrlPath } from './game-paths.ts';

export interface GameListQuery {
  /** The games of the operator's studio; absent: all. */
  readonly games: readonly string[] | undefined;
  readonly search?: string | undefined;
  readonly after?: string | undefined;
  readonly limit: number;
}

export async function listConsoleGames(
  db: Kysely<Tables>,
  { games, search, after, limit }: GameListQuery,
  now: Date,
): Promise<Static<typeof ConsoleGame>[]> {
  if (games?.length === 0) return [];
  const rows = await selectGames(db)
    .$if(games !== undefined, (query) => query.where('games.game', 'in', [...(games ?? [])]))
    .$if(after !== undefined, (query) => query.where('games.game', '>', after ?? ''))
    .$if(search !== undefined, (query) =>
      query.where(
        sql<boolean>`(strpos(games.game, lower(${search})) > 0
          or strpos(lower((games.config -> 'StorePage' -> 'Title')::text), lower(${search})) > 0)`,
      ),
    )
    .orderBy('games.game')
    .limit(limit)
    .execute();
  return rows.map((row) => toSummary(row, now));
}

export async function readConsoleGame(
  db: Kysely<Tables>,
  game: string,
  now: Date,
): Promise<Static<typeof ConsoleGame>> {
  const row = await selectGames(db).where('games.game', '=', game).executeTakeFirst();
  if (!row) throw buildUnknownGameProblem(game);
  return toSummary(row, now);
}

const selectGames = (db: Kysely<Tables>) =>
  db
    .selectFrom('games')
    .leftJoin('game_popularity', 'game_popularity.game', 'games.game')
    .leftJoin('studio_games', 'studio_games.game', 'games.game')
    .leftJoin('studios', 'studios.studio', 'studio_games.studio')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('builds')
          .select(['build_number', 'ota_version'])
          .whereRef('builds.game', '=', 'games.game')
          .where('url', '=', liveBuildUrlPath)
          .orderBy('build_number', 'desc')
          .limit(1)
          .as('live'),
      (join) => join.onTrue(),
    )
    .select([
      'games.game',
      'games.published',
      'games.config',
      'game_popularity.recent_players',
      'studios.name as studio',
      'live.build_number',
      'live.ota_version',
    ])
    .select((eb) => [
      eb
        .selectFrom('build_drafts')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('build_drafts.game', '=', 'games.game')
        .as('drafts'),
      eb
        .selectFrom('game_days')
        .select('players')
        .whereRef('game_days.game', '=', 'games.game')
        .where('day', '=', sql<string>`current_date`)
        .as('players_today'),
    ]);

type GameRow = Awaited<ReturnType<ReturnType<typeof selectGames>['execute']>>[number];

function toSummary(row: GameRow, now: Date): Static<typeof ConsoleGame> {
  const { Url, PlayGameType, StorePage, Maintenance } = row.config;
  const isPlayable = Url !== undefined || row.build_number !== null;
  const shown = isInMaintenance(Maintenance, now) ? 'Maintenance' : 'Live';
  return {
    Game: row.game,
    Title: chooseLocalizedText(StorePage.Title, fallbackLocale),
    Type: Url === undefined ? PlayGameType : 'Elsewhere',
    State: row.published ? shown : isPlayable ? 'Hidden' : 'NoBuild',
    Drafts: row.drafts ?? 0,
    PlayersToday: row.players_today ?? 0,
    RecentPlayers: row.recent_players ?? 0,
    ...(row.build_number !== null && { LiveBuild: row.build_number }),
    ...(row.ota_version !== null && { Version: row.ota_version }),
    ...(row.studio !== null && { Studio: row.studio }),
  };
}
