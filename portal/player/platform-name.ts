import type { apiClient } from '#portal/api.ts';

export type WebPublishingPlatform = NonNullable<
  Parameters<(typeof apiClient)['play']['chooseGame']>[0]['WebPublishingPlatform']
>;
