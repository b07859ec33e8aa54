import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { GameFileFinder } from '#server/games/game-file-finder.ts';
import type { SafeFetch } from '#server/http/safe-fetch.ts';
import { maxPictureBytes, InvalidPictureError } from './make-variants.ts';

export interface PictureSourceDeps {
  readonly folders: readonly string[];
  readonly finder: GameFileFinder;
  readonly fetch: SafeFetch;
}

/** SVG files are served unchanged. */
export const isSvg = (source: string): boolean => /\.svgz?$/i.test(source.split(/[?#]/, 1)[0] ?? '');

export async function readPictureSource(
  sources: PictureSourceDeps,
  { game, source, build }: { game: string; source: string; build: number | undefined },
): Promise<Buffer> {
  if (source.startsWith('/')) return readOwnFile(sources, { game, source, build });
  const { status, body } = await sources.fetch(source, {
    maxBytes: maxPictureBytes,
    timeoutMs: 20_000,
    headers: { accept: 'image/avif,image/webp,image/png,image/jpeg' },
    provider: 'pictures',
  });
  if (status !== 200) throw new InvalidPictureError(`its address answered ${status}`);
  return body;
}

async function readOwnFile(
  { folders, finder }: PictureSourceDeps,
  { game, source, build }: { game: string; source: string; build: number | undefined },
): Promise<Buffer> {
  const path = decode(source.split(/[?#]/, 1)[0] ?? '').slice(1);
  // The same rule as on the game's host.
  if (path.split(/[\\/]/).some((part) => part === '..' || part.startsWith('.')) || path.includes('\0'))
    throw new InvalidPictureError('no file of a game has such a path');
  const { folder: foundIn, root, file } = await finder.find({ game, build, file: path });
  for (const folder of foundIn === undefined ? folders : [foundIn]) {
    const place = join(folder, root, file);
    const found = await stat(place).catch((error: NodeJS.ErrnoException) => {
      if (['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'].includes(error.code ?? '')) return undefined;
      throw error;
    });
    if (!found?.isFile()) continue;
    if (found.size > maxPictureBytes) throw new InvalidPictureError(`it has more than ${maxPictureBytes} bytes`);
    return readFile(place);
  }
  throw new InvalidPictureError('the game has no such file');
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch (cause) {
    throw new InvalidPictureError('its path cannot be read', { cause });
  }
}
