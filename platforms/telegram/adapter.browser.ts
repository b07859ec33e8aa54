// A game as a Telegram Mini App. A capability that the client is too old for is absent.
import {
  defineBrowserAdapter,
  PlatformError,
  type BrowserHost,
  type CapabilitiesOf,
  type BrowserPaymentHint,
} from '../port.browser.ts';
import { tryOrFallback, personDecisionTimeoutMs } from '../kit/waiting.browser.ts';
import { readUntrustedText, type UntrustedFields } from '../kit/fields.browser.ts';
import { createInsetTracker, lockOrientation, readPageColour } from '../kit/page.browser.ts';
import { describePlayer, describePerson } from '../kit/person.browser.ts';
import { createAds } from './ads.browser.ts';
import { openClient, readLaunch, type TelegramLaunch, type TelegramClient } from './client.browser.ts';
import type { telegram } from './platform.ts';

type Host = BrowserHost<typeof telegram>;

export const adapter = defineBrowserAdapter<typeof telegram>({
  async connect(host) {
    const launch = readLaunch(host.launchUrl);
    const { user, initData, payload } = launch;
    if (typeof user['id'] !== 'number') throw new PlatformError('Unknown', 'Telegram user is missing!');
    const client = openClient(host);
    client.on('reload_iframe', () => {
      client.post('iframe_will_reload');
      host.reload();
    });
    client.on('visibility_changed', ({ is_visible: isVisible }) => host.events.focus(isVisible === true));
    // The content area lies within the safe area.
    const insets = createInsetTracker(host);
    for (const part of ['safe_area_changed', 'content_safe_area_changed'])
      client.on(part, (edges) => insets.set(part, edges));
    client.post('iframe_ready', { reload_supported: true });
    fitPage(host, client, launch);
    const setLock = (locked: boolean): void => client.post('web_app_toggle_orientation_lock', { locked });
    const unlock = canHold(launch) ? lockOrientation(host, setLock) : undefined;
    const language = readUntrustedText(user['language_code'], 20);
    return {
      ...createGroups(host, client, launch),
      login: async () => ({ InitData: initData }),
      player: () =>
        describePlayer({
          userId: String(user['id']),
          ...describePerson(user['first_name'], user['last_name'], user['photo_url'], 320),
          fallbackName: readUntrustedText(user['username']),
          language,
        }),
      gameUrl: (given) => buildAppUrl(host, given),
      ...(payload !== undefined && { payload }),
      ...(language !== '' && { language }),
      insets: insets.read,
      dispose() {
        unlock?.();
        client.close();
      },
    };
  },
});

/** Telegram passes on only such a payload; any other is left out. */
const isStartParameter = /^[\w-]{1,512}$/;

function buildAppUrl({ data }: Host, payload: string): string | undefined {
  const { BotName, AppName } = data ?? {};
  if (BotName === undefined) return undefined;
  const start = isStartParameter.test(payload) ? `=${payload}` : '';
  return `https://t.me/${BotName}${AppName ? `/${AppName}` : ''}?startapp${start}`;
}

function createGroups(host: Host, client: TelegramClient, launch: TelegramLaunch): CapabilitiesOf<typeof telegram> {
  const { Community } = host.data ?? {};
  const app = buildAppUrl(host, `invite_${String(launch.user['id'])}`);
  const can = (major: number, minor: number): boolean => client.isConnected && launch.isAtLeast(major, minor);
  // Opens a Telegram link in the app. Telegram reports no result.
  const openLink = (path: string): void => client.post('web_app_open_tg_link', { path_full: path });
  const share = (url: string, text: string): void =>
    openLink(`/share/url?${new URLSearchParams({ url, text }).toString().replaceAll('+', '%20')}`);
  const confirmClosing = (isNeeded: boolean) => () =>
    client.post('web_app_setup_closing_behavior', { need_confirmation: isNeeded });
  return {
    ...createAds(host),
    purchases: can(6, 1) ? { pay: ({ reply }) => payInvoice(reply.InvoiceUrl, client, launch) } : undefined,
    // Telegram opens its list of chats and reports nothing: opening it counts as success.
    share: can(6, 1)
      ? { share: async ({ link, title }) => (share(link, title), { outcome: 'shared' as const }) }
      : undefined,
    invites:
      can(6, 1) && app !== undefined
        ? { invite: async ({ message }) => (share(app, message), { outcome: 'invited' as const }) }
        : undefined,
    community:
      can(6, 1) && Community !== undefined ? { join: async () => (openLink(`/${Community}`), true) } : undefined,
    favorites: can(8, 0) ? { add: () => addToHomeScreen(host, client) } : undefined,
    storage: can(6, 9)
      ? { open: async () => (await import('./storage.browser.ts')).openStorage(host, client) }
      : undefined,
    lifecycle: can(6, 2) ? { started: confirmClosing(true), stopped: confirmClosing(false) } : undefined,
  };
}

