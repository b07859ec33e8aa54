// A game on Kongregate, through the platform's script. Guests may play, but can't buy and have no friends there.
import { defineBrowserAdapter, PlatformError, type BrowserHost, type CapabilitiesOf } from '../port.browser.ts';
import { personDecisionTimeoutMs, waitForFirstResult } from '../kit/waiting.browser.ts';
import { runInviteDialog, runShareDialog } from '../kit/dialogs.browser.ts';
import { describePerson, describePlayer } from '../kit/person.browser.ts';
import { createAds } from './ads.browser.ts';
import {
  loadClient,
  platformTitle,
  type DialogResult,
  type KongregateSdk,
  type KongregateServices,
} from './client.browser.ts';
import type { kongregate } from './platform.ts';

type Host = BrowserHost<typeof kongregate>;

export const adapter = defineBrowserAdapter<typeof kongregate>({
  async connect(host) {
    const client = await loadClient(host);
    const { services } = client;
    let isOver = false;
    let onLogin: (() => void) | undefined;
    services.addEventListener('login', () => {
      if (isOver) return;
      onLogin?.();
      reloadSignedIn(host, services);
    });
    const ads = createAds(host, client.mtx);
    const language = host.launchUrl.searchParams.get('kongregate_language') ?? '';
    const payload = readPayload(host.launchUrl);
    return {
      ...createGroups(host, client),
      video: ads.video,
      get friends() {
        return services.isGuest() ? undefined : { list: () => listFriends(host) };
      },
      signIn: {
        // Closing the dialog isn't reported; after a sign-in the page reloads.
        async open() {
          if (!services.isGuest()) return;
          await waitForFirstResult<void>(host, `the sign-in of ${platformTitle}`, personDecisionTimeoutMs, (end) => {
            onLogin = end;
            services.showRegistrationBox();
            return () => void (onLogin = undefined);
          });
        },
      },
      login: async () => readLogin(services),
      player(account) {
        const isGuest = services.isGuest();
        const person = describePerson(isGuest ? '' : services.getUsername(), '', '', 0);
        const userId = isGuest ? (account?.accountId ?? '') : String(services.getUserId());
        return describePlayer({ ...person, userId, fallbackName: account?.name, language });
      },
      ...(payload !== '' && { payload }),
      ...(language !== '' && { language }),
      dispose() {
        isOver = true;
        ads.dispose();
      },
    };
  },
});

const readLogin = (services: KongregateServices) =>
  services.isGuest()
    ? { UserId: '0', IsGuest: true }
    : {
        UserId: String(services.getUserId()),
        UserName: services.getUsername().slice(0, 100),
        Token: services.getGameAuthToken() ?? '',
        IsGuest: false,
      };

/**
 * Reloads the page for a player who signed in next to the game. The script reads the player from the URL, which still
 * names the guest, so it is changed first.
 */
function reloadSignedIn(host: Host, services: KongregateServices): void {
  const launch = new URL(host.launchUrl);
  if (launch.searchParams.has('kongregate_user_id')) {
    launch.searchParams.set('kongregate_user_id', String(services.getUserId()));
    launch.searchParams.set('kongregate_username', services.getUsername());
    launch.searchParams.set('kongregate_game_auth_token', services.getGameAuthToken() ?? '');
    host.replaceLaunch(launch);
  }
  host.reload();
}

/** Parameters from a link, post or invitation. */
const readPayload = ({ searchParams }: URL): string =>
  new URLSearchParams([...searchParams].filter(([name]) => name.startsWith('kv_'))).toString();

function createGroups(host: Host, { services, mtx, stats }: KongregateSdk): CapabilitiesOf<typeof kongregate> {
  const ask = (what: string, begin: (end: (end: DialogResult) => void) => void): Promise<DialogResult> =>
    waitForFirstResult(host, `${what} of ${platformTitle}`, personDecisionTimeoutMs, begin);
  return {
    purchases: {
      request() {
        if (services.isGuest()) throw new PlatformError('Unknown', 'guest');
        return undefined;
      },
      async pay({ reply }) {
        const { success } = await ask('a purchase', (end) => mtx.purchaseItemsRemote(reply.OrderInfo, end));
        return success === true ? { outcome: 'completed' } : { outcome: 'cancelled', message: 'Payment not completed' };
      },
    },
    invites: {
      invite: ({ message, uids }) =>
        runInviteDialog(host, platformTitle, async () => {
          const filter = uids.join(' ');
          const invitation = { content: message, ...(filter !== '' && { filter }) };
          const { success, recipients } = await ask('an invitation', (end) =>
            services.showInvitationBox(invitation, end),
          );
          if (success !== true) return 0;
          return Array.isArray(recipients) && recipients.length > 0 ? recipients.length : undefined;
        }),
    },
    share: {
      share: ({ link, title: words }) =>
        runShareDialog(host, platformTitle, async () => {
          const content = `${words} ${link}`.trim();
          const { success } = await ask('a post', (end) => services.showFeedPostBox({ content }, end));
          if (success !== true) throw new PlatformError('UserCancelled', 'Nothing was posted');
        }),
    },
    stats: {
      // Only whole numbers from 0; without a value the event counts once.
      kongregate(name, { value = 1 }) {
        if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) stats.submit(name, value);
        else host.log.warn(`${platformTitle} counts whole numbers only: ${name} is not told`, value);
      },
    },
  };
}

async function listFriends({ calls, game }: Host) {
  try {
    const { Friends } = await calls.friends({ Game: game });
    return Friends.map(({ UserId: uid, UserName, AvatarUrl }) => ({
      uid,
      gender: 'unspecified' as const,
      ...describePerson(UserName, '', AvatarUrl, 40),
    }));
  } catch (cause) {
    throw new PlatformError('Unknown', `${platformTitle} does not tell who the friends are`, { cause });
  }
}
