import type { Sdk } from '#sdk/sdk.ts';
import { readOptions } from '../kit/read-options.browser.ts';
import { reject, rethrow } from './bridge-error.browser.ts';
import { resolveOptions, type BridgeHost } from './host.browser.ts';
import type { BridgeSocial } from './vendor-types.ts';

export function createSocial({ page, sdk }: BridgeHost): BridgeSocial {
  const isOn = (): boolean => sdk() !== undefined;
  const has = (capability: Parameters<Sdk['capabilities']['has']>[0]): boolean =>
    sdk()?.capabilities.has(capability) ?? false;
  /** Rejects unless the player has done it. */
  const ask = async (run: (opened: Sdk) => Promise<boolean>): Promise<void> => {
    const opened = sdk();
    if (!opened || !(await run(opened).catch(rethrow))) return reject('The player has not done it, or cannot here.');
  };
  const unavailable = (): Promise<never> => reject('Not available here.');
  return {
    get isInviteFriendsSupported() {
      return has('FriendsInvite');
    },
    get isJoinCommunitySupported() {
      return isOn();
    },
    get isShareSupported() {
      return isOn();
    },
    isCreatePostSupported: false,
    isAddToHomeScreenSupported: false,
    isAddToHomeScreenRewardSupported: false,
    get isAddToFavoritesSupported() {
      return isOn();
    },
    isAddToFavoritesRewardSupported: false,
    get isRateSupported() {
      return has('RateApplication');
    },
    get isExternalLinksAllowed() {
      return isOn() && !has('OutgoingLinksForbidden');
    },
    inviteFriends: () => ask(async ({ friends }) => (await friends.invite()).outcome === 'invited'),
    joinCommunity: () => ask(({ platform }) => platform.joinCommunity()),
    share: (options) => {
      const { url, link, text } = readOptions(
        resolveOptions(options) as { url?: unknown; link?: unknown; text?: unknown },
      );
      const target = [url, link].find(isWebAddress) ?? page.playUrl;
      const title = typeof text === 'string' && text !== '' ? { title: text.slice(0, 200) } : {};
      return ask(async ({ ui }) => (await ui.shareLink(target, title)).outcome === 'shared');
    },
    createPost: unavailable,
    addToHomeScreen: unavailable,
    getAddToHomeScreenReward: unavailable,
    addToFavorites: () => ask(({ platform }) => platform.addToFavorites()),
    getAddToFavoritesReward: unavailable,
    rate: () => ask(({ platform }) => platform.requestReview()),
  };
}

const isWebAddress = (value: unknown): value is string => typeof value === 'string' && /^https?:\/\//i.test(value);
