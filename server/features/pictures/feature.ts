import type { FastifyInstance } from 'fastify';
import type { GameFileFinder } from '#server/games/game-file-finder.ts';
import type { HeaderPolicy } from '#server/http/headers.ts';
import type { Infrastructure } from '#server/infrastructure.ts';
import { defineMakePicturesJob } from './make-pictures-job.ts';
import { mountPictures } from './mount-pictures.ts';

export interface PicturesFeatureDeps extends Pick<
  Infrastructure,
  'config' | 'database' | 'log' | 'now' | 'fetch' | 'jobs'
> {
  readonly policy: HeaderPolicy;
  readonly folders: readonly string[];
  readonly finder: GameFileFinder;
}

export function createPicturesFeature({ config, policy, ...deps }: PicturesFeatureDeps) {
  const { dataDir } = config;
  return {
    jobs: [defineMakePicturesJob({ ...deps, dataDir })],
    mount: (app: FastifyInstance) => mountPictures(app, { dataDir, policy }),
  };
}
