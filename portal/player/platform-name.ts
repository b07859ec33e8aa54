import type { apiClient } from '#portal/api.ts';

/** A platform's name in server calls. */
export type WebPublishingPlatform = NonNullable<
  Parameters<(typeof apiClient)['play']['chooseGame']>[0]['WebPublishingPlatform']
>;
