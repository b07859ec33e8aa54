import type { Database } from '#server/db/database.ts';
import type { PictureFiles } from './picture-files.ts';

/** Open pages may still request old pictures. */
const keptMs = 7 * 86_400_000;

/** Also deletes temporary files of killed processes. */
export async function prunePictures({ kysely }: Database, pictureFiles: PictureFiles, now: Date): Promise<number> {
  const names = await pictureFiles.list();
  if (names.length === 0) return 0;
  const rows = await kysely.selectFrom('pictures').select('hash').distinct().where('hash', 'in', names).execute();
  const beside = await kysely.selectFrom('content_pictures').select('hash').where('hash', 'in', names).execute();
  const used = new Set([...rows, ...beside].map(({ hash }) => hash));
  let pruned = 0;
  for (const name of names.filter((each) => !used.has(each))) {
    const time = await pictureFiles.findTime(name);
    if (!time || now.getTime() - time.getTime() < keptMs) continue;
    await pictureFiles.remove(name);
    pruned += 1;
  }
  return pruned;
}
