// One call of the SDK and the calls of ours that it makes, for the benchmark.
import type { Sdk } from '#sdk/sdk.ts';
import type { PageLink } from '../kit/page-link.browser.ts';
import { createLaunch } from './launch.browser.ts';

export async function prepareMeasuredCall(link: PageLink): Promise<() => Promise<unknown>> {
  // The calls of this SDK don't wait. Its only way to the portal and back is the start.
  const launch = createLaunch(link, undefined);
  await launch.open();
  return () => launch.open();
}

/** The start reads the link and the token at the same time. */
export const callOwn = (sdk: Sdk): Promise<unknown> => Promise.all([sdk.platform.urlHash(), sdk.player.refresh()]);
