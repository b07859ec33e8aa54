// Reads a game's builds. A game without builds is served from its folder or its configured address, as build 0.
import type { Static } from 'typebox';
import type { Kysely } from 'kysely';
import type { Database } from '#server/db/database.ts';
import { compileStatement } from '#server/db/define-statement.ts';
import { createReadCache, type ReadCacheDeps } from '#server/db/read-cache.ts';
import type { Build } from '#model/game.ts';
import type { Tables } from '#server/db/tables.ts';
import { resolveGameUrl } from '#server/features/games/public-game-config.ts';
import type { StoredGame } from '#server/features/games/read-games.ts';
import { describeBuild, type BuildColumns } from './describe-build.ts';

export interface FoundBuild {
  readonly build: Static<typeof Build>;
  readonly url: string;
}

export interface BuildQuery {
  /** Absent: any version. */
  readonly otaVersion?: string | undefined;
  /** Absent: the newest. */
  readonly buildNumber?: number | undefined;
  readonly platform: string;
}

const maxList = 500;

/** The newest build of a game for a platform. Undefined: the game has builds, but none for it. */
export type FindNewestBuild = (game: StoredGame, gamesUrl: string, platform: string) => Promise<FoundBuild | undefined>;

export function createNewestBuildFinder(database: Database, memory: ReadCacheDeps): FindNewestBuild {
  const read = database.prepareRead(
    compileStatement<{ game: string }, PlatformBuildRow>(({ game }) =>
      database.kysely
        .selectFrom('builds')
        .select([...buildColumns, 'platform'])
        .distinctOn('platform')
        .where('game', '=', game)
        .orderBy('platform')
        .orderBy('build_number', 'desc')
        .orderBy('created_at', 'desc'),
    ),
  );
  const readNewest = createReadCache({ name: 'builds', topics: ['build'] }, memory, async (game) => ({
    rows: await read({ game }),
  }));
  return async (game, gamesUrl, platform) => {
    const { rows = [] } = (await readNewest(game.game)) ?? {};
    if (rows.length === 0) return folderOf(game, gamesUrl);
    const [newest] = rows
      .filter((row) => row.platform === null || row.platform === platform)
      // Of two builds with the same number, prefers the one for the platform.
      .toSorted((a, b) => b.build_number - a.build_number || Number(a.platform === null) - Number(b.platform === null));
    return newest && toBuild(newest, game, gamesUrl);
  };
}

/** Undefined: the game has builds, but none matches. */
export async function findBuild(
  db: Kysely<Tables>,
  game: StoredGame,
  gamesUrl: string,
  { otaVersion, buildNumber, platform }: BuildQuery,
): Promise<FoundBuild | undefined> {
  let found = db
    .selectFrom('builds')
    .selectAll()
    .where('game', '=', game.game)
    .where((eb) => eb.or([eb('platform', '=', platform), eb('platform', 'is', null)]));
  if (otaVersion !== undefined) found = found.where('ota_version', '=', otaVersion);
  if (buildNumber !== undefined) found = found.where('build_number', '=', buildNumber);
  const row = await found
    .orderBy('build_number', 'desc')
    // Of two builds with the same number, prefers the one for the platform.
    .orderBy('platform', (order) => order.asc().nullsLast())
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (row) return toBuild(row, game, gamesUrl);
  if ((buildNumber ?? 0) !== 0 || (await hasBuilds(db, game.game))) return undefined;
  return folderOf(game, gamesUrl);
}

/** Newest first. */
export async function listBuilds(
  db: Kysely<Tables>,
  game: StoredGame,
  gamesUrl: string,
  otaVersion: string,
): Promise<FoundBuild[]> {
  const rows = await db
    .selectFrom('builds')
    .selectAll()
    .where('game', '=', game.game)
    .where('ota_version', '=', otaVersion)
    .orderBy('build_number', 'desc')
    .orderBy('created_at', 'desc')
    .limit(maxList)
    .execute();
  if (rows.length > 0) return rows.map((row) => toBuild(row, game, gamesUrl));
  return (await hasBuilds(db, game.game)) ? [] : [folderOf(game, gamesUrl)];
}

async function hasBuilds(db: Kysely<Tables>, game: string): Promise<boolean> {
  const row = await db.selectFrom('builds').select('build_id').where('game', '=', game).limit(1).executeTakeFirst();
  return row !== undefined;
}

interface BuildRow extends BuildColumns {
  readonly metadata: Record<string, string>;
  readonly url: string;
}

interface PlatformBuildRow extends BuildRow {
  readonly platform: string | null;
}

const buildColumns = [
  'build_id',
  'game',
  'build_number',
  'build_type',
  'sha',
  'description',
  'change_set',
  'install_url',
  'created_at',
  'metadata',
  'url',
] as const satisfies (keyof BuildRow)[];

function addressOf({ game, config }: StoredGame, gamesUrl: string): string {
  return config.Url ?? resolveGameUrl(game, gamesUrl, '/');
}

function toBuild(row: BuildRow, game: StoredGame, gamesUrl: string): FoundBuild {
  return {
    build: describeBuild(row, row.metadata),
    url: new URL(row.url, addressOf(game, gamesUrl)).href,
  };
}

function folderOf(row: StoredGame, gamesUrl: string): FoundBuild {
  const { game, config, updated_at } = row;
  return {
    build: {
      Id: game,
      GameId: game,
      BuildType: config.PlayGameType,
      Sha: '',
      Description: '',
      ChangeSet: '',
      CreatedAt: updated_at.toISOString(),
      BuildNumber: 0,
      Metadata: {},
    },
    url: addressOf(row, gamesUrl),
  };
}
