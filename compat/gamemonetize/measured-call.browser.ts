// One call of the SDK and the call of ours that it makes, for the benchmark. No ad is available.
import type { PageLink } from '../kit/page-link.browser.ts';
import { createGameMonetize } from './core.browser.ts';

export async function prepareMeasuredCall(link: PageLink): Promise<() => Promise<unknown>> {
  const sdk = createGameMonetize(link, undefined);
  return () => sdk.showBanner();
}
