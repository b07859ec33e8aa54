// `kongregateAPI`, and what it loads.
import type { Sdk } from '#sdk/sdk.ts';
import type { PageLink } from '../kit/page-link.browser.ts';
import { readPlayer } from '../kit/player.browser.ts';
import { callGame } from '../kit/settle.browser.ts';
import { createEvents } from './events.browser.ts';
import { createMtx } from './mtx.browser.ts';
import { createServices } from './services.browser.ts';
import { createStats } from './stats.browser.ts';
import type { KongregateApi, KongregateLoader, ResultCallback } from './vendor-types.ts';

/** @param prepare called with the new object before the game gets it */
export function createKongregate(
  link: Pick<PageLink, 'page' | 'openSdk'>,
  prepare: (api: KongregateApi) => KongregateApi = (api) => api,
): KongregateLoader {
  let api: KongregateApi | null = null;
  const load = async (): Promise<void> => {
    const sdk = await link.openSdk();
    // The game reads the token without waiting, so each call renews it.
    if (readPlayer(sdk.player.info)) await sdk.player.refresh().catch(() => undefined);
    api ??= prepare(createApi(sdk, link.page));
  };
  return {
    // The vendor's has no callback for a failure. The next call tries again.
    loadAPI: (callback) =>
      void load()
        .then(() => callGame(callback))
        .catch(() => undefined),
    getAPI: () => api,
  };
}

function createApi(sdk: Sdk, page: PageLink['page']): KongregateApi {
  const { emit: _, ...chatEvents } = createEvents();
  const nothing = (): void => undefined;
  const refuse = (callback: ResultCallback | undefined): void =>
    void Promise.resolve().then(() => callGame(callback, { success: false }));
  return {
    services: createServices(sdk, page),
    stats: createStats(sdk),
    mtx: createMtx(sdk),
    chat: {
      ...chatEvents,
      showTab: nothing,
      closeTab: nothing,
      displayMessage: nothing,
      clearMessages: nothing,
      displayCanvasImage: nothing,
      displayCanvasText: nothing,
      drawCanvasObject: nothing,
      removeCanvasObject: nothing,
    },
    sharedContent: {
      save: (_type, _content, callback) => refuse(callback),
      browse: nothing,
      addLoadListener: nothing,
    },
    images: { submitAvatar: (_, callback) => refuse(callback) },
    analytics: {
      start: nothing,
      addEvent: nothing,
      setCommonProperties: nothing,
      setCommonPropsCallback: nothing,
      addFilterType: nothing,
    },
  };
}
