import type { S3Bucket } from './s3-bucket.ts';

/** The S3 protocol accepts no larger file in one upload. */
export const maxDesktopFileBytes = 5 * 1024 ** 3;

export const buildDesktopKey = (game: string, sha256: string): string => `${game}/desktop/${sha256}`;

/** The size of each file in the object store, by its hash. */
export async function listDesktopFiles(bucket: Pick<S3Bucket, 'list'>, game: string): Promise<Map<string, number>> {
  const prefix = buildDesktopKey(game, '');
  const objects = await bucket.list(prefix);
  return new Map(objects.map(({ key, bytes }) => [key.slice(prefix.length), bytes]));
}
