// One call of the SDK and the call of ours that it makes, for the benchmark.
import type { PageLink } from '../kit/page-link.browser.ts';
import { createCore } from './core.browser.ts';
import { createV3 } from './v3.browser.ts';

export async function prepareMeasuredCall(link: PageLink): Promise<() => Promise<unknown>> {
  const sdk = createV3(createCore(link));
  await sdk.init();
  return () => sdk.user.getUserToken();
}
