// Kongregate's rewarded video. It reports availability and how an ad ended.
import type { AdResult, AdUnit, BrowserHost } from '../port.browser.ts';
import { failedAdResult, showAd } from '../kit/ads.browser.ts';
import { platformTitle, type AdEvent, type KongregateMtx } from './client.browser.ts';

export interface KongregateAds {
  readonly video: AdUnit;
  readonly dispose: () => void;
}

export function createAds(
  host: Pick<BrowserHost, 'withPlatformTimeout' | 'log' | 'events'>,
  mtx: KongregateMtx,
): KongregateAds {
  let isAvailable: boolean | undefined;
  let end: ((outcome: AdResult) => void) | undefined;
  let isOver = false;
  const tell = (isThere: boolean): void => {
    isAvailable = isThere;
    host.events.adAvailable('video', isThere);
  };
  const finish = (outcome: AdResult): void => {
    host.events.focus(true);
    end?.(outcome);
  };
  const heard: Readonly<Record<AdEvent, () => void>> = {
    adsAvailable: () => tell(true),
    adsUnavailable: () => {
      tell(false);
      end?.(failedAdResult);
    },
    adOpened: () => host.events.focus(false),
    adCompleted: () => finish({ outcome: 'finished' }),
    adAbandoned: () => finish({ outcome: 'skipped' }),
  };
  for (const event of Object.keys(heard) as AdEvent[])
    mtx.addEventListener(event, () => {
      if (!isOver) heard[event]();
    });
  mtx.initializeIncentivizedAds();
  return {
    video: {
      ready: async () => isAvailable ?? false,
      // It shows no ad and reports nothing while it is unavailable.
      show: async () =>
        isAvailable === false
          ? failedAdResult
          : showAd(host, platformTitle, (outcome) => {
              end = outcome;
              mtx.showIncentivizedAd();
              return () => void (end = undefined);
            }),
    },
    dispose: () => void (isOver = true),
  };
}
