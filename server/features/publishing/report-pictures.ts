import { join } from 'node:path';
import { openBuildStore } from '#server/build-store/open-build-store.ts';
import { createBuildHashes } from '#server/features/games/read-build-hash.ts';
import { createGameFileFinder } from '#server/games/game-file-finder.ts';
import { remakeLostPictures } from '#server/features/pictures/lost-pictures.ts';
import { listDuePictures } from '#server/features/pictures/list-due-pictures.ts';
import { openPictureFiles } from '#server/features/pictures/open-picture-files.ts';
import { makePicture } from '#server/features/pictures/make-picture.ts';
import { safeFetch } from '#server/http/safe-fetch.ts';
import type { AddGameDeps } from './add-game.ts';

export async function reportPictures(
  game: string | undefined,
  { database, config, log, now, report }: Pick<AddGameDeps, 'database' | 'config' | 'log' | 'now' | 'report'>,
): Promise<void> {
  const folders = [join(config.dataDir, 'games')];
  const store = openBuildStore(config, { now, log });
  const hashes = createBuildHashes(database, () => performance.now());
  const finder = createGameFileFinder({ folders, cache: store?.cache, hashes, log });
  const parts = { database, pictureFiles: openPictureFiles(config.dataDir, store), folders, finder, fetch: safeFetch };
  const lost = game === undefined ? await remakeLostPictures(database, parts.pictureFiles) : { made: 0, due: [] };
  const due = [...(await listDuePictures(database, game)), ...lost.due];
  let { made } = lost;
  for (const each of due) {
    const { outcome, ...rest } = await makePicture(parts, each);
    if (outcome === 'made') made += 1;
    if ('fault' in rest) report(`The picture ${each.source} of ${each.game} is shown as it is: ${rest.fault}.`);
  }
  if (made > 0) report(`${made} ${made === 1 ? 'picture was' : 'pictures were'} made in the widths of pages.`);
  else if (game === undefined && due.length === 0) report('All pictures are made.');
}
