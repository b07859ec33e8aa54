import type { Infrastructure } from '#server/infrastructure.ts';
import { createAssetFinder } from './find-asset.ts';
import { startAssetRetention } from './asset-retention.ts';

export interface AssetsFeatureDeps extends Pick<Infrastructure, 'database' | 'log'> {
  readonly portalFolder?: string | undefined;
}

export function createAssetsFeature({ database, log, portalFolder }: AssetsFeatureDeps) {
  let keeping: { stop(): Promise<void> } | undefined;
  return {
    findAsset: createAssetFinder(database),
    start: async () => {
      if (portalFolder !== undefined) keeping = await startAssetRetention({ database, portalFolder, log });
    },
    stop: async () => keeping?.stop(),
  };
}
