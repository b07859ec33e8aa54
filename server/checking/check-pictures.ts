import type { OpenedBuildStore } from '#server/build-store/open-build-store.ts';
import { ObjectStoreError } from '#server/build-store/s3-bucket.ts';
import type { Database } from '#server/db/database.ts';
import { listLostPictures } from '#server/features/pictures/lost-pictures.ts';
import { openPictureFiles } from '#server/features/pictures/open-picture-files.ts';
import { okFinding, problemFinding, warningFinding, type Finding } from './finding.ts';

export async function checkPictures(
  database: Database,
  { dataDir, store }: { readonly dataDir: string; readonly store: OpenedBuildStore | undefined },
): Promise<Finding[]> {
  try {
    const lost = await listLostPictures(database, openPictureFiles(dataDir, store));
    if (lost.length === 0) return [okFinding('the files of all pictures are there')];
    const upload = store
      ? 'If they are in DATA_DIR of a machine, run there: npm run games -- upload. Otherwise make'
      : 'Make';
    return [
      problemFinding(
        `${lost.length} ${lost.length === 1 ? 'picture has' : 'pictures have'} no files`,
        `${upload} them again: npm run games -- pictures`,
      ),
    ];
  } catch (error) {
    if (!(error instanceof ObjectStoreError)) throw error;
    return [warningFinding(`pictures can't be checked: ${error.message}`, 'See the result of the check "game files"')];
  }
}
