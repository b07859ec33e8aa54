import type { Database } from '#server/db/database.ts';
import { listUsedPictures } from './list-used-pictures.ts';
import type { PictureFiles } from './picture-files.ts';

/** Open pages may still request old pictures. */
const keptMs = 7 * 86_400_000;

/** Also deletes temporary files of killed processes. */
export async function prunePictures(database: Database, pictureFiles: PictureFiles, now: Date): Promise<number> {
  const names = await pictureFiles.list();
  if (names.length === 0) return 0;
  const used = new Set(await listUsedPictures(database));
  let pruned = 0;
  for (const name of names.filter((each) => !used.has(each))) {
    const time = await pictureFiles.findTime(name);
    if (!time || now.getTime() - time.getTime() < keptMs) continue;
    await pictureFiles.remove(name);
    pruned += 1;
  }
  return pruned;
}
