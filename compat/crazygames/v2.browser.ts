// Version 2 connects on its own. Its calls return a promise, and accept a callback `(error, result)` as last argument.
import { readOptions } from '../kit/read-options.browser.ts';
import { callGame, settle } from '../kit/settle.browser.ts';
import type { CrazyCore } from './core.browser.ts';
import { describeAdFailure } from './describe-ad-failure.browser.ts';
import type { Callback, CrazySdkV2 } from './vendor-types.ts';

export function createV2(core: CrazyCore): CrazySdkV2 {
  const { banners } = core;
  const answer = <T>(run: () => T | Promise<T>, callback?: Callback<T>): Promise<T | undefined> =>
    settle(core.init().then(run), callback);
  void core.init().catch(() => undefined);
  return {
    init: core.init,
    getEnvironment: (callback) => answer(() => core.environment(), callback),
    addInitCallback: (callback) =>
      void core.init().then(
        () =>
          callGame(callback, {
            gameId: core.gameId,
            gameLink: core.link,
            locale: core.systemInfo().locale,
            systemInfo: core.systemInfo(),
            userInfo: core.systemInfo(),
            userAccountAvailable: core.isUserAccountAvailable(),
            isQaTool: false,
          }),
        () => undefined,
      ),
    ad: {
      requestAd: (type, callbacks) => {
        const { adStarted, adFinished, adError } = readOptions(callbacks);
        return core
          .init()
          .then(() =>
            core.showAd(type, {
              started: () => callGame(adStarted),
              finished: () => callGame(adFinished),
              failed: (failure) => {
                const [reason, message] = describeAdFailure(failure);
                callGame(adError, message, { reason, message });
              },
            }),
          )
          .catch((error: { code: string; message: string }) =>
            callGame(adError, error.message, { reason: 'other', message: error.message }),
          );
      },
      hasAdblock: (callback) => answer(() => false, callback),
    },
    banner: {
      requestBanner: (banner, callback) => answer(() => banners.request(banner?.id), callback),
      requestResponsiveBanner: (id, callback) => answer(() => banners.request(id), callback),
      clearBanner: (id) => void answer(() => banners.clear(id), ignore),
      clearAllBanners: () => void answer(() => banners.clearAll(), ignore),
    },
    game: {
      gameplayStart: (callback) => answer(core.gameplayStart, callback),
      gameplayStop: (callback) => answer(core.gameplayStop, callback),
      sdkGameLoadingStart: (callback) => answer(core.loadingStart, callback),
      sdkGameLoadingStop: (callback) => answer(core.loadingStop, callback),
      happytime: (callback) => answer(core.happytime, callback),
      inviteLink: (params, callback) => answer(() => core.inviteLink(params), callback),
      showInviteButton: (params, callback) => answer(() => core.inviteLink(params), callback),
      hideInviteButton: (callback) => answer(() => undefined, callback),
      getInviteParam: (name, callback) => answer(() => core.inviteParam(name), callback),
    },
    user: {
      isUserAccountAvailable: (callback) => answer(core.isUserAccountAvailable, callback),
      getSystemInfo: (callback) => answer(core.systemInfo, callback),
      getUser: (callback) => answer(core.user, callback),
      getUserToken: (callback) => answer(core.userToken, callback),
      getXsollaUserToken: (callback) => answer(core.xsollaToken, callback),
      showAuthPrompt: (callback) => answer(core.showAuthPrompt, callback),
      showAccountLinkPrompt: (callback) => answer(core.showAccountLinkPrompt, callback),
      addAuthListener: core.authListeners.add,
      removeAuthListener: core.authListeners.remove,
      addScore: (score, callback) => answer(() => core.submitScore(score), callback),
      addScoreEncrypted: (score, _, callback) => answer(() => core.submitScore(score), callback),
    },
    data: core.data,
  };
}

const ignore = (): void => undefined;
