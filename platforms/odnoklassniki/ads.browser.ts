// Ads. The outcome is in `data`, whatever `result` says, and phones use other texts than web pages.
import type { AdResult, AdFailureReason, BrowserHost, PlatformCapabilities } from '../port.browser.ts';
import { tryOrFallback } from '../kit/waiting.browser.ts';
import { createBanner, createCheckedAdUnit, createOptimisticAdUnit, failedAdResult } from '../kit/ads.browser.ts';
import { platformTitle, type OkReply, type OkClient } from './client.browser.ts';

const maxAdMs = 5 * 60_000;

export function createAds(
  host: Pick<BrowserHost, 'withPlatformTimeout' | 'log' | 'events' | 'window'>,
  client: OkClient,
) {
  const interstitial = createOptimisticAdUnit(host, 'interstitial', () =>
    tryOrFallback<AdResult>(host.log, `An advertisement of ${platformTitle}`, failedAdResult, () =>
      showInterstitial(host, client),
    ),
  );
  interstitial.announce();
  const groups: Pick<PlatformCapabilities, 'video' | 'interstitial' | 'banner'> = {
    video: createVideo(host, client),
    interstitial: interstitial.unit,
    banner: createBanner(host, platformTitle, (isShown) => changeBanner(client, isShown)),
  };
  return { groups, dispose: interstitial.dispose };
}

function createVideo(host: Pick<BrowserHost, 'log' | 'events'>, { call }: OkClient) {
  let loaded: Promise<OkReply> | undefined;
  const load = async (): Promise<OkReply> => {
    loaded ??= call('loadAd', [], 30_000);
    const answer = await loaded.catch((): OkReply => ({ result: 'error', data: 'no_network' }));
    if (!isReady(answer)) loaded = undefined;
    return answer;
  };
  return createCheckedAdUnit(host, 'video', {
    title: platformTitle,
    ready: async () => isReady(await load()),
    async show(): Promise<AdResult> {
      const found = await load();
      if (!isReady(found)) return fail(host, found);
      loaded = undefined;
      const shown = await call('showLoadedAd', [], maxAdMs);
      if (shown.data === 'skip') return { outcome: 'skipped' };
      return ['complete', 'ad_shown'].includes(shown.data) ? { outcome: 'finished' } : fail(host, shown);
    },
  });
}

const isReady = ({ result, data }: OkReply): boolean => result === 'ok' && ['ready', 'ad_prepared'].includes(data);

async function showInterstitial(host: Pick<BrowserHost, 'log'>, { call }: OkClient): Promise<AdResult> {
  const shown = await call('showAd', [], maxAdMs, (answer) => !isReady(answer));
  return shown.data === 'ad_shown' ? { outcome: 'finished' } : fail(host, shown);
}

async function changeBanner({ call }: OkClient, isShown: boolean): Promise<AdFailureReason | undefined> {
  if (isShown) {
    const isFound = ({ result, data }: OkReply): boolean => result !== 'ok' || data === 'ad_loaded';
    const found = await call('requestBannerAds', [], undefined, isFound);
    if (found.result !== 'ok') return reasonOf(found);
  }
  const changed = isShown ? await call('showBannerAds', ['bottom']) : await call('hideBannerAds');
  return changed.result === 'ok' && changed.data !== '' ? undefined : reasonOf(changed);
}

function fail({ log }: Pick<BrowserHost, 'log'>, answer: OkReply): AdResult {
  log.warn(`${platformTitle} showed no advertisement`, answer);
  return { outcome: 'failed', reason: reasonOf(answer) };
}

// The last one is Android's: no ads for this player.
const notConnected = new Set(['disabled', 'native ads failed: -3']);
const reasonOf = ({ data }: OkReply): AdFailureReason =>
  notConnected.has(data) ? 'AdsNotConnected' : failedAdResult.reason;
