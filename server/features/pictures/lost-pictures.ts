// Pictures that the database has, and whose files were lost: backups don't contain them.
import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';
import type { DuePicture } from './list-due-pictures.ts';
import { listUsedPictures } from './list-used-pictures.ts';
import { makePictureVariants } from './make-variants.ts';
import type { PictureFiles } from './picture-files.ts';
import { writePictureVariants } from './write-variants.ts';

/** Their hashes. */
export async function listLostPictures(
  database: Database,
  files: Pick<PictureFiles, 'listComplete'>,
): Promise<string[]> {
  const stored = new Set(await files.listComplete());
  return (await listUsedPictures(database)).filter((hash) => !stored.has(hash));
}

/** Makes those again whose source is in the database, and returns the others, which have to be read first. */
export async function remakeLostPictures(
  database: Database,
  files: Pick<PictureFiles, 'listComplete' | 'write'>,
): Promise<{ made: number; due: DuePicture[] }> {
  const lost = await listLostPictures(database, files);
  if (lost.length === 0) return { made: 0, due: [] };
  const { kysely } = database;
  // One parameter: PostgreSQL accepts at most 65,535 of them.
  const isLost = sql<boolean>`hash = any(${lost}::text[])`;
  const withSource = await kysely.selectFrom('content_pictures').select('hash').distinct().where(isLost).execute();
  for (const { hash } of withSource) {
    const { bytes } = await kysely
      .selectFrom('content_pictures')
      .select('bytes')
      .where('hash', '=', hash)
      .limit(1)
      .executeTakeFirstOrThrow();
    await writePictureVariants(files, hash, await makePictureVariants(bytes));
  }
  const made = new Set(withSource.map(({ hash }) => hash));
  const rows = await kysely
    .selectFrom('pictures')
    .select(['game', 'source', 'build_number', 'hash'])
    .where(isLost)
    .execute();
  return {
    made: made.size,
    due: rows
      .filter(({ hash }) => hash !== null && !made.has(hash))
      .map(({ game, source, build_number }) => ({ game, source, build: build_number ?? undefined })),
  };
}
