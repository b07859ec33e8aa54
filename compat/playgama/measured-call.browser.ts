// One call of the SDK and the call of ours that it makes, for the benchmark.
import type { PageLink } from '../kit/page-link.browser.ts';
import { createBridge } from './core.browser.ts';

export async function prepareMeasuredCall(link: PageLink): Promise<() => Promise<unknown>> {
  const bridge = createBridge(link);
  await bridge.initialize({ useUserToken: true });
  // Fetches the token again.
  return () => bridge.player.authorize();
}
