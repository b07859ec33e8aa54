// One call of the SDK and the call of ours that it makes, for the benchmark.
import type { PageLink } from '../kit/page-link.browser.ts';
import { createVkBridge } from './core.browser.ts';

export async function prepareMeasuredCall(link: PageLink): Promise<() => Promise<unknown>> {
  const bridge = createVkBridge(link);
  await bridge.send('VKWebAppInit');
  return () => bridge.send('VKWebAppGetLaunchParams');
}
