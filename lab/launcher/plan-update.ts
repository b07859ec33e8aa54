// Compares what is installed with a build. Files that are already correct are not downloaded again, and files that the
// game wrote itself are never touched.
import { join } from 'node:path';
import { isInPaths } from '#model/install-path.ts';
import type { BuildFile } from '#model/installable-build.ts';
import type { InstallableManifest } from './check-manifest.ts';
import { hashFile } from './hash-file.ts';
import type { Installation, InstalledBuild } from './installation.ts';
import { inspectPlace } from './safe-place.ts';

export interface UpdatePlan {
  /** Files to write. */
  readonly changed: readonly BuildFile[];
  /** Paths of earlier builds that the new one no longer has. */
  readonly removed: readonly string[];
  /** Paths that have each content now, so that moved files are copied instead of downloaded. */
  readonly localCopies: ReadonlyMap<string, string>;
  readonly marks: InstalledBuild['Marks'];
}

export async function planUpdate(
  { root, readInstalled, readPending }: Installation,
  target: InstallableManifest,
  { isFullCheck, signal }: { readonly isFullCheck: boolean; readonly signal: AbortSignal },
): Promise<UpdatePlan> {
  const installed = await readInstalled();
  const pending = await readPending();
  const earlier = [...(installed?.Build.Files ?? []), ...(pending?.Files ?? [])];
  const marks: InstalledBuild['Marks'] = {};
  const changed: BuildFile[] = [];
  for (const file of target.Files) {
    signal.throwIfAborted();
    const place = await inspectPlace(root, file.Path);
    const mark = { Bytes: file.Bytes, ModifiedMs: place.kind === 'file' ? place.modifiedMs : 0 };
    if (place.kind === 'file' && isInPaths(file.Path, target.Keep)) continue;
    const isRight =
      place.kind === 'file' &&
      place.bytes === file.Bytes &&
      ((!isFullCheck && isMarked(installed, file, mark.ModifiedMs)) ||
        (await hashFile(join(root, file.Path), signal)) === file.Sha256);
    if (isRight) marks[file.Path] = mark;
    else changed.push(file);
  }
  const kept = [...target.Keep, ...(installed?.Build.Keep ?? [])];
  // Where case doesn't matter, a renamed file is the same file.
  const wanted = new Set(target.Files.map(({ Path }) => Path.toLowerCase()));
  const removed = earlier
    .map(({ Path }) => Path)
    .filter((path) => !wanted.has(path.toLowerCase()) && !isInPaths(path, kept));
  return {
    changed,
    removed: [...new Set(removed)],
    localCopies: new Map(earlier.map(({ Path, Sha256 }) => [Sha256, Path])),
    marks,
  };
}

function isMarked(
  installed: InstalledBuild | undefined,
  { Path, Sha256, Bytes }: BuildFile,
  modifiedMs: number,
): boolean {
  const mark = installed?.Marks[Path];
  if (!mark || mark.Bytes !== Bytes || mark.ModifiedMs !== modifiedMs) return false;
  return installed.Build.Files?.find((file) => file.Path === Path)?.Sha256 === Sha256;
}
