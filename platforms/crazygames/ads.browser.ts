// Ads. The script shows them over the game and calls back. Sometimes it doesn't, so the game continues after a minute.
import type { AdResult, AdUnit } from '../port.browser.ts';
import { tryOrFallback } from '../kit/waiting.browser.ts';
import { createBanner, createOptimisticAdUnits, showAd } from '../kit/ads.browser.ts';
import { platformTitle, type CrazyGamesHost, type CrazyGamesSdk } from './client.browser.ts';

const maxMs = 65_000;

export function createAds(host: CrazyGamesHost, { ad, banner }: CrazyGamesSdk) {
  const isBlocked = (): Promise<boolean> =>
    tryOrFallback(host.log, 'Looking for a blocker', false, async () =>
      host.withPlatformTimeout('CrazyGames (hasAdblock)', Promise.resolve(ad.hasAdblock?.() ?? false), 3000),
    );
  const show = (kind: 'midgame' | 'rewarded') => async (): Promise<AdResult> => {
    if (await isBlocked()) return { outcome: 'failed', reason: 'AdsNotConnected' };
    let hasStarted = false;
    const request: Parameters<typeof showAd>[2] = (end, fail) => {
      const asked = ad.requestAd(kind, {
        adStarted: () => void (hasStarted = true),
        adFinished: () => end({ outcome: 'finished' }),
        // An ad that started and then failed wasn't watched to the end.
        adError: (error, reason) => (hasStarted ? end({ outcome: 'skipped' }) : fail(reason ?? error)),
      });
      Promise.resolve(asked).catch(fail);
    };
    return showAd(host, platformTitle, request, maxMs);
  };
  const { units, announce, dispose } = createOptimisticAdUnits(host, {
    video: show('rewarded'),
    interstitial: show('midgame'),
  });
  const withReady = (unit: AdUnit): AdUnit => ({
    ready: async () => !(await isBlocked()) && unit.ready(),
    show: () => unit.show(),
  });
  const place = banner && createPlace(host, banner);
  return {
    announce,
    groups: {
      video: withReady(units.video),
      interstitial: withReady(units.interstitial),
      banner: place && createBanner(host, platformTitle, place.change),
    },
    dispose() {
      dispose();
      place?.clear();
    },
  };
}

function createPlace(
  { window: { document, innerWidth } }: CrazyGamesHost,
  banner: NonNullable<CrazyGamesSdk['banner']>,
) {
  let box: HTMLElement | undefined;
  const clear = (): void => {
    if (!box) return;
    banner.clearBanner(box.id);
    box.remove();
    box = undefined;
  };
  return {
    clear,
    change: async (isShown: boolean): Promise<undefined> => {
      if (!isShown) return clear() as undefined;
      // The platform allows a new banner only after a minute.
      if (box) return undefined;
      const [width, height] = innerWidth >= 728 ? [728, 90] : [320, 50];
      box = document.createElement('div');
      box.id = 'crazygames-banner';
      const size = `position:fixed;z-index:10;bottom:0;left:50%;translate:-50%;width:${width}px;height:${height}px`;
      box.style.cssText = size;
      document.body.append(box);
      try {
        await banner.requestBanner({ id: box.id, width, height });
        return undefined;
      } catch (error) {
        clear();
        throw error;
      }
    },
  };
}
