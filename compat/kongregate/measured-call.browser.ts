// One call of the SDK and the call of ours that it makes, for the benchmark.
import type { PageLink } from '../kit/page-link.browser.ts';
import { createKongregate } from './core.browser.ts';

export async function prepareMeasuredCall(link: PageLink): Promise<() => Promise<unknown>> {
  const loader = createKongregate(link);
  return () => new Promise<void>((resolve) => loader.loadAPI(resolve));
}
