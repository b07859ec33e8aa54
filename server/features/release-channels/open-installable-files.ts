import type { OpenedBuildStore } from '#server/build-store/open-build-store.ts';
import { createFolderInstallableFiles } from './folder-installable-files.ts';
import type { InstallableFiles } from './installable-files.ts';
import { createStoredInstallableFiles } from './stored-installable-files.ts';

/** @param store absent: in the data folder. Commands have no cache. */
export function openInstallableFiles(
  dataDir: string,
  store: (Pick<OpenedBuildStore, 'bucket'> & Partial<Pick<OpenedBuildStore, 'files'>>) | undefined,
): InstallableFiles {
  const folder = createFolderInstallableFiles(dataDir);
  return store ? createStoredInstallableFiles(store, folder) : folder;
}
