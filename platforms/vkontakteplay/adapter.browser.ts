// A game on VK Play, through the platform's script.
import {
  defineBrowserAdapter,
  type AllCapabilities,
  type BrowserHost,
  type PortalAccount,
  type BrowserPaymentHint,
  type PlatformPlayer,
  type PaymentReplyOf,
} from '../port.browser.ts';
import { tryOrFallback, personDecisionTimeoutMs } from '../kit/waiting.browser.ts';
import { createSignInDialog } from '../kit/dialogs.browser.ts';
import { readUntrustedFields, readUntrustedText, type UntrustedFields } from '../kit/fields.browser.ts';
import { describePerson, describePlayer } from '../kit/person.browser.ts';
import { createPlayerReader } from '../kit/player-reader.browser.ts';
import { createAds } from './ads.browser.ts';
import { openClient, platformTitle, readUid, type VkPlayClient } from './client.browser.ts';
import type { vkontakteplay } from './platform.ts';
import { createVkPlaySignIn, isRegistered, fetchLoginStatus } from './sign-in.browser.ts';

type Host = BrowserHost<typeof vkontakteplay>;

export const adapter = defineBrowserAdapter<typeof vkontakteplay>({
  async connect(host) {
    const client = await openClient(host);
    const { searchParams: launch, search } = host.launchUrl;
    // Such as `ru_RU`.
    const language = (launch.get('lang') ?? '').replace('_', '-');
    const entrance = createVkPlaySignIn(host, client);
    // A token works once, so every proof needs a new one.
    const proof = createPlayerReader(host, {
      title: platformTitle,
      fetchPlayer: () => readPlayer(host, client),
      freshMs: -1,
    });
    const userId = (): string => proof.current()?.uid || (launch.get('uid') ?? '');
    const ads = client.has('showAds') ? createAds(host, client) : undefined;
    const stopFollowing = followPlayer(host, client, () => proof.current()?.uid ?? '');
    let isEntering = false;
    return {
      ...ads?.units,
      friends: client.has('userFriends') ? { list: () => listFriends(client) } : undefined,
      signIn: createSignInDialog(host, platformTitle, entrance.open),
      purchases: createPurchases(client, readCurrency(launch), userId),
      lifecycle: { loaded: () => ads?.announce() },
      // VK Play passes nothing from its page's address to the game, as far as is known.
      gameUrl: () => host.data?.GameUrl,
      async login() {
        const player = await proof.read();
        const QueryString = search.slice(1);
        if (player && player.hash !== '') return { QueryString, Uid: player.uid, Hash: player.hash };
        if (player && !isRegistered(player.status) && !isEntering) {
          isEntering = true;
          // Not awaited: it waits for a person, and the game should not.
          void tryOrFallback(host.log, `The sign-in of ${platformTitle}`, undefined, entrance.open);
        }
        return host.data?.TrustLaunch && launch.has('sign') ? { QueryString } : undefined;
      },
      player: (account) => describe(proof.current()?.profile ?? {}, userId(), account, language),
      ...(language !== '' && { language }),
      dispose() {
        stopFollowing();
        entrance.dispose();
        ads?.dispose();
        proof.dispose();
        client.close();
      },
    };
  },
});

/** For a player who isn't registered in this game, everything but the status is empty. */
interface KnownPlayer {
  readonly status: number;
  readonly uid: string;
  readonly hash: string;
  readonly profile: UntrustedFields;
}

async function readPlayer({ log }: Host, client: VkPlayClient): Promise<KnownPlayer> {
  const status = await fetchLoginStatus(client);
  if (!isRegistered(status)) return { status, uid: '', hash: '', profile: {} };
  const [token, profile] = await Promise.all([
    client.ask('getAuthToken'),
    tryOrFallback<UntrustedFields>(log, `The profile at ${platformTitle}`, {}, () => client.ask('userProfile')),
  ]);
  return { status, uid: readUid(token), hash: readUntrustedText(token['hash'], 200), profile };
}

function describe(
  profile: UntrustedFields,
  userId: string,
  account: PortalAccount | undefined,
  language: string,
): PlatformPlayer {
  const { nick, avatar, sex } = profile;
  const gender = sex === 'male' || sex === 'female' ? sex : 'unspecified';
  return describePlayer({ ...describeNick(nick, avatar), userId, fallbackName: account?.name, gender, language });
}

// VK Play doesn't report the size of its pictures.
const describeNick = (nick: unknown, avatar: unknown) => describePerson(nick, '', avatar, 180);

async function listFriends(client: VkPlayClient) {
  const { friends } = await client.ask('userFriends');
  return (Array.isArray(friends) ? friends : []).map(readUntrustedFields).map((friend) => ({
    uid: readUid(friend),
    ...describeNick(friend['nick'], friend['avatar']),
    gender: 'unspecified' as const,
  }));
}

/** VK Play has no event for a sign-out or a change of player, so it is checked when the page becomes visible again. */
function followPlayer({ window: { document }, events, log }: Host, client: VkPlayClient, known: () => string) {
  const look = async (): Promise<void> => {
    const status = await fetchLoginStatus(client);
    const uid = isRegistered(status) ? readUid(await client.ask('userInfo')) : '';
    if (uid !== known()) events.playerChanged();
  };
  const onVisible = (): void => {
    if (!document.hidden) void tryOrFallback(log, `The player of ${platformTitle}`, undefined, look);
  };
  document.addEventListener('visibilitychange', onVisible);
  return () => document.removeEventListener('visibilitychange', onVisible);
}

const readCurrency = (launch: URLSearchParams): string => {
  const currency = launch.get('currency')?.toUpperCase() ?? '';
  return /^[A-Z]{3}$/.test(currency) ? currency : 'RUB';
};

type Purchases = AllCapabilities<
  { readonly IpAddress: string; readonly Uid: string; readonly Currency: string },
  PaymentReplyOf<typeof vkontakteplay>
>['purchases'];

const createPurchases = (client: VkPlayClient, currency: string, userId: () => string): Purchases => ({
  currency,
  // A placeholder: the server knows the caller's IP address, the browser doesn't.
  request: () => ({ IpAddress: '{ip}', Uid: userId(), Currency: currency }),
  // The window's messages name no order, so payments run one after the other and the first message counts.
  pay: ({ reply }) =>
    client.inTurn('payment', () =>
      client.wait<BrowserPaymentHint>(
        `a payment at ${platformTitle}`,
        personDecisionTimeoutMs,
        {
          paymentReceived: ({ status, errmsg }) =>
            status === 'error'
              ? { outcome: 'failed', message: readUntrustedText(errmsg, 200) || 'VK Play could not take the payment' }
              : { outcome: 'completed' },
          paymentWindowClosed: () => ({ outcome: 'cancelled', message: 'User closed payment window' }),
        },
        () => client.post('paymentFrame', { merchant_param: readUntrustedFields(reply.MerchantParam) }),
      ),
    ),
});
