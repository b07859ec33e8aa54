// Version 1 answers with events.
import { readList } from '../kit/read-options.browser.ts';
import { createForeignListeners } from '../kit/settle.browser.ts';
import type { CrazyCore } from './core.browser.ts';
import { describeAdFailure } from './describe-ad-failure.browser.ts';
import type { CrazySdkV1, V1Listener } from './vendor-types.ts';

export function createV1(core: CrazyCore): CrazySdkV1 {
  const listeners = new Map<string, ReturnType<typeof createForeignListeners<Parameters<V1Listener>>>>();
  const emit = (event: string, details: object = {}): void => listeners.get(event)?.emit({ event, ...details });
  const { banners } = core;
  /** Version 1 ignores calls before `init`, and reports nothing if they fail. */
  const later = (run: () => unknown): void =>
    void core
      .init()
      .then(run)
      .catch(() => undefined);
  const showBanner = (containerId: unknown): void =>
    void core
      .init()
      .then(() => banners.request(containerId))
      .then(
        () => emit('bannerRendered', { containerId }),
        (error: Error) => emit('bannerError', { containerId, error: error.message }),
      );
  return {
    hasAdblock: false,
    init: () =>
      later(() => {
        emit('initialized', { userInfo: core.systemInfo() });
        emit('adblockDetectionExecuted', { hasAdblock: false });
      }),
    addEventListener: (event, listener) => {
      const all = listeners.get(event) ?? createForeignListeners();
      listeners.set(event, all);
      all.add(listener);
    },
    removeEventListener: (event, listener) => listeners.get(event)?.remove(listener),
    requestAd: (type = 'midgame') =>
      void core
        .init()
        .then(() =>
          core.showAd(type, {
            started: () => emit('adStarted'),
            finished: () => emit('adFinished'),
            failed: (reason) => emit('adError', { error: describeAdFailure(reason)[1] }),
          }),
        )
        .catch((error: Error) => emit('adError', { error: error.message })),
    requestBanner: (list) => readList(list).forEach(({ containerId }) => showBanner(containerId)),
    requestResponsiveBanner: (ids) => (Array.isArray(ids) ? (ids as string[]) : []).forEach(showBanner),
    clearBanner: (id) => later(() => banners.clear(id)),
    clearAllBanners: () => later(() => banners.clearAll()),
    gameplayStart: () => later(core.gameplayStart),
    gameplayStop: () => later(core.gameplayStop),
    sdkGameLoadingStart: () => later(core.loadingStart),
    sdkGameLoadingStop: () => later(core.loadingStop),
    happytime: () => later(core.happytime),
    inviteLink: core.inviteLink,
    requestInviteUrl: (params) => later(() => emit('inviteUrl', { inviteUrl: core.inviteLink(params) })),
    getInviteParam: (name) => (core.environment() === 'crazygames' ? core.inviteParam(name) : null),
  };
}
