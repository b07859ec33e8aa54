// A game on VK. What the page or the app of VK cannot do here is a group that is not there.
import {
  browserHalf,
  PlatformError,
  type AdUnit,
  type BrowserHost,
  type Groups,
  type PlatformPlayer,
} from '../port.browser.ts';
import { createTokens, type AccessTokens } from './access-token.browser.ts';
import { openBridge, personMs, prefix, type VkBridge } from './bridge-client.browser.ts';
import { fieldsOf, isDone, textOf } from './fields-of.browser.ts';
import { readLaunch, type Launch } from './launch.browser.ts';
import { apiVersion, personOf } from './person-of.browser.ts';
import type { vkontaktecom } from './platform.ts';

type Host = BrowserHost<typeof vkontaktecom>;

export const half = browserHalf<typeof vkontaktecom>({
  async connect(host) {
    const appId = host.data?.AppId;
    if (appId === undefined) throw new PlatformError('Unknown', 'No AppId');
    const launch = readLaunch(host.launchUrl);
    let { payload } = launch;
    const bridge = await begin(host, ({ on }) => {
      on('ViewHide', () => host.news.focus(false));
      on('ViewRestore', () => host.news.focus(true));
      on('ChangeFragment', ({ location }) => void (payload = textOf(location).replace(/^#/, '')));
    });
    const tokens = createTokens(bridge, appId, launch);
    // Whoever keeps the profile from us plays without a name.
    const profiled = bridge.attempt('GetUserInfo');
    const [profile] = await Promise.all([profiled, bridge.learnMethods(), tokens.begin()]);
    return {
      ...groupsOf(host, bridge, launch, tokens),
      login: async () => (launch.userId === undefined ? undefined : { QueryString: launch.query }),
      player: (account): PlatformPlayer => {
        const person = personOf(profile);
        const accessToken = tokens.current();
        return {
          ...person,
          userId: launch.userId ?? '',
          displayName: person.displayName || (account?.name ?? ''),
          socialLocale: launch.language,
          ...(isDirect(host) && { socialFlavor: 'vkcom-direct' }),
          vkcom: { appId, defaultApiVersion: apiVersion, ...(accessToken !== undefined && { accessToken }) },
        };
      },
      get payload() {
        return payload ?? '';
      },
      language: launch.language,
      dispose: bridge.close,
    };
  },
});

const failed = 'Failed to initiialize vk bridge';
// VK takes an app that says nothing for half a minute for a broken one.
const initMs = 20_000;

async function begin(host: Host, listen: (bridge: VkBridge) => void): Promise<VkBridge> {
  let bridge: VkBridge | undefined;
  try {
    bridge = openBridge(host, host.data?.FrameOrigin);
    listen(bridge);
    await bridge.send('Init', {}, initMs);
    return bridge;
  } catch (cause) {
    bridge?.close();
    throw new PlatformError(cause instanceof PlatformError ? cause.code : 'Unknown', failed, { cause });
  }
}

function groupsOf(host: Host, bridge: VkBridge, launch: Launch, tokens: AccessTokens): Groups<undefined, undefined> {
  const { log, data } = host;
  const can = bridge.supports;
  const group = Number(data?.GroupId);
  const agrees = async (method: string, params?: object): Promise<boolean> =>
    (await later()).agrees(bridge, method, params);
  return {
    ...(can('ShowOrderBox') &&
      !launch.isApple &&
      !launch.isInOdnoklassniki && {
        purchases: { pay: async (order) => (await later()).payByOrderBox(bridge, order) },
      }),
    ...(can('ShowNativeAds', 'CheckNativeAds') && {
      video: adUnit(bridge, 'video', host),
      interstitial: adUnit(bridge, 'interstitial', host),
    }),
    ...(can('ShowBannerAd', 'HideBannerAd') && {
      banner: {
        show: async () => (await later()).banner(bridge).show(),
        hide: async () => (await later()).banner(bridge).hide(),
      },
    }),
    ...(can('GetAuthToken', 'CallAPIMethod') && {
      friends: { list: async () => (await later()).listFriends(bridge, tokens) },
    }),
    ...(can('ShowInviteBox', 'ShowRequestBox') && {
      invites: { invite: async ({ message, uids }) => (await later()).invite(bridge, message, uids) },
    }),
    ...(can('Share') && { share: { share: async ({ link, title }) => (await later()).share(bridge, link, title) } }),
    ...(can('AddToFavorites') && {
      favorites: { add: async () => launch.isFavorite || agrees('AddToFavorites') },
    }),
    ...(can('JoinGroup') && group > 0 && { community: { join: () => agrees('JoinGroup', { group_id: group }) } }),
    ...(can('Recommend') && {
      reviews: {
        canAsk: async () => true,
        ask: async () => (await later()).recommend(bridge, log),
        info: async () => ({ available: false }),
      },
    }),
    ...(can('CopyText') && {
      clipboard: { copy: async (text) => isDone(await bridge.attempt('CopyText', { text })) },
    }),
    ...(can('TrackEvent') && {
      stats: {
        vkcom: (event_name, event_params) => void bridge.attempt('TrackEvent', { event_name, event_params }),
      },
    }),
    native: {
      bridgeMethod: 'SendVkBridge',
      send: async (method, params) => {
        const { isAllowedMethod } = await later();
        if (isAllowedMethod(method)) return bridge.send(method.slice(prefix.length), fieldsOf(params), personMs);
        throw new PlatformError('NotSupported', `${method} is not passed on to VK`);
      },
    },
  };
}

/** What nobody waits for at the start is loaded beside the game. */
const later = () => import('./later.browser.ts');

function adUnit(bridge: VkBridge, kind: 'video' | 'interstitial', { news, log }: Host): AdUnit {
  const unit = later().then((loaded) => loaded.adUnit(bridge, kind, news));
  unit.catch((error: unknown) => log.warn('The part for advertisements could not be loaded', error));
  return { ready: async () => (await unit).ready(), show: async () => (await unit).show() };
}

/** Whether the game is played on VK's own page, and not in a part of it that frames others. */
function isDirect({ window, data }: Host): boolean {
  const page = (window.location.ancestorOrigins as DOMStringList | undefined)?.[0] ?? window.document.referrer;
  const hosts = data?.DirectHosts ?? ['vk.com', 'vk.ru'];
  return URL.canParse(page) && hosts.includes(new URL(page).hostname);
}
