import type { Sdk } from '#sdk/sdk.ts';

/** Opens a web page in a new tab, which can't reach the game. False if the platform forbids it. */
export function openLink({ capabilities }: Sdk, url: unknown): boolean {
  if (typeof url !== 'string' || !/^https?:\/\//i.test(url) || capabilities.has('OutgoingLinksForbidden')) return false;
  window.open(url, '_blank', 'noopener,noreferrer');
  return true;
}
