// Finds the place of a file inside an installation, and refuses to follow links out of it.
import { lstat, mkdir, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** The state of a path without following links. `file` is a regular file. */
export type PlaceState =
  | { readonly kind: 'missing' | 'folder' | 'other' }
  | { readonly kind: 'file'; readonly bytes: number; readonly modifiedMs: number };

export async function inspectPlace(root: string, path: string): Promise<PlaceState> {
  if (!(await haveParentsNoLinks(root, path))) return { kind: 'other' };
  const found = await lstat(join(root, path)).catch(ignoreMissing);
  if (!found) return { kind: 'missing' };
  if (found.isFile()) return { kind: 'file', bytes: found.size, modifiedMs: found.mtimeMs };
  return { kind: found.isDirectory() ? 'folder' : 'other' };
}

/** Makes the folders of a file. Throws if one of them is a link: the file would be written somewhere else. */
export async function makeParents(root: string, path: string): Promise<void> {
  let place = root;
  for (const name of path.split('/').slice(0, -1)) {
    place = join(place, name);
    const found = await lstat(place).catch(ignoreMissing);
    if (found?.isSymbolicLink()) throw new Error(`${place} is a link. Remove it and try again.`);
    if (!found) await mkdir(place);
    else if (!found.isDirectory()) throw new Error(`${place} is not a folder. Move it away and try again.`);
  }
}

/** Removes the folders of a removed file as far as they are empty. */
export async function removeEmptyParents(root: string, path: string): Promise<void> {
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
    try {
      await rmdir(join(root, folder));
    } catch (error) {
      if (['ENOTEMPTY', 'EEXIST', 'EPERM', 'ENOTDIR', 'EBUSY'].includes((error as NodeJS.ErrnoException).code ?? ''))
        return;
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
}

async function haveParentsNoLinks(root: string, path: string): Promise<boolean> {
  let place = root;
  for (const name of path.split('/').slice(0, -1)) {
    place = join(place, name);
    const found = await lstat(place).catch(ignoreMissing);
    if (!found) return true;
    if (found.isSymbolicLink()) return false;
  }
  return true;
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
  throw error;
}
