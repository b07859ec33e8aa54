import type { client } from '#portal/api.ts';

/** A platform as the server's calls name it. */
export type WebPublishingPlatform = NonNullable<
  Parameters<(typeof client)['play']['chooseGame']>[0]['WebPublishingPlatform']
>;
