import type { Database } from '#server/db/database.ts';
import { listBuildsWithMissingFiles } from '#server/features/games/list-builds-with-missing-files.ts';
import { okFinding, problemFinding, type Finding } from './finding.ts';

export async function checkGameFiles(database: Database, folder: string): Promise<Finding[]> {
  const missing = await listBuildsWithMissingFiles(database, [folder]);
  if (missing.length === 0) return [okFinding(`the files of all games are in ${folder}`)];
  return missing.map(({ game, build }) =>
    problemFinding(
      `build ${build} of ${game} has no files in ${folder}`,
      `Share this folder between all nodes or copy it from another node, restore it (npm run restore -- --games), or add the game again: npm run games -- add ${game} <folder>`,
    ),
  );
}
