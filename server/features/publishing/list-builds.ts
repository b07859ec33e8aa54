import type { Database } from '#server/db/database.ts';
import { listBuildsOnDisk, currentPath } from './game-places.ts';

/** A line for each build of a game, the newest first, with what stands in the way of playing it again. */
export async function listBuilds(
  game: string,
  { database, dataDir }: { database: Database; dataDir: string },
): Promise<string[]> {
  const rows = await database.kysely
    .selectFrom('builds')
    .select(['build_number', 'ota_version', 'platform', 'url', 'description', 'metadata', 'created_at'])
    .where('game', '=', game)
    .orderBy('build_number', 'desc')
    .execute();
  const onDisk = await listBuildsOnDisk(dataDir, game);
  return rows.map(({ build_number, ota_version, platform, url, description, metadata, created_at }) => {
    const { SameAs } = metadata;
    return [
      `build ${build_number}`,
      `version ${ota_version}`,
      created_at.toISOString().slice(0, 16).replace('T', ' '),
      ...(platform === null ? [] : [`for ${platform}`]),
      ...(SameAs === undefined ? [] : [`build ${SameAs} again`]),
      ...(url === currentPath ? ['played now'] : []),
      ...(onDisk.includes(build_number) ? [] : ['no files here']),
      ...(description === '' ? [] : [description]),
    ].join('  ');
  });
}
