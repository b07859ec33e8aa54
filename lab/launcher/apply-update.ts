// Replaces an installed build by a downloaded one. Each file is replaced in one step. If the launcher is killed in
// between, the next run continues, and until then the game can't start.
import { chmod, copyFile, lstat, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BuildFile } from '#model/installable-build.ts';
import type { InstallableManifest } from './check-manifest.ts';
import type { Installation, InstalledBuild } from './installation.ts';
import type { UpdatePlan } from './plan-update.ts';
import { inspectPlace, makeParents, removeEmptyParents } from './safe-place.ts';

export async function applyUpdate(
  installation: Installation,
  target: InstallableManifest,
  { changed, removed, marks }: UpdatePlan,
  locateStaged: (sha256: string) => string,
): Promise<void> {
  const { root } = installation;
  await installation.writePending(target);
  for (const path of removed) {
    const { kind } = await inspectPlace(root, path);
    if (kind !== 'file') continue;
    await rm(join(root, path));
    await removeEmptyParents(root, path);
  }
  const written: InstalledBuild['Marks'] = { ...marks };
  for (const file of changed) written[file.Path] = await place(root, file, locateStaged(file.Sha256));
  await installation.writeInstalled({ Build: target, Marks: written });
  await installation.clearPending();
  await rm(installation.staging, { recursive: true, force: true });
}

async function place(root: string, file: BuildFile, staged: string): Promise<InstalledBuild['Marks'][string]> {
  const { Path, Bytes, Executable } = file;
  await makeParents(root, Path);
  const { kind } = await inspectPlace(root, Path);
  const to = join(root, Path);
  if (kind === 'folder') throw new Error(`${to} is a folder, and the new version has a file there. Move it away.`);
  // Two paths may have the same content, so the staged file stays.
  const aside = `${staged}.placing`;
  await copyFile(staged, aside);
  await chmod(aside, Executable ? 0o755 : 0o644);
  try {
    // Replaces a link itself, not its target.
    await rename(aside, to);
  } catch (cause) {
    throw new Error(`${to} can't be replaced. Close the game and try again.`, { cause });
  }
  return { Bytes, ModifiedMs: (await lstat(to)).mtimeMs };
}
