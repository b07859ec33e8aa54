// Lists the files of a game's folder. Dot files are skipped: they may contain secrets or version history. A symbolic
// link may only point inside the folder.
import type { Dirent } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { PublishingError } from './publishing-error.ts';

export interface GameFile {
  /** Relative, with forward slashes. */
  readonly path: string;
  readonly from: string;
  readonly bytes: number;
  readonly changedMs: number;
}

export interface GameFiles {
  readonly files: readonly GameFile[];
  readonly bytes: number;
  readonly hidden: number;
}

const maxFiles = 100_000;
const deepest = 50;

export async function listGameFiles(folder: string): Promise<GameFiles> {
  const root = await realpath(folder);
  const files: GameFile[] = [];
  let hidden = 0;

  async function walk(place: string, path: string, above: readonly string[]): Promise<void> {
    if (above.length > deepest)
      throw new PublishingError(`${path} is nested deeper than ${deepest} folders. Is it a game?`);
    for (const entry of await readdir(place, { withFileTypes: true })) {
      if (entry.name.startsWith('.')) {
        hidden += 1;
        continue;
      }
      const own = path === '' ? entry.name : `${path}/${entry.name}`;
      checkFileName(own, entry.name);
      const from = entry.isSymbolicLink() ? await follow(join(place, entry.name), own) : join(place, entry.name);
      const kind = entry.isSymbolicLink() ? await stat(from) : entry;
      if (kind.isDirectory()) {
        if (above.includes(from))
          throw new PublishingError(`${own} leads back to a folder that it lies in. Remove the link.`);
        await walk(from, own, [...above, from]);
      } else {
        files.push(await fileAt(from, own, kind));
        if (files.length > maxFiles)
          throw new PublishingError(`${folder} has more than ${maxFiles} files. Give the folder of the game alone.`);
      }
    }
  }

  async function follow(link: string, path: string): Promise<string> {
    const target = await realpath(link).catch((cause: unknown) => {
      throw new PublishingError(`${path} is a link that leads nowhere. Remove it or mend it.`, { cause });
    });
    if (target !== root && !target.startsWith(root + sep))
      throw new PublishingError(`${path} is a link out of the folder, to ${target}. Put a copy in its place.`);
    return target;
  }

  await walk(root, '', [root]);
  return { files, hidden, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) };
}

async function fileAt(from: string, path: string, kind: Pick<Dirent, 'isFile'>): Promise<GameFile> {
  // Reading from a pipe or a device would never end.
  if (!kind.isFile()) throw new PublishingError(`${path} is a pipe, a socket or a device. Remove it.`);
  const { size, mtimeMs } = await stat(from);
  return { path, from, bytes: size, changedMs: mtimeMs };
}

function checkFileName(path: string, name: string): void {
  if (name.includes('\\') || name.includes('\uFFFD') || !name.isWellFormed())
    throw new PublishingError(`${JSON.stringify(path)} has a name that no address can have. Rename it.`);
}
