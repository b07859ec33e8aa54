// Downloads of installable builds: requested, fetched, sent and finished. Each step is counted once, in the transaction
// in which it happens.
import { randomUUID } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import { apiBase } from '#contract/api-base.ts';
import { analyticsEventIds } from '#model/analytics-events.ts';
import type { DownloadState } from '#model/installable-build.ts';
import { isSameSignature } from '#model/is-same-signature.server.ts';
import type { Database } from '#server/db/database.ts';
import type { Tables } from '#server/db/tables.ts';
import { recordServerEvent } from '#server/features/analytics/record-server-event.ts';
import type { Sealer } from '#server/secrets/sealer.ts';
import type { ReleaseChannelCaller, ReleaseChannels, WantedBuild } from './release-channels.ts';

/** A download ends an hour after its last progress, and a day after its request. */
const lifetime = sql`interval '1 hour'`;
const maxLifetime = sql`interval '24 hours'`;

/** The reason of a download that started and then expired. */
const abandonedReason = 'Abandoned';

export interface FetchedDownload {
  readonly url: string;
  readonly buildId: string;
  readonly state: DownloadState;
  /** Absent: the file is at the operator's address, so the portal doesn't see how far the download is. */
  readonly bytes?: number;
  readonly sentBytes?: number;
}

export interface FileOfDownload {
  readonly game: string;
  readonly sha256: string;
  readonly bytes: number;
}

export interface DownloadsDeps {
  readonly database: Database;
  readonly sealer: Pick<Sealer, 'sign' | 'signatures'>;
  readonly now: () => Date;
  readonly publicUrl: URL;
  readonly channels: ReleaseChannels;
}

export type Downloads = ReturnType<typeof createDownloads>;

export const downloadFilesPath = `${apiBase}/launcher/files`;

