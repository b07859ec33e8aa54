import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '#server/db/database.ts';
import { locatePicturesFolder } from './picture-paths.ts';

/** Open pages may still request old pictures. */
const keptMs = 7 * 86_400_000;

/** Also deletes temporary files of killed processes. */
export async function prunePictures({ kysely }: Database, dataDir: string, now: Date): Promise<number> {
  const folder = locatePicturesFolder(dataDir);
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  if (names.length === 0) return 0;
  const rows = await kysely.selectFrom('pictures').select('hash').distinct().where('hash', 'in', names).execute();
  const beside = await kysely.selectFrom('content_pictures').select('hash').where('hash', 'in', names).execute();
  const used = new Set([...rows, ...beside].map(({ hash }) => hash));
  let pruned = 0;
  for (const name of names.filter((each) => !used.has(each))) {
    const place = join(folder, name);
    if (now.getTime() - (await stat(place)).mtimeMs < keptMs) continue;
    await rm(place, { recursive: true, force: true });
    pruned += 1;
  }
  return pruned;
}
