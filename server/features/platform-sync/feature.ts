import type { LoadedPlatform } from '#server/features/game-sign-in/load-platforms.ts';
import type { AdapterSettings } from '#server/features/settings/adapter-settings.ts';
import type { Infrastructure } from '#server/infrastructure.ts';
import { createPlatformSync } from './platform-sync.ts';
import { createMappedPlatformsReader } from './read-mapped-platforms.ts';
import { defineSendScoreJob } from './send-score-job.ts';
import { defineSendUnlockJob } from './send-unlock-job.ts';

export interface PlatformSyncFeatureDeps extends Pick<Infrastructure, 'database' | 'fetch' | 'jobs' | 'log' | 'now'> {
  readonly platforms: readonly LoadedPlatform[];
  readonly settings: Pick<AdapterSettings, 'readTrusted'>;
}

export function createPlatformSyncFeature({ platforms, settings, ...deps }: PlatformSyncFeatureDeps) {
  const readMapped = createMappedPlatformsReader(platforms, settings);
  const sendScore = defineSendScoreJob({ ...deps, readMapped });
  const sendUnlock = defineSendUnlockJob({ ...deps, readMapped });
  return {
    platformSync: createPlatformSync({ ...deps, readMapped, sendScore, sendUnlock }),
    jobs: [sendScore, sendUnlock],
  };
}
