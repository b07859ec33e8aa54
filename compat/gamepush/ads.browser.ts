// Each ad emits two events: one for any ad (`start`, `close`) and one for its kind (`rewarded:start`).
import { createAdBreaks } from '../kit/ad-breaks.browser.ts';
import { createForeignEmitter } from '../kit/emitter.browser.ts';
import type { GamePushHost } from './host.browser.ts';
import type { GamePushAds } from './vendor-types.ts';

type Kind = 'fullscreen' | 'preloader' | 'rewarded';

export function createAds({ sdk, isOn }: GamePushHost): GamePushAds {
  const { emit, ...events } = createForeignEmitter();
  const breaks = createAdBreaks(() => sdk);
  let playing: Kind | undefined;
  let isStickyShown = false;
  const has = (capability: 'InterstitialAds' | 'RewardedAds' | 'BannerAds'): boolean =>
    isOn && sdk.capabilities.has(capability);

  const show = async (kind: Kind): Promise<boolean> => {
    const isRewarded = kind === 'rewarded';
    let isShown = false;
    if (playing === undefined && has(isRewarded ? 'RewardedAds' : 'InterstitialAds'))
      await breaks.show(isRewarded ? 'rewarded' : 'interstitial', {
        started: () => {
          playing = kind;
          emit('start');
          emit(`${kind}:start`);
        },
        finished: () => (isShown = true),
        failed: () => undefined,
      });
    else if (playing !== undefined) return false;
    playing = undefined;
    if (isShown && isRewarded) emit('rewarded:reward');
    emit('close', isShown);
    emit(`${kind}:close`, isShown);
    return isShown;
  };
  const showSticky = async (event: string): Promise<boolean> => {
    const { shown } = has('BannerAds') ? await sdk.ads.showBanner().catch(() => ({ shown: false })) : { shown: false };
    isStickyShown = shown;
    if (shown) {
      emit(`sticky:${event}`);
      emit('sticky:render');
    }
    return shown;
  };

  return {
    ...events,
    isAdblockEnabled: false,
    get isStickyAvailable() {
      return has('BannerAds');
    },
    get isFullscreenAvailable() {
      return has('InterstitialAds');
    },
    get isRewardedAvailable() {
      return has('RewardedAds');
    },
    get isPreloaderAvailable() {
      return has('InterstitialAds');
    },
    get isStickyPlaying() {
      return isStickyShown;
    },
    get isFullscreenPlaying() {
      return playing === 'fullscreen';
    },
    get isRewardedPlaying() {
      return playing === 'rewarded';
    },
    get isPreloaderPlaying() {
      return playing === 'preloader';
    },
    isCountdownOverlayEnabled: false,
    isRewardedFailedOverlayEnabled: false,
    canShowFullscreenBeforeGamePlay: true,
    showFullscreen: () => show('fullscreen'),
    showPreloader: () => show('preloader'),
    showRewardedVideo: () => show('rewarded'),
    showSticky: () => showSticky('start'),
    refreshSticky: () => showSticky('refresh'),
    closeSticky: async () => {
      if (!isStickyShown) return;
      isStickyShown = false;
      await sdk.ads.hideBanner().catch(() => undefined);
      emit('sticky:close');
    },
  };
}
