// Installs a build of a game or updates to it: plans, downloads what differs, verifies it, and replaces the files.
import { copyFile, mkdir, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { ApiError } from '#contract/api-error.ts';
import type { BuildFile, OperatingSystem } from '#model/installable-build.ts';
import { applyUpdate } from './apply-update.ts';
import { checkManifest, type InstallableManifest } from './check-manifest.ts';
import { DownloadExpiredError, downloadFile, WrongContentError } from './download-file.ts';
import { hashFile } from './hash-file.ts';
import type { Installation } from './installation.ts';
import { planUpdate, type UpdatePlan } from './plan-update.ts';
import type { LauncherPortal } from './launcher-portal.ts';
import { inspectPlace } from './safe-place.ts';

export interface InstallRequest {
  readonly game: string;
  readonly branch: string;
  readonly os: OperatingSystem;
  /** Hashes every file, also those that look unchanged. */
  readonly isFullCheck?: boolean;
}

export interface InstallDeps {
  readonly portal: LauncherPortal;
  readonly fetch: typeof globalThis.fetch;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: InstallProgress) => void;
  readonly retryMs?: number;
  readonly stallMs?: number;
}

export interface InstallProgress {
  readonly doneBytes: number;
  readonly totalBytes: number;
}

export interface InstallResult {
  readonly build: InstallableManifest;
  readonly outcome: 'installed' | 'updated' | 'up-to-date';
  readonly downloadedFiles: number;
  readonly removedFiles: number;
}

const filesAtOnce = 4;
const maxRestarts = 3;

export async function installGame(
  installation: Installation,
  request: InstallRequest,
  deps: InstallDeps,
): Promise<InstallResult> {
  const { game, branch, os, isFullCheck = false } = request;
  const { portal, signal } = deps;
  const before = await installation.readInstalled();
  for (let restarts = 0; ; restarts += 1) {
    const build = checkManifest(await portal.readManifest({ game, branch, os }));
    const plan = await planUpdate(installation, build, { isFullCheck, signal });
    const isPending = (await installation.readPending()) !== undefined;
    const { changed, removed } = plan;
    if (changed.length === 0 && removed.length === 0 && before?.Build.Id === build.Id && !isPending) {
      // Files that were hashed and are right aren't hashed again.
      await installation.writeInstalled({ Build: build, Marks: plan.marks });
      return { build, outcome: 'up-to-date', downloadedFiles: 0, removedFiles: 0 };
    }
    const downloaded = await fetchAndApply(installation, request, { build, plan }, deps);
    // A newer build came in between, or the download has expired.
    if (downloaded === 'outdated' && restarts < maxRestarts) continue;
    if (downloaded === 'outdated') throw new Error('The portal no longer offers this build. Try again later.');
    return {
      build,
      outcome: before ? 'updated' : 'installed',
      downloadedFiles: downloaded,
      removedFiles: removed.length,
    };
  }
}

/** Returns how many files were downloaded. */
async function fetchAndApply(
  installation: Installation,
  request: InstallRequest,
  { build, plan }: { readonly build: InstallableManifest; readonly plan: UpdatePlan },
  deps: InstallDeps,
): Promise<number | 'outdated'> {
  const locateStaged = (sha256: string): string => join(installation.staging, sha256);
  await mkdir(installation.staging, { recursive: true });
  const missing = await copyLocalFiles(installation, plan, locateStaged, deps.signal);
  if (missing.length === 0) {
    await applyUpdate(installation, build, plan, locateStaged);
    return 0;
  }
  await checkSpace(installation.root, plan.changed);
  const { portal } = deps;
  const session = await openDownload(installation, request, build, portal);
  if (session === 'outdated') return session;
  try {
    await downloadAll({ build, missing, session, locateStaged }, deps);
    await applyUpdate(installation, build, plan, locateStaged);
  } catch (error) {
    // A cancelled download continues later.
    if (!deps.signal.aborted) {
      await installation.writeDownload(undefined);
      if (error instanceof DownloadExpiredError) return 'outdated';
      await portal.finishDownload(request.game, session.id, 'Failed', nameFailure(error)).catch(() => undefined);
    }
    throw error;
  }
  await installation.writeDownload(undefined);
  // The game is installed, whether or not the portal learns it.
  await portal.finishDownload(request.game, session.id, 'Completed').catch(() => undefined);
  return missing.length;
}

