// A game as a Mini App of Telegram. What the client is too old for is a group that is not there.
import { browserHalf, PlatformError, type BrowserHost, type Groups, type PlatformPlayer } from '../port.browser.ts';
import { createAdUnit } from './ads.browser.ts';
import { openChannel, type Channel } from './channel.browser.ts';
import { dressPage } from './dress-page.browser.ts';
import { readLaunch, type Launch, type TelegramUser } from './launch.browser.ts';
import { payInvoice } from './pay-invoice.browser.ts';
import type { telegram } from './platform.ts';

type Host = BrowserHost<typeof telegram>;

export const half = browserHalf<typeof telegram>({
  async connect(host) {
    const launch = readLaunch(host.launchUrl);
    const { user, initData, startParameter } = launch;
    if (!user) throw new PlatformError('Unknown', 'Telegram user is missing!');
    const channel = openChannel(host.window, host.data?.FrameOrigin);
    channel.on('reload_iframe', () => {
      channel.post('iframe_will_reload');
      host.reload();
    });
    channel.post('iframe_ready', { reload_supported: true });
    const page = dressPage(host, channel, launch);
    return {
      ...groupsOf(host, channel, launch, user),
      login: async () => ({ InitData: initData }),
      player: () => playerOf(user),
      ...(startParameter !== undefined && { payload: startParameter }),
      ...(user.language !== undefined && { language: user.language }),
      insets: () => page.insets(),
      dispose() {
        page.dispose();
        channel.dispose();
      },
    };
  },
});

function groupsOf(host: Host, channel: Channel, launch: Launch, user: TelegramUser): Groups<undefined, Invoice> {
  const { BotName, AppName, Community, AdsgramBlockId, AdsgramInterstitialId, AdsgramUrl } = host.data ?? {};
  // Telegram opens addresses of its own for the app, and says nothing about what came of it.
  const hasLinks = channel.isConnected && launch.isAtLeast('6.1');
  const openLink = (path: string): void => channel.post('web_app_open_tg_link', { path_full: path });
  const share = (url: string, text: string): void =>
    openLink(`/share/url?${new URLSearchParams({ url, text }).toString().replaceAll('+', '%20')}`);
  const confirmClosing = (isNeeded: boolean): void =>
    channel.post('web_app_setup_closing_behavior', { need_confirmation: isNeeded });
  const adUnit = (kind: 'video' | 'interstitial', blockId: string) =>
    createAdUnit(host, { kind, blockId, scriptUrl: AdsgramUrl });
  return {
    ...(hasLinks && {
      purchases: { pay: ({ reply }) => payInvoice(reply.InvoiceUrl, host, channel, launch.client) },
      share: { share: async ({ link, title }) => share(link, title) },
    }),
    ...(hasLinks &&
      BotName !== undefined && {
        invites: {
          async invite({ message }) {
            share(`https://t.me/${BotName}${AppName ? `/${AppName}` : ''}?startapp=invite_${user.id}`, message);
            return 1;
          },
        },
      }),
    ...(hasLinks &&
      Community !== undefined && {
        community: {
          async join() {
            openLink(`/${Community}`);
            return true;
          },
        },
      }),
    ...(channel.isConnected && launch.isAtLeast('8.0') && { favorites: { add: () => addToHomeScreen(host, channel) } }),
    ...(channel.isConnected &&
      launch.isAtLeast('6.2') && {
        lifecycle: { started: () => confirmClosing(true), stopped: () => confirmClosing(false) },
      }),
    ...(AdsgramBlockId !== undefined && { video: adUnit('video', AdsgramBlockId) }),
    ...(AdsgramInterstitialId !== undefined && { interstitial: adUnit('interstitial', AdsgramInterstitialId) }),
  };
}

interface Invoice {
  readonly InvoiceUrl: string;
}

/** Not every client tells that it was added: then it counts as not added, and the game may ask again. */
async function addToHomeScreen(host: Host, channel: Channel): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const stops = [
    channel.on('home_screen_checked', ({ status }) => {
      if (status === 'added') resolve(true);
      else if (status === 'unsupported') resolve(false);
      else channel.post('web_app_add_to_home_screen');
    }),
    channel.on('home_screen_added', () => resolve(true)),
    channel.on('home_screen_failed', () => resolve(false)),
  ];
  try {
    channel.post('web_app_check_home_screen');
    return await host.inTime("Telegram's answer about the home screen", promise, 60_000);
  } catch (error) {
    host.log.warn('Telegram does not say whether the game is on the home screen', error);
    return false;
  } finally {
    for (const stop of stops) stop();
  }
}

function playerOf({ id, firstName, lastName, username, language, photoUrl }: TelegramUser): PlatformPlayer {
  return {
    userId: String(id),
    displayName: `${firstName} ${lastName}`.trim().slice(0, 160) || username,
    firstName,
    lastName,
    gender: 'unspecified',
    // Telegram's own size for these.
    ...(photoUrl !== undefined && { photo: { url: photoUrl, width: 320, height: 320 } }),
    ...(language !== undefined && { socialLocale: language }),
  };
}
