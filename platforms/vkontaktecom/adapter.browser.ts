// A game on VK. What the page or the app of VK cannot do here is a group that is not there.
import { defineBrowserAdapter, PlatformError, type CreatedOrder, type BrowserPaymentHint } from '../port.browser.ts';
import { seeFault, startClient } from '../kit/attempt.browser.ts';
import { readText } from '../kit/fields.browser.ts';
import { isFramedBy } from '../kit/frame.browser.ts';
import { describePlayer } from '../kit/person.browser.ts';
import { createAds } from './ads.browser.ts';
import { openClient, readLaunch, type VkClient } from './client.browser.ts';
import type { vkontaktecom } from './platform.ts';
import { apiVersion, createSocial, describeUser, openTokens } from './social.browser.ts';

// VK answers at once; a player who waits longer looks at nothing.
const initMs = 8000;

export const adapter = defineBrowserAdapter<typeof vkontaktecom>({
  async connect(host) {
    const { AppId: appId, DirectHosts: directHosts = ['vk.com', 'vk.ru'] } = host.data ?? {};
    if (appId === undefined) throw new PlatformError('Unknown', 'No AppId');
    const launch = readLaunch(host.launchUrl);
    let { payload } = launch;
    const client = await startClient(
      'Failed to initiialize vk bridge',
      () => openClient(host),
      ({ on, call }) => {
        on('ViewHide', () => host.events.focus(false));
        on('ViewRestore', () => host.events.focus(true));
        on('ChangeFragment', ({ location }) => void (payload = readText(location).replace(/^#/, '')));
        return call('Init', {}, initMs);
      },
    );
    const [profile, tokens] = await Promise.all([
      // Whoever keeps the profile from us plays without a name.
      client.tryCall('GetUserInfo'),
      openTokens(client, appId, launch),
      client.learnMethods(),
    ]);
    const canBuy = launch.takesVotes && client.supports('ShowOrderBox');
    return {
      ...createAds(host, client),
      ...createSocial(host, client, launch, tokens),
      purchases: canBuy ? { pay: (order) => payByOrderBox(client, order) } : undefined,
      login: async () => (launch.userId === undefined ? undefined : { QueryString: launch.query }),
      player(account) {
        const { userId = '', language } = launch;
        const accessToken = tokens.current();
        return {
          ...describePlayer({ ...describeUser(profile), userId, otherName: account?.name, language }),
          // On VK's own page, and not in a part of it that frames others.
          ...(isFramedBy(host.window, directHosts) && { socialFlavor: 'vkcom-direct' }),
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

/** What VK's order box answers is a hint: VK tells the server, and on some clients it rejects what was paid. */
async function payByOrderBox({ ask }: VkClient, { orderId }: CreatedOrder): Promise<BrowserPaymentHint> {
  try {
    const { success, status } = await ask('ShowOrderBox', { type: 'item', item: orderId });
    // A status is what VK's own types promise; pages have been seen with either of the two.
    if (success === true || status === 'success' || status === 'charged') return { outcome: 'completed' };
    return status === 'cancel'
      ? { outcome: 'cancelled', message: 'User denied' }
      : { outcome: 'failed', message: 'Vkontakte responded with error' };
  } catch (error) {
    return seeFault(error);
  }
}