/** Contents that are here under another name are copied. Returns one file for each content that has to be downloaded. */
async function copyLocalFiles(
  { root }: Installation,
  { changed, localCopies }: UpdatePlan,
  locateStaged: (sha256: string) => string,
  signal: AbortSignal,
): Promise<BuildFile[]> {
  const contents = new Map(changed.map((file) => [file.Sha256, file]));
  const missing: BuildFile[] = [];
  for (const file of contents.values()) {
    const path = localCopies.get(file.Sha256);
    const staged = locateStaged(file.Sha256);
    if (path !== undefined && (await inspectPlace(root, path)).kind === 'file') {
      await copyFile(join(root, path), `${staged}.copy`);
      if ((await hashFile(`${staged}.copy`, signal)) === file.Sha256) {
        await copyFile(`${staged}.copy`, staged);
        continue;
      }
    }
    missing.push(file);
  }
  return missing;
}

interface DownloadSession {
  readonly id: string;
  readonly url: string;
}

/** Continues the download of an earlier run, so that it counts once. */
async function openDownload(
  installation: Installation,
  { game, branch, os }: InstallRequest,
  { Id }: InstallableManifest,
  portal: LauncherPortal,
): Promise<DownloadSession | 'outdated'> {
  const earlier = await installation.readDownload();
  if (earlier?.BuildId === Id) {
    const found = await portal.readDownload(game, earlier.SessionId).catch(ignoreNotFound);
    if (found?.State === 'Started') return { id: earlier.SessionId, url: found.Url };
  }
  const id = await portal.requestDownload({ game, branch, os });
  const { Url, BuildId } = await portal.readDownload(game, id);
  if (BuildId !== Id) return 'outdated';
  await installation.writeDownload({ SessionId: id, BuildId });
  return { id, url: Url };
}

interface DownloadTask {
  readonly build: InstallableManifest;
  readonly missing: readonly BuildFile[];
  readonly session: DownloadSession;
  readonly locateStaged: (sha256: string) => string;
}

async function downloadAll(
  { build, missing, session, locateStaged }: DownloadTask,
  { portal, fetch, signal, onProgress, retryMs, stallMs }: InstallDeps,
): Promise<void> {
  const totalBytes = missing.reduce((sum, { Bytes }) => sum + Bytes, 0);
  let doneBytes = 0;
  const onBytes = (bytes: number): void => {
    doneBytes += bytes;
    onProgress({ doneBytes, totalBytes });
  };
  const failed = new AbortController();
  const both = AbortSignal.any([signal, failed.signal]);
  const waiting = [...missing];
  const work = async (): Promise<void> => {
    for (let file = waiting.shift(); file; file = waiting.shift()) {
      const { Path, Bytes, Sha256 } = file;
      const url = buildFileUrl(session.url, Path, build);
      await downloadFile(
        { url, headers: portal.headersFor(url), bytes: Bytes, sha256: Sha256, to: locateStaged(Sha256) },
        {
          fetch,
          signal: both,
          onBytes,
          ...(retryMs !== undefined && { retryMs }),
          ...(stallMs !== undefined && { stallMs }),
        },
      );
    }
  };
  const ended = await Promise.allSettled(
    Array.from({ length: filesAtOnce }, () =>
      work().catch((error: unknown) => {
        failed.abort();
        throw error;
      }),
    ),
  );
  const faults = ended.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
  // The others only report that they were stopped.
  const fault = faults.find((each) => (each as Error).name !== 'AbortError') ?? faults[0];
  if (fault !== undefined) throw fault;
}

/** A build with one file has the address of that file; others have the address of their folder. */
function buildFileUrl(url: string, path: string, { Files }: InstallableManifest): string {
  const isFolder = new URL(url).pathname.endsWith('/');
  if (!isFolder && Files.length === 1) return url;
  return new URL(path.split('/').map(encodeURIComponent).join('/'), url).href;
}

async function checkSpace(root: string, changed: readonly BuildFile[]): Promise<void> {
  const needed = 2 * changed.reduce((sum, { Bytes }) => sum + Bytes, 0);
  const { bavail, bsize } = await statfs(root);
  if (bavail * bsize < needed)
    throw new Error(`The update needs ${needed} bytes, and the disk has ${bavail * bsize} left. Make room.`);
}

function nameFailure(error: unknown): string {
  if (error instanceof WrongContentError) return 'WrongContent';
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC') return 'DiskFull';
  return error instanceof TypeError ? 'Network' : 'Other';
}

function ignoreNotFound(error: unknown): undefined {
  if (error instanceof ApiError && error.status === 404) return undefined;
  throw error;
}
