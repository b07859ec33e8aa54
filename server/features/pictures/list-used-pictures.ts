import type { Database } from '#server/db/database.ts';

/** The hashes of all pictures that pages may request. */
export async function listUsedPictures({ kysely }: Database): Promise<string[]> {
  const rows = await kysely
    .selectFrom('pictures')
    .select('hash')
    .where('hash', 'is not', null)
    .union(kysely.selectFrom('content_pictures').select('hash'))
    .execute();
  return rows.flatMap(({ hash }) => hash ?? []);
}
