import { readList, readOptions } from '../kit/read-options.browser.ts';
import { callGame } from '../kit/settle.browser.ts';
import { describeAdFailure } from './describe-ad-failure.browser.ts';
import type { CrazyCore } from './core.browser.ts';
import { CrazySdkError } from './crazy-error.browser.ts';
import type { BannerRequest, CrazySdkV3, PrefetchedBanner } from './vendor-types.ts';

export function createV3(core: CrazyCore): CrazySdkV3 {
  const { banners } = core;
  // Version 3 throws before `init`, also where nothing would happen.
  const nothing = (): void => void core.sdk();
  const prefetch = async (banner: BannerRequest): Promise<PrefetchedBanner> => {
    nothing();
    return { id: readOptions(banner).id ?? '', banner, renderOptions: {} };
  };
  return {
    init: core.init,
    get environment() {
      return core.environment() as CrazySdkV3['environment'];
    },
    isQaTool: false,
    ad: {
      get isAdPlaying() {
        return core.isAdPlaying();
      },
      prefetchAd: nothing,
      requestAd: async (type, callbacks) => {
        const { adStarted, adFinished, adError } = readOptions(callbacks);
        return core.showAd(type, {
          started: () => callGame(adStarted),
          finished: () => callGame(adFinished),
          failed: (reason) => callGame(adError, new CrazySdkError(...describeAdFailure(reason))),
        });
      },
      hasAdblock: async () => (nothing(), false),
      addAdblockPopupListener: nothing,
      removeAdblockPopupListener: nothing,
    },
    banner: {
      get activeBannersCount() {
        return banners.count();
      },
      requestBanner: (banner) => banners.request(banner?.id),
      requestResponsiveBanner: (id) => banners.request(id),
      prefetchBanner: prefetch,
      prefetchResponsiveBanner: prefetch,
      renderPrefetchedBanner: (banner) => banners.request(banner?.id),
      requestOverlayBanners: (list, callback) => {
        nothing();
        banners.clearAll();
        for (const { id = '' } of readList(list))
          banners.request(id, false).then(
            () => callGame(callback, id, 'bannerRendered'),
            (error: CrazySdkError) => callGame(callback, id, 'bannerError', error.code),
          );
      },
      clearBanner: (id) => banners.clear(id),
      clearAllBanners: () => banners.clearAll(),
    },
    game: {
      link: core.link,
      id: core.gameId,
      get settings() {
        return core.settings();
      },
      isInstantJoin: false,
      isInstantMultiplayer: false,
      get inviteParams() {
        return core.inviteParams();
      },
      gameplayStart: core.gameplayStart,
      gameplayStop: core.gameplayStop,
      loadingStart: core.loadingStart,
      loadingStop: core.loadingStop,
      sdkGameLoadingStart: core.loadingStart,
      sdkGameLoadingStop: core.loadingStop,
      happytime: core.happytime,
      reportGameCompletedPercentage: core.reportCompleted,
      setGameContext: nothing,
      clearGameContext: nothing,
      inviteLink: core.inviteLink,
      showInviteButton: core.inviteLink,
      hideInviteButton: nothing,
      getInviteParam: core.inviteParam,
      addSettingsChangeListener: core.settingsListeners.add,
      removeSettingsChangeListener: core.settingsListeners.remove,
      addJoinRoomListener: nothing,
      removeJoinRoomListener: nothing,
      updateRoom: nothing,
      leftRoom: nothing,
    },
    user: {
      get isUserAccountAvailable() {
        return core.isUserAccountAvailable();
      },
      get systemInfo() {
        return core.systemInfo();
      },
      getUser: async () => core.user(),
      getUserToken: core.userToken,
      getXsollaUserToken: core.xsollaToken,
      showAuthPrompt: core.showAuthPrompt,
      showAccountLinkPrompt: core.showAccountLinkPrompt,
      addAuthListener: core.authListeners.add,
      removeAuthListener: core.authListeners.remove,
      listFriends: core.listFriends,
      addScore: core.submitScore,
      addScoreEncrypted: core.submitScore,
      submitScore: (payload) => {
        nothing();
        // Only the vendor's server can decrypt the other field.
        if (payload?.score !== undefined) core.submitScore(payload.score);
      },
    },
    data: core.data,
    analytics: { trackOrder: nothing },
  };
}
