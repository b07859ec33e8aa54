import type { Sdk } from '#sdk/sdk.ts';
import { createBanner } from '../kit/banner.browser.ts';
import type { EmitAdEvent } from '../kit/ad-events.browser.ts';

/** The platform's banner for ads in containers of the page. Games end such an ad by hiding its container. */
export function createDisplayAds(sdk: () => Sdk, emit: EmitAdEvent) {
  const banner = createBanner(sdk);
  const shown = new Set<Element>();
  /** Rejects with a text, as the vendor does. */
  return async (containerId: unknown): Promise<void> => {
    if (typeof containerId !== 'string' || containerId === '') throw 'Container id is not specified';
    const container = document.getElementById(containerId);
    if (!container) throw `No container is found with this id - ${containerId}`;
    const isShown = await banner.show(container).catch(() => false);
    if (!isShown) {
      emit('DISPLAYAD_ERROR', 'There is no display ad.', 'warning');
      throw 'Display-Ads are disabled.';
    }
    if (!shown.has(container))
      whenHidden(container, () => {
        shown.delete(container);
        banner.clear(container);
      });
    shown.add(container);
    emit('DISPLAYAD_IMPRESSION', 'The display ad is visible.');
  };
}

function whenHidden(container: Element, run: () => void): void {
  const observer = new MutationObserver(() => {
    if (isRendered(container)) return;
    observer.disconnect();
    run();
  });
  for (let each: Element | null = container; each; each = each.parentElement)
    observer.observe(each, { attributes: true, attributeFilter: ['style', 'class', 'hidden'], childList: true });
}

function isRendered(element: Element): boolean {
  if (!element.isConnected) return false;
  for (let each: Element | null = element; each; each = each.parentElement)
    if (getComputedStyle(each).display === 'none') return false;
  return true;
}
