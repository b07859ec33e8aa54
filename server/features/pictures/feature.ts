import type { FastifyInstance } from 'fastify';
import type { OpenedBuildStore } from '#server/build-store/open-build-store.ts';
import type { GameFileFinder } from '#server/games/game-file-finder.ts';
import type { HeaderPolicy } from '#server/http/headers.ts';
import type { Infrastructure } from '#server/infrastructure.ts';
import { defineMakePicturesJob } from './make-pictures-job.ts';
import { mountPictures } from './mount-pictures.ts';
import { openPictureFiles } from './open-picture-files.ts';

export interface PicturesFeatureDeps extends Pick<
  Infrastructure,
  'config' | 'database' | 'log' | 'now' | 'fetch' | 'jobs'
> {
  readonly policy: HeaderPolicy;
  readonly folders: readonly string[];
  readonly finder: GameFileFinder;
  readonly buildStore?: OpenedBuildStore | undefined;
}

export function createPicturesFeature({ config, policy, buildStore, ...deps }: PicturesFeatureDeps) {
  const pictureFiles = openPictureFiles(config.dataDir, buildStore);
  return {
    jobs: [defineMakePicturesJob({ ...deps, pictureFiles })],
    mount: (app: FastifyInstance) => mountPictures(app, { pictureFiles, policy, log: deps.log }),
  };
}
