// Installable builds of a game, by branch. A branch is visible if the game's configuration makes it public or the
// account has redeemed a key; others look nonexistent.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { analyticsEventIds } from '#model/analytics-events.ts';
import type { ReleaseChannelTools } from '#platforms/port.server.ts';
import type { Database } from '#server/db/database.ts';
import { recordServerEvent } from '#server/features/analytics/record-server-event.ts';
import { createGamesReader } from '#server/features/games/read-games.ts';
import { hashReleaseChannelKey } from './release-channel-key.ts';
import { describeBuild } from '#server/features/play/describe-build.ts';

interface ReleaseChannelCaller {
  readonly game: string;
  readonly findAccountId: () => Promise<string | undefined>;
}

export type ReleaseChannelToolsFactory = (asker: ReleaseChannelCaller) => ReleaseChannelTools;

export function createReleaseChannelToolsFactory({
  database,
  now,
}: {
  readonly database: Database;
  readonly now: () => Date;
}): ReleaseChannelToolsFactory {
  const { kysely } = database;
  const { readGame } = createGamesReader(database);
  return ({ game, findAccountId }) => {
    const readRights = async (): Promise<{ readonly branches: readonly string[]; readonly usual?: string }> => {
      const options = (await readGame(game))?.config.Launcher;
      if (!options) return { branches: [] };
      const { Branches: all, OpenBranches: open = [], DefaultBranch: usual } = options;
      const accountId = await findAccountId();
      const keys = accountId === undefined ? [] : await readKeys(kysely, game, accountId);
      const isOpen = (branch: string) => open.includes(branch) || keys.includes(branch) || keys.includes(null);
      return { branches: all.filter(isOpen), usual };
    };
    const findNewest = async (wanted: string | undefined): Promise<BranchBuildRow | undefined> => {
      const { branches, usual } = await readRights();
      const branch = wanted ?? usual;
      return branch !== undefined && branches.includes(branch) ? readNewest(kysely, game, branch) : undefined;
    };
    const record = (db: Database['kysely'], eventId: number, build: CountedBuild): Promise<void> => {
      const fields = { S1: game, S2: build.branch, I1: build.build_number };
      return recordServerEvent(db, { accountId: build.account_id, eventId, fields, at: now() });
    };
    return {
      list: async () => (await readRights()).branches,
      newest: async (branch) => {
        const row = await findNewest(branch);
        return row && describeBuild(row, { Branch: row.branch });
      },
      open: async (key) => {
        const accountId = await findAccountId();
        const keyHash = hashReleaseChannelKey(key);
        return accountId === undefined || !keyHash ? undefined : useKey(kysely, { game, accountId, keyHash });
      },
      requestDownload: async (branch) => {
        const build = await findNewest(branch);
        if (!build) return undefined;
        const account_id = (await findAccountId()) ?? null;
        const download_id = randomUUID();
        await database.transaction(async (trx) => {
          const row = { download_id, build_id: build.build_id, account_id };
          await trx
            .insertInto('downloads')
            .values({ ...row, expires_at: sql<Date>`now() + interval '1 hour'` })
            .execute();
          await record(trx, analyticsEventIds.DownloadRequested, { ...build, account_id });
        });
        return download_id;
      },
      fetchDownload: async (id) => {
        const accountId = (await findAccountId()) ?? null;
        return database.transaction(async (trx) => {
          const row = await trx
            .selectFrom('downloads')
            .innerJoin('branch_builds', 'branch_builds.build_id', 'downloads.build_id')
            .select(['install_url', 'branch', 'build_number', 'downloads.account_id'])
            .where('download_id', '=', id)
            .where('game', '=', game)
            .where('expires_at', '>', sql<Date>`now()`)
            // A download requested while signed in belongs to the account, any other to the holder of its id.
            .where(sql<boolean>`coalesce(downloads.account_id = ${accountId}::uuid, downloads.account_id is null)`)
            .executeTakeFirst();
          if (!row) return undefined;
          const { numUpdatedRows } = await trx
            .updateTable('downloads')
            .set({ started_at: sql`now()` })
            .where('download_id', '=', id)
            .where('started_at', 'is', null)
            .executeTakeFirst();
          // A repeated request continues the same download.
          if (numUpdatedRows > 0n) await record(trx, analyticsEventIds.DownloadStarted, row);
          return row.install_url;
        });
      },
    };
  };
}

interface CountedBuild {
  readonly branch: string;
  readonly build_number: number;
  readonly account_id: string | null;
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

const readNewest = (db: Database['kysely'], game: string, branch: string) =>
  db
    .selectFrom('branch_builds')
    .selectAll()
    .where('game', '=', game)
    .where('branch', '=', branch)
    .orderBy('build_number', 'desc')
    .limit(1)
    .executeTakeFirst();

type BranchBuildRow = NonNullable<Awaited<ReturnType<typeof readNewest>>>;

/** Of concurrent requests with the same key one succeeds; its owner may redeem it again. */
async function useKey(
  db: Database['kysely'],
  { game, accountId, keyHash }: { readonly game: string; readonly accountId: string; readonly keyHash: Buffer },
): Promise<{ readonly branch?: string } | undefined> {
  const row = await db
    .updateTable('branch_keys')
    .set({ account_id: accountId, used_at: sql`coalesce(used_at, now())` })
    .where('key_hash', '=', keyHash)
    .where('game', '=', game)
    .where((eb) =>
      eb.or([
        eb('account_id', '=', accountId),
        eb('account_id', 'is', null).and(sql<boolean>`coalesce(expires_at > now(), true)`),
      ]),
    )
    .returning('branch')
    .executeTakeFirst();
  return row && (row.branch === null ? {} : { branch: row.branch });
}
