// A game on Steam: in a window that Steam's client started, or in a normal browser, which uses Steam's pages to sign in
// and pay.
import {
  defineBrowserAdapter,
  PlatformError,
  type BrowserHost,
  type CapabilitiesOf,
  type CreatedOrder,
} from '../port.browser.ts';
import type { BrowserPaymentHint, PaymentReplyOf } from '../port.browser.ts';
import {
  tryOrFallback,
  personDecisionTimeoutMs,
  convertErrorToPaymentHint,
  startPlatformClient,
  waitForFirstResult,
} from '../kit/waiting.browser.ts';
import type { ClientChannel } from '../kit/channel.browser.ts';
import { runInviteDialog } from '../kit/dialogs.browser.ts';
import { readUntrustedText, type UntrustedFields } from '../kit/fields.browser.ts';
import { describePerson, describePlayer } from '../kit/person.browser.ts';
import { createReviewCapability } from '../kit/reviews.browser.ts';
import { connectToAppShell } from '../shell.browser.ts';
import { fromSteamLanguage } from './languages.ts';
import { redirectToSteam, consumeReturnedSignIn } from './open-id.browser.ts';
import type { steam } from './platform.ts';

export type SteamBrowserHost = BrowserHost<typeof steam>;
type Order = CreatedOrder<PaymentReplyOf<typeof steam>>;

// The program responds at once; a longer wait would only show an empty page.
const initMs = 8000;

export const adapter = defineBrowserAdapter<typeof steam>({
  async connect(host) {
    const shell = connectToAppShell(host, 'Steam', host.data?.FrameOrigin);
    if (!shell) return connectBrowser(host);
    let about: UntrustedFields = {};
    await startPlatformClient(
      'Steam does not answer',
      () => shell,
      async ({ on, call }) => {
        on('Overlay', ({ isOpen }) => host.events.focus(isOpen !== true));
        about = await call('Init', {}, initMs);
      },
    );
    return connectShell(host, shell, about);
  },
});

function connectShell(host: SteamBrowserHost, shell: ClientChannel, about: UntrustedFields) {
  const { TicketIdentity: identity = 'fxid' } = host.data ?? {};
  const readTicket = async (): Promise<string> =>
    readUntrustedText((await shell.call('GetTicket', { identity }))['ticket']);
  const language = fromSteamLanguage(readUntrustedText(about['language']));
  // Purchases are approved in the overlay.
  const payHere = about['hasOverlay'] === false ? undefined : (order: Order) => payInOverlay(shell, order);
  return {
    ...createGroups(host, (address) => shell.post('OpenPage', { address }), payHere),
    signIn: { open: async () => void (await readTicket()) },
    invites: {
      invite: () =>
        runInviteDialog(host, 'Steam', async () => {
          await shell.callDialog('Invite');
          // Steam doesn't report whom the player invited.
          return undefined;
        }),
    },
    login: async () => {
      const Ticket = await tryOrFallback(host.log, 'A ticket of Steam', '', readTicket);
      return Ticket === '' ? undefined : { Ticket };
    },
    player: (account: { readonly name: string } | undefined) =>
      describePlayer({
        userId: readUntrustedText(about['steamId'], 20),
        ...describePerson(about['personaName'], '', about['avatarUrl'], avatarPx),
        fallbackName: account?.name,
        language,
      }),
    ...(language !== '' && { language }),
    dispose: shell.close,
  };
}

const avatarPx = 184;

function connectBrowser(host: SteamBrowserHost) {
  const returned = consumeReturnedSignIn(host);
  let login = returned && { OpenId: returned.query };
  return {
    ...createGroups(host, (address) => void host.openTab(address)),
    signIn: { open: () => redirectToSteam(host) },
    // Works once.
    login: async () => {
      const brought = login;
      login = undefined;
      return brought;
    },
    player: (account: { readonly name: string } | undefined) =>
      describePlayer({
        userId: returned?.steamId ?? '',
        ...describePerson(account?.name, '', '', 0),
        fallbackName: undefined,
        language: '',
      }),
    dispose: () => undefined,
  };
}

const storePage = (appId: string): string => `https://store.steampowered.com/app/${appId}/`;

function createGroups(
  host: SteamBrowserHost,
  openPage: (address: string) => void,
  payHere?: (order: Order) => Promise<BrowserPaymentHint>,
): CapabilitiesOf<typeof steam> {
  const { data, game, calls, portal } = host;
  let currency: string | undefined;
  let wallet: Promise<void> | undefined;
  const ask = <T>(what: string, call: () => Promise<T>): Promise<T> =>
    call().catch((cause: unknown) => {
      throw new PlatformError('Unknown', `Steam did not return ${what}`, { cause });
    });
  return {
    purchases: {
      async request() {
        // Right after the sign-in the wallet's currency may still be on its way. `restore` reports an error.
        await wallet?.catch(() => undefined);
        return { Session: payHere ? 'Client' : 'Web' };
      },
      get currency() {
        return currency;
      },
      // Steam knows the currency only for signed-in players.
      restore() {
        wallet = ask('a wallet', () => calls.wallet({ Game: game })).then(({ Currency }) => void (currency = Currency));
        return wallet;
      },
      pay: payHere ?? ((order) => payOnPage(host, openPage, order)),
    },
    friends: {
      async list() {
        const { Friends } = await ask('friends', () => calls.friends({ Game: game }));
        return Friends.map(({ SteamId: uid, Name, PhotoUrl }) => ({
          uid,
          gender: 'unspecified' as const,
          ...describePerson(Name, '', PhotoUrl, avatarPx),
        }));
      },
    },
    share: data
      ? { share: (request) => portal.share.share({ ...request, link: storePage(data.AppId) }) }
      : portal.share,
    community: data && { join: async () => (openPage(`https://steamcommunity.com/app/${data.AppId}`), true) },
    reviews:
      data &&
      createReviewCapability(host, {
        title: 'Steam',
        canAsk: async () => true,
        ask: async () => openPage(storePage(data.AppId)),
      }),
  };
}

/**
 * Steam's client shows the dialog by itself and reports the buyer's decision to the program. It is a hint and may be
 * lost.
 */
async function payInOverlay({ callDialog }: ClientChannel, { reply }: Order): Promise<BrowserPaymentHint> {
  try {
    const { isAuthorized } = await callDialog('AwaitPurchase', { orderId: reply.OrderId });
    return isAuthorized === true
      ? { outcome: 'completed' }
      : { outcome: 'cancelled', message: 'The purchase was not approved at Steam' };
  } catch (error) {
    return convertErrorToPaymentHint(error);
  }
}

/** The server reports the result once the buyer returns. */
async function payOnPage(
  host: SteamBrowserHost,
  openPage: (address: string) => void,
  { reply }: Order,
): Promise<BrowserPaymentHint> {
  if (reply.SteamUrl === undefined)
    throw new PlatformError('Unknown', 'Steam returned no payment page. Start the purchase again.');
  openPage(reply.SteamUrl);
  const { window } = host;
  const { document } = window;
  await waitForFirstResult<true>(host, "Steam's page", personDecisionTimeoutMs, (end) => {
    const look = (): void => void (document.hidden || end(true));
    document.addEventListener('visibilitychange', look);
    const timer = window.setTimeout(look, openedMs);
    return () => {
      window.clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
  });
  return { outcome: 'completed' };
}

/** If the game is still visible by then, Steam's page didn't open, or opened in another tab. */
const openedMs = 20_000;