/**
 * Telegram's invoice sheet. The first event counts: the macOS client reports `cancelled` after `paid`, and may report
 * nothing when the sheet is closed, so the wait has a timeout. None of it is proof.
 */
async function payInvoice(url: string, client: TelegramClient, launch: TelegramLaunch): Promise<BrowserPaymentHint> {
  // Matches `https://t.me/$slug` and `https://t.me/invoice/slug`.
  const slug = /^https:\/\/t\.me\/(?:\$|invoice\/)([\w=-]+)$/.exec(url)?.[1];
  if (slug === undefined) throw new PlatformError('Unknown', 'The invoice has no valid URL. Start the purchase again.');
  // Checks that the client responds at all: otherwise the wait for the sheet would last as long as a person may take.
  const requestTheme = (): void => client.post('web_app_request_theme');
  await client.wait("Telegram's client", 5000, { theme_changed: () => true }, requestTheme);
  const status = await client.wait(
    "Telegram's invoice",
    launch.client === 'macos' ? 2 * 60_000 : personDecisionTimeoutMs,
    { invoice_closed: (closed) => (closed['slug'] === slug ? String(closed['status']) : undefined) },
    () => client.post('web_app_open_invoice', { slug }),
  );
  if (status === 'paid' || status === 'pending') return { outcome: 'completed' };
  if (status === 'cancelled') return { outcome: 'cancelled', message: 'The invoice was closed' };
  return { outcome: 'failed', message: `The invoice ended as ${status}` };
}

/** Not every client reports success; without a report it counts as not added, and the game may ask again. */
function addToHomeScreen({ log }: Host, client: TelegramClient): Promise<boolean> {
  const readChecked = ({ status }: UntrustedFields): boolean | undefined => {
    if (status === 'added' || status === 'unsupported') return status === 'added';
    client.post('web_app_add_to_home_screen');
    return undefined;
  };
  return tryOrFallback(log, 'The home screen of Telegram', false, () =>
    client.wait(
      "Telegram's answer about the home screen",
      60_000,
      { home_screen_checked: readChecked, home_screen_added: () => true, home_screen_failed: () => false },
      () => client.post('web_app_check_home_screen'),
    ),
  );
}

function fitPage({ window, orientation }: Host, client: TelegramClient, launch: TelegramLaunch): void {
  client.post('web_app_ready');
  client.post('web_app_expand');
  const color = readPageColour(window);
  if (color && launch.isAtLeast(6, 9))
    for (const part of ['header', 'background']) client.post(`web_app_set_${part}_color`, { color });
  if (launch.isAtLeast(7, 7)) client.post('web_app_setup_swipe_behavior', { allow_vertical_swipe: false });
  // On a phone in landscape Telegram's bar takes a fifth of the height.
  if (canHold(launch) && orientation === 'landscape') client.post('web_app_request_fullscreen');
  if (!launch.isAtLeast(8, 0)) return;
  client.post('web_app_request_safe_area');
  client.post('web_app_request_content_safe_area');
}

const canHold = ({ client, isAtLeast }: TelegramLaunch): boolean => isAtLeast(8, 0) && /^(android|ios)/.test(client);
