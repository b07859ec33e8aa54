import type { OpenedBuildStore } from '#server/build-store/open-build-store.ts';
import { createFolderPictureFiles } from './folder-picture-files.ts';
import type { PictureFiles } from './picture-files.ts';
import { createStoredPictureFiles } from './stored-picture-files.ts';

/** @param store absent: in the data folder */
export const openPictureFiles = (
  dataDir: string,
  store: Pick<OpenedBuildStore, 'bucket' | 'files'> | undefined,
): PictureFiles => {
  const folder = createFolderPictureFiles(dataDir);
  return store ? createStoredPictureFiles(store, folder) : folder;
};