export function createDownloads({ database, sealer, now, publicUrl, channels }: DownloadsDeps) {
  const { kysely } = database;
  const record = (db: Kysely<Tables>, eventId: number, build: CountedBuild, reason?: string): Promise<void> => {
    const { game, branch, build_number, os } = build;
    const fields = {
      S1: game,
      S2: branch,
      I1: build_number,
      ...(os !== null && { S3: os }),
      ...(reason !== undefined && { S4: reason }),
    };
    return recordServerEvent(db, { accountId: build.account_id, eventId, fields, at: now() });
  };

  const request = async (caller: ReleaseChannelCaller, wanted: WantedBuild): Promise<string | undefined> => {
    const build = await channels.findNewest(caller, wanted);
    if (!build) return undefined;
    const account_id = caller.accountId ?? null;
    const download_id = randomUUID();
    await database.transaction(async (trx) => {
      const row = { download_id, build_id: build.build_id, account_id };
      await trx
        .insertInto('downloads')
        .values({ ...row, expires_at: sql<Date>`now() + ${lifetime}` })
        .execute();
      await record(trx, analyticsEventIds.DownloadRequested, { ...build, account_id });
    });
    return download_id;
  };

  const buildUrl = async (downloadId: string, row: DownloadRow): Promise<string> => {
    if (row.install_url !== null) return row.install_url;
    const folder = new URL(`${downloadFilesPath}/${downloadId}/`, publicUrl);
    if (!row.is_installer) return folder.href;
    const file = await kysely
      .selectFrom('branch_build_files')
      .select('path')
      .where('build_id', '=', row.build_id)
      .executeTakeFirstOrThrow();
    const address = new URL(encodeURIComponent(file.path), folder);
    // A browser's download sends no token of the session.
    if (row.account_id !== null) address.searchParams.set('Token', signDownload(downloadId));
    return address.href;
  };
  const signDownload = (downloadId: string): string => sealer.sign('download file', downloadId).toString('base64url');

  const fetchDownload = async (
    { game, accountId }: ReleaseChannelCaller,
    id: string,
  ): Promise<FetchedDownload | undefined> => {
    const row = await database.transaction(async (trx) => {
      const found = await selectDownloads(trx)
        .where('download_id', '=', id)
        .where('game', '=', game)
        .where('expires_at', '>', sql<Date>`now()`)
        .where(isOwnedBy(accountId))
        .executeTakeFirst();
      if (!found) return undefined;
      const { numUpdatedRows } = await trx
        .updateTable('downloads')
        .set({ started_at: sql`now()` })
        .where('download_id', '=', id)
        .where('started_at', 'is', null)
        .executeTakeFirst();
      // A repeated request continues the same download.
      if (numUpdatedRows > 0n) await record(trx, analyticsEventIds.DownloadStarted, found);
      return found;
    });
    if (!row) return undefined;
    return {
      url: await buildUrl(id, row),
      buildId: row.build_id,
      state: row.outcome ?? 'Started',
      ...(row.install_url === null &&
        row.bytes !== null && { bytes: row.bytes, sentBytes: Math.min(row.sent_bytes, row.bytes) }),
    };
  };

  /** Undefined if the download has expired, belongs to someone else, or was finished before. */
  const finish = (
    id: string,
    outcome: 'Completed' | 'Failed',
    { reason, where }: { readonly reason?: string | undefined; readonly where: DownloadFilter },
  ): Promise<boolean> =>
    database.transaction(async (trx) => {
      const found = await selectDownloads(trx)
        .where('download_id', '=', id)
        .where(where)
        .where('finished_at', 'is', null)
        .forUpdate('downloads')
        .executeTakeFirst();
      if (!found) return false;
      await trx
        .updateTable('downloads')
        .set({ finished_at: sql`now()`, outcome })
        .where('download_id', '=', id)
        .execute();
      const { DownloadCompleted, DownloadFailed } = analyticsEventIds;
      if (outcome === 'Completed') await record(trx, DownloadCompleted, found);
      else await record(trx, DownloadFailed, found, reason ?? 'Unknown');
      return true;
    });

  return {
    request,
    fetchDownload,
    /** The address of an installer at once, in one call. */
    requestDirect: async (caller: ReleaseChannelCaller, wanted: WantedBuild): Promise<string | undefined> => {
      const build = await channels.findNewest(caller, { ...wanted, isInstaller: true });
      if (!build || build.install_url !== null) return build?.install_url ?? undefined;
      const id = await request(caller, { ...wanted, isInstaller: true });
      return id === undefined ? undefined : (await fetchDownload(caller, id))?.url;
    },
    /** Reported by a launcher. False if there is no such download for the caller. A repeated report changes nothing. */
    report: async (
      { game, accountId }: ReleaseChannelCaller,
      id: string,
      { outcome, reason }: { readonly outcome: 'Completed' | 'Failed'; readonly reason?: string | undefined },
    ): Promise<boolean> => {
      const isOwn: DownloadFilter = sql<boolean>`branch_builds.game = ${game} and downloads.expires_at > now() and ${isOwnedBy(accountId)}`;
      if (await finish(id, outcome, { reason, where: isOwn })) return true;
      const known = await selectDownloads(kysely).where('download_id', '=', id).where(isOwn).executeTakeFirst();
      return known !== undefined;
    },
    /** @param caller who asks: by a session, or by the signature in the address */
    findFile: async (
      id: string,
      path: string,
      caller: { readonly accountId: () => Promise<string | undefined>; readonly token: string | undefined },
    ): Promise<FileOfDownload | undefined> => {
      const row = await kysely
        .selectFrom('downloads')
        .innerJoin('branch_builds', 'branch_builds.build_id', 'downloads.build_id')
        .innerJoin('branch_build_files', 'branch_build_files.build_id', 'downloads.build_id')
        .select(['game', 'downloads.account_id', 'sha256', 'branch_build_files.bytes'])
        .where('download_id', '=', id)
        .where('path', '=', path)
        .where('expires_at', '>', sql<Date>`now()`)
        .executeTakeFirst();
      if (!row) return undefined;
      const { token } = caller;
      const isAllowed =
        row.account_id === null ||
        (token === undefined
          ? (await caller.accountId()) === row.account_id
          : sealer
              .signatures('download file', id)
              .some((signature) => isSameSignature(signature, Buffer.from(token, 'base64url'))));
      return isAllowed ? { game: row.game, sha256: row.sha256, bytes: row.bytes } : undefined;
    },
    /** Keeps the download alive. An installer is complete once all of its bytes were sent. */
    addSentBytes: async (id: string, bytes: number): Promise<void> => {
      const row = await kysely
        .updateTable('downloads')
        .set({
          sent_bytes: sql<number>`sent_bytes + ${bytes}`,
          expires_at: sql<Date>`greatest(expires_at, least(now() + ${lifetime}, downloads.created_at + ${maxLifetime}))`,
        })
        .from('branch_builds')
        .whereRef('branch_builds.build_id', '=', 'downloads.build_id')
        .where('download_id', '=', id)
        .returning(['sent_bytes', 'branch_builds.bytes', 'is_installer', 'finished_at'])
        .executeTakeFirst();
      if (row?.is_installer === true && row.finished_at === null && row.bytes !== null && row.sent_bytes >= row.bytes)
        await finish(id, 'Completed', { where: sql<boolean>`true` });
    },
    /** Counts downloads that started and were not finished before they expired. Only those that the portal could see. */
    failAbandoned: async (signal: AbortSignal): Promise<number> => {
      const rows = await selectDownloads(kysely)
        .select('download_id')
        .where('expires_at', '<', sql<Date>`now()`)
        .where('started_at', 'is not', null)
        .where('finished_at', 'is', null)
        .where('install_url', 'is', null)
        .limit(1000)
        .execute();
      let failed = 0;
      for (const { download_id } of rows) {
        if (signal.aborted) break;
        const where: DownloadFilter = sql<boolean>`expires_at < now()`;
        if (await finish(download_id, 'Failed', { reason: abandonedReason, where })) failed += 1;
      }
      return failed;
    },
  };
}

type DownloadFilter = ReturnType<typeof sql<boolean>>;

interface CountedBuild {
  readonly game: string;
  readonly branch: string;
  readonly build_number: number;
  readonly os: string | null;
  readonly account_id: string | null;
}

// A download requested while signed in belongs to the account, any other to the holder of its id.
const isOwnedBy = (accountId: string | undefined): DownloadFilter =>
  sql<boolean>`coalesce(downloads.account_id = ${accountId ?? null}::uuid, downloads.account_id is null)`;

const selectDownloads = (db: Kysely<Tables>) =>
  db
    .selectFrom('downloads')
    .innerJoin('branch_builds', 'branch_builds.build_id', 'downloads.build_id')
    .select([
      'game',
      'branch',
      'build_number',
      'os',
      'install_url',
      'is_installer',
      'bytes',
      'sent_bytes',
      'outcome',
      'downloads.build_id',
      'downloads.account_id',
    ]);

type DownloadRow = Awaited<ReturnType<ReturnType<typeof selectDownloads>['executeTakeFirstOrThrow']>>;
