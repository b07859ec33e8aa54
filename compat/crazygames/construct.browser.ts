// The vendor's wrappers for Construct 3, whose event sheets call `ConstructCrazySDK` or, in version 1, `crazysdk`.
import { readList } from '../kit/read-options.browser.ts';
import type { CrazyCore } from './core.browser.ts';
import { describeAdFailure } from './describe-ad-failure.browser.ts';
import type {
  AdType,
  ConstructBanner,
  ConstructCrazySdk,
  ConstructCrazySdkV1,
  CrazySdkV1,
  CrazySdkV3,
} from './vendor-types.ts';

/** For `Construct3CrazySDK-v3.js`. Its modules throw before `init`. */
export function createConstructV3(core: CrazyCore, sdk: CrazySdkV3): ConstructCrazySdk {
  let isInitialized = false;
  const ready = <T>(value: T): T => {
    if (!isInitialized) throw new Error('CrazySDK is not initialized');
    return value;
  };
  return {
    get isInitialized() {
      return isInitialized;
    },
    ensureInitialized: () => ready(undefined),
    init: async () => {
      await sdk.init();
      isInitialized = true;
    },
    get ad() {
      return ready({
        requestAd: (type: AdType) => waitForAd(core, type),
        hasAdblock: () => sdk.ad.hasAdblock(),
      });
    },
    get banner() {
      return ready({
        requestBanners: async (list: readonly ConstructBanner[]) =>
          sdk.banner.requestOverlayBanners(readList(list).map(toOverlay)),
        hideAllBanners: async () => sdk.banner.requestOverlayBanners([]),
      });
    },
    get game() {
      return ready(sdk.game);
    },
    get user() {
      return ready(sdk.user);
    },
    get data() {
      return ready(sdk.data);
    },
  };
}

/** For `Construct3CrazySDK.js`: version 1 with calls that return promises. It connects by itself. */
export function createConstructV1(core: CrazyCore, sdk: CrazySdkV1): ConstructCrazySdkV1 {
  let isRequested = false;
  sdk.init();
  return {
    ...sdk,
    displayAd: (type) => {
      if (isRequested || (type !== 'midgame' && type !== 'rewarded')) return undefined;
      isRequested = true;
      // The wrapper resolves for every outcome.
      return core
        .init()
        .then(() => waitForAd(core, type))
        .catch(() => undefined)
        .finally(() => (isRequested = false));
    },
    hasAdBlock: async () => false,
    displayBanners: (list) => {
      for (const { id } of readList(list))
        void core
          .init()
          .then(() => core.banners.request(id, false))
          .catch(() => undefined);
    },
    removeBanner: (id) => sdk.clearBanner(id),
    getInviteParameter: (name) => sdk.getInviteParam(name) ?? '',
  };
}

const toOverlay = ({ id = '', width = 0, height = 0 }: Partial<ConstructBanner>) => ({
  id,
  size: `${width}x${height}`,
});

const waitForAd = (core: CrazyCore, type: unknown): Promise<void> =>
  new Promise((resolve, reject) => {
    core
      .showAd(type, {
        started: () => undefined,
        finished: () => resolve(),
        // A text, as the wrapper's.
        failed: (reason) => reject(`Failed to display ${String(type)} ad, error: ${describeAdFailure(reason)[1]}`),
      })
      .catch(reject);
  });
