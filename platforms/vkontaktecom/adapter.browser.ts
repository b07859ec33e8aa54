// A game on VK. What the page or the app of VK cannot do here is a group that is not there.
import { browserHalf, PlatformError, type BrowserHost, type Groups } from '../port.browser.ts';
import { personMs } from '../kit/attempt.browser.ts';
import { fieldsOf, textOf } from '../kit/fields.browser.ts';
import { createAdUnit, createVkBanner } from './ads.browser.ts';
import { isDone, openClient, prefix, readLaunch, type Launch, type VkClient } from './client.browser.ts';
import type { vkontaktecom } from './platform.ts';
import { payByOrderBox } from './purchases.browser.ts';
import {
  agrees,
  apiVersion,
  createTokens,
  describeUser,
  invites,
  isAllowedMethod,
  listFriends,
  recommendations,
  share,
  type AccessTokens,
} from './social.browser.ts';

type Host = BrowserHost<typeof vkontaktecom>;

export const half = browserHalf<typeof vkontaktecom>({
  async connect(host) {
    const appId = host.data?.AppId;
    if (appId === undefined) throw new PlatformError('Unknown', 'No AppId');
    const launch = readLaunch(host.launchUrl);
    let { payload } = launch;
    const client = await startClient(host, ({ on }) => {
      on('ViewHide', () => host.news.focus(false));
      on('ViewRestore', () => host.news.focus(true));
      on('ChangeFragment', ({ location }) => void (payload = textOf(location).replace(/^#/, '')));
    });
    const tokens = createTokens(client, appId, launch);
    // Whoever keeps the profile from us plays without a name.
    const profiled = client.attempt('GetUserInfo');
    const [profile] = await Promise.all([profiled, client.learnMethods(), tokens.begin()]);
    return {
      ...groupsOf(host, client, launch, tokens),
      login: async () => (launch.userId === undefined ? undefined : { QueryString: launch.query }),
      player(account) {
        const user = describeUser(profile);
        const accessToken = tokens.current();
        return {
          ...user,
          userId: launch.userId ?? '',
          displayName: user.displayName || (account?.name ?? ''),
          socialLocale: launch.language,
          ...(isDirect(host) && { socialFlavor: 'vkcom-direct' }),
          vkcom: { appId, defaultApiVersion: apiVersion, ...(accessToken !== undefined && { accessToken }) },
        };
      },
      get payload() {
        return payload;
      },
      language: launch.language,
      dispose: client.close,
    };
  },
});

// VK answers at once; a player who waits longer looks at nothing.
const initMs = 8000;

async function startClient(host: Host, listen: (client: VkClient) => void): Promise<VkClient> {
  let client: VkClient | undefined;
  try {
    client = openClient(host);
    listen(client);
    await client.send('Init', {}, initMs);
    return client;
  } catch (cause) {
    client?.close();
    const code = cause instanceof PlatformError ? cause.code : 'Unknown';
    throw new PlatformError(code, 'Failed to initiialize vk bridge', { cause });
  }
}

function groupsOf(host: Host, client: VkClient, launch: Launch, tokens: AccessTokens): Groups<undefined, undefined> {
  const { supports: can, send } = client;
  const group_id = Number(host.data?.GroupId);
  const hasAds = can('ShowNativeAds', 'CheckNativeAds');
  return {
    purchases: launch.takesVotes && can('ShowOrderBox') ? { pay: (order) => payByOrderBox(client, order) } : undefined,
    video: hasAds ? createAdUnit(host, client, 'video') : undefined,
    interstitial: hasAds ? createAdUnit(host, client, 'interstitial') : undefined,
    banner: can('ShowBannerAd', 'HideBannerAd') ? createVkBanner(host, client) : undefined,
    friends: can('GetAuthToken', 'CallAPIMethod') ? { list: () => listFriends(client, tokens) } : undefined,
    invites: can('ShowInviteBox', 'ShowRequestBox') ? invites(client) : undefined,
    share: can('Share') ? share(client) : undefined,
    favorites: can('AddToFavorites')
      ? { add: async () => launch.isFavorite || agrees(client, 'AddToFavorites') }
      : undefined,
    community: can('JoinGroup') && group_id > 0 ? { join: () => agrees(client, 'JoinGroup', { group_id }) } : undefined,
    reviews: can('Recommend') ? recommendations(host, client) : undefined,
    clipboard: can('CopyText')
      ? { copy: async (text) => isDone(await client.attempt('CopyText', { text })) }
      : undefined,
    stats: can('TrackEvent')
      ? { vkcom: (event_name, event_params) => void client.attempt('TrackEvent', { event_name, event_params }) }
      : undefined,
    native: {
      bridgeMethod: 'SendVkBridge',
      async send(method, params) {
        if (isAllowedMethod(method)) return send(method.slice(prefix.length), fieldsOf(params), personMs);
        throw new PlatformError('NotSupported', `${method} is not passed on to VK`);
      },
    },
  };
}

/** Whether the game is played on VK's own page, and not in a part of it that frames others. */
function isDirect({ window, data }: Host): boolean {
  const page = (window.location.ancestorOrigins as DOMStringList | undefined)?.[0] ?? window.document.referrer;
  const hosts = data?.DirectHosts ?? ['vk.com', 'vk.ru'];
  return URL.canParse(page) && hosts.includes(new URL(page).hostname);
}
