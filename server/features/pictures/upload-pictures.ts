import { readdir } from 'node:fs/promises';
import { ObjectStoreError, type S3Bucket } from '#server/build-store/s3-bucket.ts';
import type { Database } from '#server/db/database.ts';
import { createFolderPictureFiles } from './folder-picture-files.ts';
import { listUsedPictures } from './list-used-pictures.ts';
import { locatePictureFolder } from './picture-paths.ts';
import { buildPictureKey, putPictureFiles } from './stored-picture-files.ts';

export interface UploadPicturesDeps {
  readonly database: Database;
  readonly dataDir: string;
  readonly bucket: S3Bucket;
}

/** Copies pictures in use from the data folder to the object store. Returns how many it copied. */
export async function uploadPictures({ database, dataDir, bucket }: UploadPicturesDeps): Promise<number> {
  const folder = createFolderPictureFiles(dataDir);
  const listSizes = async () => new Map((await bucket.list(buildPictureKey())).map(({ key, bytes }) => [key, bytes]));
  const before = await listSizes();
  const here = new Set(await folder.list());
  const sizes = new Map<string, number>();
  let uploaded = 0;
  for (const hash of (await listUsedPictures(database)).filter((each) => here.has(each))) {
    const names = await readdir(locatePictureFolder(dataDir, hash));
    const missing = names.filter((name) => !before.has(buildPictureKey(hash, name))).map((name) => ({ name }));
    await putPictureFiles(missing, async ({ name }) => {
      const bytes = await folder.read(hash, name);
      if (!bytes) return;
      await bucket.putBytes(buildPictureKey(hash, name), bytes);
      sizes.set(buildPictureKey(hash, name), bytes.length);
    });
    if (missing.length > 0) uploaded += 1;
  }
  const after = uploaded === 0 ? before : await listSizes();
  const wrong = [...sizes].find(([key, bytes]) => after.get(key) !== bytes);
  if (wrong) throw new ObjectStoreError(`${bucket.name} did not store ${wrong[0]} completely`);
  return uploaded;
}
