// One call of the SDK and the call of ours that it makes, for the benchmark.
import type { PageLink } from '../kit/page-link.browser.ts';
import { createLaunch } from './launch.browser.ts';

export async function prepareMeasuredCall(link: PageLink): Promise<() => Promise<unknown>> {
  // The calls of this SDK don't wait. Its only way to the portal and back is the start.
  const launch = createLaunch(link, undefined);
  await launch.open();
  return () => launch.open();
}
