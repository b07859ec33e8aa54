// Makes picture variants before anything is written, so that invalid pictures are reported first.
import type { Database } from '#server/db/database.ts';
import { makePictureVariants, InvalidPictureError } from '#server/features/pictures/make-variants.ts';
import type { PictureFiles } from '#server/features/pictures/picture-files.ts';
import { writePictureVariants } from '#server/features/pictures/write-variants.ts';
import type { ContentFault } from './content-files.ts';
import type { ContentFolder } from './content-folder.ts';
import type { ProcessedPicture } from './content-type.ts';
import { InvalidContentError } from './plan-content.ts';

export async function makeContentPictures(
  { database, pictureFiles }: { readonly database: Database; readonly pictureFiles: PictureFiles },
  { pictures, files }: Pick<ContentFolder, 'pictures' | 'files'>,
): Promise<Map<string, ProcessedPicture>> {
  const made = new Map<string, ProcessedPicture>();
  if (pictures.size === 0) return made;
  const rows = await database.kysely
    .selectFrom('content_pictures')
    .select('hash')
    .where('hash', 'in', [...pictures.keys()])
    .execute();
  const here = new Set(rows.map(({ hash }) => hash));
  const faults: ContentFault[] = [];
  for (const [hash, bytes] of pictures) {
    if (here.has(hash) && (await pictureFiles.has(hash))) continue;
    try {
      made.set(hash, { bytes, ...(await writePictureVariants(pictureFiles, hash, await makePictureVariants(bytes))) });
    } catch (error) {
      if (!(error instanceof InvalidPictureError)) throw error;
      const [path = ''] = [...files].find(([, text]) => text.includes(hash)) ?? [];
      faults.push({ path, text: error.message });
    }
  }
  if (faults.length > 0) throw new InvalidContentError(faults);
  return made;
}
