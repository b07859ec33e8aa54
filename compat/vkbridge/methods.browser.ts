// The vendor's methods on our SDK.
import type { Sdk } from '#sdk/sdk.ts';
import { createAdBreaks, type AdBreakFailure } from '../kit/ad-breaks.browser.ts';
import { createGameEvents } from '../kit/game-events.browser.ts';
import type { PageLink } from '../kit/page-link.browser.ts';
import { readOptions } from '../kit/read-options.browser.ts';
import { vibrate } from '../kit/vibrate.browser.ts';
import { createPlayer } from './player.browser.ts';
import { createStorage } from './storage.browser.ts';
import type { VkMethods } from './vendor-types.ts';
import { rejectWith, type VkErrorCode } from './vk-error.browser.ts';

export function createMethods(sdk: Sdk, page: PageLink['page']): VkMethods {
  const events = createGameEvents(async () => sdk);
  return {
    // VK shows the app from here on.
    VKWebAppInit: async () => {
      events.loadingStop();
      return { result: true };
    },
    ...createPlayer(sdk),
    ...createStorage(sdk),
    ...createAds(sdk),
    ...createDialogs(sdk, page),
    VKWebAppTrackEvent: async ({ event_name, event_params }) => {
      if (typeof event_name !== 'string' || event_name === '') return rejectWith(5);
      await sdk.stats.event(event_name.slice(0, 100), readScalars(event_params));
      return { result: true };
    },
    VKWebAppSetLocation: async ({ location }) => {
      if (typeof location !== 'string') return rejectWith(5);
      await sdk.platform.setUrlHash(location.slice(0, 1000));
      return { result: true };
    },
    VKWebAppCopyText: async ({ text }) =>
      typeof text === 'string' ? confirmed(sdk.ui.copyText(text.slice(0, 10_000)), 6) : rejectWith(5),
    VKWebAppTapticImpactOccurred: ({ style }) => felt(style === 'heavy' ? 40 : style === 'medium' ? 20 : 10),
    VKWebAppTapticNotificationOccurred: ({ type }) => felt(type === 'success' ? [10, 50, 10] : [20, 50, 20, 50, 20]),
    VKWebAppTapticSelectionChanged: () => felt(5),
    VKWebAppGetGeodata: async () => ({ available: 0 }),
    VKWebAppFlashGetInfo: async () => ({ is_available: false, level: 0 }),
    VKWebAppCheckSurvey: async () => ({ result: false }),
    VKWebAppAddToHomeScreenInfo: async () => ({ is_feature_supported: false, is_added_to_home_screen: false }),
  };
}

/** Methods that are ours on VK too: VK's own would pass by the portal's ads, saves, orders and tokens. */
export const isAlwaysOurs = (method: string): boolean =>
  /^VKWebApp(Init|GetLaunchParams|Storage\w+|\w+NativeAds|\w+BannerAd|ShowOrderBox)$/.test(method);

function createAds(sdk: Sdk): VkMethods {
  const breaks = createAdBreaks(() => sdk);
  let banner = describeBanner();
  return {
    VKWebAppCheckNativeAds: async ({ ad_format }) => ({
      result: await (ad_format === 'reward' ? sdk.ads.rewardedReady() : sdk.ads.interstitialReady()),
    }),
    VKWebAppShowNativeAds: ({ ad_format }) =>
      new Promise((resolve, reject) => {
        void breaks.show(ad_format === 'reward' ? 'rewarded' : 'interstitial', {
          started: () => undefined,
          finished: () => resolve({ result: true }),
          failed: (reason) => void rejectWith(adErrors[reason]).catch(reject),
        });
      }),
    VKWebAppShowBannerAd: async ({ banner_location }) => {
      const { shown } = await sdk.ads.showBanner();
      if (!shown) return rejectWith(20);
      return (banner = describeBanner(true, banner_location));
    },
    VKWebAppHideBannerAd: async () => {
      const wasShown = banner.result;
      banner = describeBanner();
      return { ...banner, result: wasShown && (await sdk.ads.hideBanner()).hidden };
    },
    VKWebAppCheckBannerAd: async () => banner,
  };
}

const adErrors: Readonly<Record<AdBreakFailure, VkErrorCode>> = { unfilled: 20, busy: 10, skipped: 4, error: 1 };

/** The portal's banner takes no room of the game. */
const describeBanner = (result = false, location?: unknown) => ({
  result,
  banner_width: 0,
  banner_height: 0,
  banner_location: location === 'top' ? ('top' as const) : ('bottom' as const),
  layout_type: 'resize' as const,
  height_type: 'compact' as const,
});

function createDialogs(sdk: Sdk, { playUrl, board }: PageLink['page']): VkMethods {
  return {
    VKWebAppShowOrderBox: async ({ item }) => {
      const { transactionId } = await sdk.payments.purchase(typeof item === 'string' ? item : '');
      // VK knows no second step: the game grants the item now. A game with a server gets a delivery instead.
      await sdk.payments.consume(transactionId).catch(() => undefined);
      // VK's types have `status`; on the web it sends `success`.
      const paid = { success: true, status: 'success' as const, order_id: transactionId };
      return paid;
    },
    VKWebAppShowLeaderBoardBox: async ({ user_result }) => {
      if (board === undefined) return rejectWith(6);
      const score = Number(user_result);
      if (Number.isFinite(score)) await sdk.leaderboards.submit(board, score);
      await sdk.leaderboards.show(board);
      return { success: true };
    },
    VKWebAppShowInviteBox: async () => {
      const { outcome } = await sdk.friends.invite();
      return outcome === 'invited' ? { success: true } : rejectWith(outcome === 'cancelled' ? 4 : 6);
    },
    VKWebAppShare: async ({ link }) => {
      const { outcome } = await sdk.ui.shareLink(toShared(link, playUrl));
      return outcome === 'shared' ? [{ type: 'other' }] : rejectWith(outcome === 'cancelled' ? 4 : 6);
    },
    VKWebAppAddToFavorites: () => confirmed(sdk.platform.addToFavorites(), 4),
    VKWebAppJoinGroup: () => confirmed(sdk.platform.joinCommunity(), 4),
    VKWebAppAllowNotifications: () => confirmed(sdk.push.register(), 4),
  };
}

/** A link to the game on VK becomes one to the game here. */
function toShared(link: unknown, playUrl: string): string {
  if (typeof link !== 'string' || link === '') return playUrl;
  const [, hash] = /^https?:\/\/(?:m\.)?vk\.(?:com|ru)\/app\d+[^#]*(#.*)?$/.exec(link) ?? ['', link];
  return hash === link ? link : playUrl + (hash ?? '');
}

const confirmed = async (done: Promise<boolean>, otherwise: VkErrorCode): Promise<{ result: true }> =>
  (await done) ? { result: true } : rejectWith(otherwise);

const felt = (pattern: number | number[]): Promise<{ result: true }> => confirmed(Promise.resolve(vibrate(pattern)), 6);

const readScalars = (given: unknown): Record<string, string | number | boolean> =>
  Object.fromEntries(
    Object.entries(readOptions(given as Record<string, unknown>)).filter(
      (entry): entry is [string, string | number | boolean] =>
        ['string', 'number', 'boolean'].includes(typeof entry[1]),
    ),
  );
