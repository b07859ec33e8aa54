import type { client } from '#portal/api.ts';

/** A platform's name in server calls. */
export type WebPublishingPlatform = NonNullable<
  Parameters<(typeof client)['play']['chooseGame']>[0]['WebPublishingPlatform']
>;
