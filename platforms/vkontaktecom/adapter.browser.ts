// A game on VK. A capability that VK's page or app doesn't support here is absent.
import { defineBrowserAdapter, PlatformError, type CreatedOrder, type BrowserPaymentHint } from '../port.browser.ts';
import { convertErrorToPaymentHint, startPlatformClient } from '../kit/waiting.browser.ts';
import { readUntrustedText } from '../kit/fields.browser.ts';
import { isFramedBy } from '../kit/frame.browser.ts';
import { describePlayer } from '../kit/person.browser.ts';
import { createAds } from './ads.browser.ts';
import { openClient, readLaunch, vkMethodPrefix, type VkClient } from './client.browser.ts';
import type { vkontaktecom } from './platform.ts';
import { apiVersion, createSocial, describeUser, nativeEvents, trackVkAccessToken } from './social.browser.ts';

// VK responds at once; a longer wait would only show an empty page.
const initMs = 8000;

export const adapter = defineBrowserAdapter<typeof vkontaktecom>({
  async connect(host) {
    const { AppId: appId, DirectHosts: directHosts = ['vk.com', 'vk.ru'] } = host.data ?? {};
    if (appId === undefined) throw new PlatformError('Unknown', 'No AppId');
    const launch = readLaunch(host.launchUrl);
    let { payload } = launch;
    const client = await startPlatformClient(
      'Failed to initiialize vk bridge',
      () => openClient(host),
      ({ on, call }) => {
        on('ViewHide', () => host.events.focus(false));
        on('ViewRestore', () => host.events.focus(true));
        for (const name of nativeEvents.split(' '))
          on(name, (news) => host.events.sdkEvent(vkMethodPrefix + name, news));
        on('ChangeFragment', ({ location }) => void (payload = readUntrustedText(location).replace(/^#/, '')));
        return call('Init', {}, initMs);
      },
    );
    const [profile, tokens] = await Promise.all([
      // A player who denies access to the profile plays without a name.
      client.tryCall('GetUserInfo'),
      trackVkAccessToken(client, appId, launch),
      client.learnMethods(),
    ]);
    const canBuy = launch.takesVotes && client.supports('ShowOrderBox');
    return {
      ...createAds(host, client),
      ...createSocial(host, client, launch, tokens),
      purchases: canBuy ? { pay: (order) => payByOrderBox(client, order) } : undefined,
      storage: client.supports('StorageSet', 'StorageGet')
        ? { open: async () => (await import('./storage.browser.ts')).openStorage(host, client) }
        : undefined,
      login: async () => (launch.userId === undefined ? undefined : { QueryString: launch.query }),
      player(account) {
        const { userId = '', language } = launch;
        const accessToken = tokens.current();
        return {
          ...describePlayer({ ...describeUser(profile), userId, fallbackName: account?.name, language }),
          // On VK's own page, not in a part of it that frames other sites.
          ...(isFramedBy(host.window, directHosts) && { socialFlavor: 'vkcom-direct' }),
          vkcom: { appId, defaultApiVersion: apiVersion, ...(accessToken !== undefined && { accessToken }) },
        };
      },
      // VK passes the fragment on to the game.
      gameUrl: (given) => `https://vk.com/app${appId}${given && `#${encodeURIComponent(given)}`}`,
      get payload() {
        return payload;
      },
      language: launch.language,
      dispose: client.close,
    };
  },
});

/** The order box's result is a hint: VK notifies the server, and some clients report an error for a paid order. */
async function payByOrderBox({ callDialog }: VkClient, { orderId }: CreatedOrder): Promise<BrowserPaymentHint> {
  try {
    const { success, status } = await callDialog('ShowOrderBox', { type: 'item', item: orderId });
    // VK's types document `status`; some pages send `success` instead.
    if (success === true || status === 'success' || status === 'charged') return { outcome: 'completed' };
    return status === 'cancel'
      ? { outcome: 'cancelled', message: 'User denied' }
      : { outcome: 'failed', message: 'Vkontakte responded with error' };
  } catch (error) {
    return convertErrorToPaymentHint(error);
  }
}
