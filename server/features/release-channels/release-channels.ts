// Installable builds of a game, by branch. A branch is visible if the game's configuration makes it public or the
// account has redeemed a key; others look nonexistent.
import { sql } from 'kysely';
import type { AvailableBuild, BranchBuild, OperatingSystem } from '#model/installable-build.ts';
import type { Database } from '#server/db/database.ts';
import { createGamesReader } from '#server/features/games/read-games.ts';
import { describeBuild } from '#server/features/play/describe-build.ts';
import { hashReleaseChannelKey } from './release-channel-key.ts';

export interface ReleaseChannelCaller {
  readonly game: string;
  /** Undefined: not signed in. */
  readonly accountId: string | undefined;
}

export interface WantedBuild {
  /** Absent: the game's default branch. */
  readonly branch?: string | undefined;
  readonly os?: OperatingSystem | undefined;
  readonly isInstaller?: boolean | undefined;
}

export interface UnlockedBranchRow {
  readonly game: string;
  readonly branch: string | null;
  readonly used_at: Date;
}

interface BranchRights {
  readonly branches: string[];
  readonly defaultBranch: string | undefined;
}

export type ReleaseChannels = ReturnType<typeof createReleaseChannels>;

export function createReleaseChannels(database: Database) {
  const { kysely } = database;
  const { readGame } = createGamesReader(database);

  const readRights = async ({ game, accountId }: ReleaseChannelCaller): Promise<BranchRights> => {
    const options = (await readGame(game))?.config.Launcher;
    if (!options) return { branches: [], defaultBranch: undefined };
    const { Branches: all, OpenBranches: open = [], DefaultBranch: defaultBranch } = options;
    const keys = accountId === undefined ? [] : await readKeys(kysely, game, accountId);
    const isOpen = (branch: string) => open.includes(branch) || keys.includes(branch) || keys.includes(null);
    return { branches: all.filter(isOpen), defaultBranch };
  };

  const findNewest = async (caller: ReleaseChannelCaller, wanted: WantedBuild): Promise<BranchBuildRow | undefined> => {
    const { branches, defaultBranch } = await readRights(caller);
    const branch = wanted.branch ?? defaultBranch;
    return branch !== undefined && branches.includes(branch)
      ? readNewest(kysely, caller.game, branch, wanted)
      : undefined;
  };

  return {
    findNewest,
    list: async (caller: ReleaseChannelCaller): Promise<{ branches: string[]; builds: AvailableBuild[] }> => {
      const { branches } = await readRights(caller);
      if (branches.length === 0) return { branches, builds: [] };
      const rows = await kysely
        .selectFrom('branch_builds')
        .distinctOn(['branch', 'os', 'is_installer'])
        .select(['branch', 'os', 'is_installer', 'build_number', 'description', 'created_at', 'bytes'])
        .where('game', '=', caller.game)
        .where('branch', 'in', branches)
        .orderBy('branch')
        .orderBy('os')
        .orderBy('is_installer')
        .orderBy('build_number', 'desc')
        .execute();
      const builds = rows
        .toSorted((a, b) => branches.indexOf(a.branch) - branches.indexOf(b.branch))
        .map((row) => ({
          Branch: row.branch,
          ...(row.os !== null && { Os: row.os }),
          BuildNumber: row.build_number,
          Description: row.description,
          CreatedAt: row.created_at.toISOString(),
          ...(row.bytes !== null && { Bytes: row.bytes }),
          IsInstaller: row.is_installer,
        }));
      return { branches, builds };
    },
    readManifest: async (caller: ReleaseChannelCaller, wanted: WantedBuild): Promise<BranchBuild | undefined> => {
      const row = await findNewest(caller, wanted);
      if (!row) return undefined;
      const files = await kysely
        .selectFrom('branch_build_files')
        .select(['path', 'sha256', 'bytes', 'executable'])
        .where('build_id', '=', row.build_id)
        .orderBy('path')
        .execute();
      return {
        ...describeBuild(row, { Branch: row.branch }),
        ...(row.os !== null && { Os: row.os }),
        ...(row.bytes !== null && { Bytes: row.bytes }),
        ...(row.start_path !== null && { Start: row.start_path }),
        StartArguments: row.start_arguments,
        Keep: row.kept_paths,
        ...(files.length > 0 && {
          Files: files.map(({ path, sha256, bytes, executable }) => ({
            Path: path,
            Bytes: bytes,
            Sha256: sha256,
            Executable: executable,
          })),
        }),
      };
    },
    /** Without a game, the key itself decides. Undefined: the key is not valid for this player. */
    redeemKey: async (typed: string, accountId: string, game?: string): Promise<UnlockedBranchRow | undefined> => {
      const keyHash = hashReleaseChannelKey(typed);
      return keyHash && redeem(kysely, { game, accountId, keyHash });
    },
    isOffered: async (): Promise<boolean> => {
      const game = await kysely
        .selectFrom('games')
        .select('game')
        .where('published', 'is', true)
        .where(sql<boolean>`config ? 'Launcher'`)
        .limit(1)
        .executeTakeFirst();
      return game !== undefined;
    },
    listUnlocked: (accountId: string): Promise<UnlockedBranchRow[]> =>
      kysely
        .selectFrom('branch_keys')
        .innerJoin('games', 'games.game', 'branch_keys.game')
        .select(['branch_keys.game', 'branch', 'used_at'])
        .where('account_id', '=', accountId)
        .where('published', 'is', true)
        .where('used_at', 'is not', null)
        .orderBy('used_at', 'desc')
        .$narrowType<{ used_at: Date }>()
        .execute(),
  };
}

/** The branches that the account's keys open; null stands for all. */
async function readKeys(db: Database['kysely'], game: string, accountId: string): Promise<(string | null)[]> {
  const rows = await db
    .selectFrom('branch_keys')
    .select('branch')
    .where('account_id', '=', accountId)
    .where('game', '=', game)
    .execute();
  return rows.map(({ branch }) => branch);
}

const readNewest = (db: Database['kysely'], game: string, branch: string, { os, isInstaller }: WantedBuild) =>
  db
    .selectFrom('branch_builds')
    .selectAll()
    .where('game', '=', game)
    .where('branch', '=', branch)
    .$if(os !== undefined, (query) =>
      query.where((eb) => eb.or([eb('os', '=', os as OperatingSystem), eb('os', 'is', null)])),
    )
    .$if(isInstaller === true, (query) => query.where('is_installer', 'is', true))
    .orderBy('build_number', 'desc')
    .limit(1)
    .executeTakeFirst();

export type BranchBuildRow = NonNullable<Awaited<ReturnType<typeof readNewest>>>;

/** Of concurrent requests with the same key one succeeds; its owner may redeem it again. */
async function redeem(
  db: Database['kysely'],
  {
    game,
    accountId,
    keyHash,
  }: { readonly game?: string | undefined; readonly accountId: string; readonly keyHash: Buffer },
): Promise<UnlockedBranchRow | undefined> {
  return db
    .updateTable('branch_keys')
    .set({ account_id: accountId, used_at: sql<Date>`coalesce(used_at, now())` })
    .where('key_hash', '=', keyHash)
    .$if(game !== undefined, (query) => query.where('game', '=', game as string))
    .where((eb) =>
      eb.or([
        eb('account_id', '=', accountId),
        eb('account_id', 'is', null).and(sql<boolean>`coalesce(expires_at > now(), true)`),
      ]),
    )
    .returning(['game', 'branch', 'used_at'])
    .$narrowType<{ used_at: Date }>()
    .executeTakeFirst();
}
