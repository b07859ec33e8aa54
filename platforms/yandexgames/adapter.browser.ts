// A game on Yandex Games, through the platform's script. A capability that the script lacks is absent.
import { defineBrowserAdapter, type BrowserHost, type CapabilitiesOf, type PortalAccount } from '../port.browser.ts';
import { tryOrFallback, personDecisionTimeoutMs } from '../kit/waiting.browser.ts';
import { createSignInDialog, showDialogIfAvailable } from '../kit/dialogs.browser.ts';
import { addParameter } from '../kit/game-url.browser.ts';
import { forwardPlatformPauses } from '../kit/forward-platform-pauses.browser.ts';
import { describePlayer, describePerson } from '../kit/person.browser.ts';
import { createPlayerReader } from '../kit/player-reader.browser.ts';
import { createReviewCapability } from '../kit/reviews.browser.ts';
import { createAds, type YandexAds } from './ads.browser.ts';
import { loadClient, type YandexSdk, type YandexPlayer } from './client.browser.ts';
import { createLeaderboards } from './leaderboards.browser.ts';
import type { yandexgames } from './platform.ts';
import { createPurchases } from './purchases.browser.ts';

type Host = BrowserHost<typeof yandexgames>;

const title = 'Yandex Games';

export const adapter = defineBrowserAdapter<typeof yandexgames>({
  async connect(host) {
    const sdk = await loadClient(host);
    // The platform's rate limit, spread evenly.
    const rules = { title, fetchPlayer: () => sdk.getPlayer({ signed: true }), freshMs: 15_000 };
    const proof = createPlayerReader(host, rules);
    const stopFollowing = forwardPlatformPauses(host, sdk, { pause: 'game_api_pause', resume: 'game_api_resume' });
    const { payload, i18n } = sdk.environment;
    const ads = createAds(host, sdk.adv);
    const leaderboards = createLeaderboards(host, sdk);
    return {
      ...createGroups(host, sdk, ads),
      leaderboards: leaderboards.group,
      signIn: createSignInDialog(host, title, async () => {
        await sdk.auth.openAuthDialog();
        proof.forget();
      }),
      storage: { open: async () => (await import('./storage.browser.ts')).openStorage(host, title, proof) },
      async login() {
        const player = await proof.read();
        if (player?.signature)
          return { GetPlayerSignature: player.signature, EnvironmentI18nLang: i18n.lang.slice(0, 10) };
        if (player)
          host.log.warn('Yandex Games signs no players: the game needs a purchase in its console to have a key');
        return undefined;
      },
      player: (account) => readPlayer(proof.current(), account, i18n.lang),
      gameUrl: (given) => buildGameUrl(sdk.environment, given),
      ...(payload && { payload }),
      language: i18n.lang,
      dispose() {
        stopFollowing();
        ads.dispose();
        leaderboards.dispose();
        proof.dispose();
      },
    };
  },
});

function buildGameUrl({ app, i18n }: YandexSdk['environment'], payload: string): string | undefined {
  const { id = '' } = app ?? {};
  const { tld = 'ru' } = i18n;
  if (!/^\d{1,12}$/.test(id) || !/^[a-z]{2,3}(\.[a-z]{2})?$/.test(tld)) return undefined;
  return addParameter(`https://yandex.${tld}/games/app/${id}`, 'payload', payload);
}

/** Guests have an id too. */
function readPlayer(player: YandexPlayer | undefined, account: PortalAccount | undefined, language: string) {
  const photo = player?.getPhoto('large') ?? '';
  // Number 0 is the default picture.
  const person = describePerson(player?.getName(), '', photo.includes('/avatar/0/') ? '' : photo, 200);
  return describePlayer({ ...person, userId: player?.getUniqueID() ?? '', fallbackName: account?.name, language });
}

function createGroups(host: Host, sdk: YandexSdk, ads: YandexAds): CapabilitiesOf<typeof yandexgames> {
  const { payments, feedback, shortcut, clipboard, features, environment } = sdk;
  return {
    ...ads.groups,
    purchases: payments && createPurchases(host, payments, environment.payload ?? undefined),
    reviews:
      feedback &&
      createReviewCapability(host, {
        title,
        // Once per session, and only if the platform allows it.
        canAsk: async () => (await host.withPlatformTimeout('the reviews of Yandex Games', feedback.canReview())).value,
        ask: () =>
          host.withPlatformTimeout('a review at Yandex Games', feedback.requestReview(), personDecisionTimeoutMs),
      }),
    favorites: shortcut && { add: () => addShortcut(host, shortcut) },
    clipboard: clipboard && {
      copy: (text) =>
        tryOrFallback(host.log, 'The clipboard of Yandex Games', false, async () => {
          await host.withPlatformTimeout('the clipboard of Yandex Games', Promise.resolve(clipboard.writeText(text)));
          return true;
        }),
    },
    lifecycle: {
      loaded() {
        features?.LoadingAPI?.ready();
        ads.announce();
      },
      started: () => features?.GameplayAPI?.start(),
      stopped: () => features?.GameplayAPI?.stop(),
    },
  };
}

/** The availability check has been seen to hang. */
const addShortcut = (host: Host, shortcut: NonNullable<YandexSdk['shortcut']>): Promise<boolean> =>
  showDialogIfAvailable(
    host,
    'A shortcut of Yandex Games',
    async () =>
      (await host.withPlatformTimeout('the shortcut of Yandex Games', shortcut.canShowPrompt(), 1000)).canShow,
    async () =>
      (await host.withPlatformTimeout('a shortcut of Yandex Games', shortcut.showPrompt(), personDecisionTimeoutMs))
        .outcome === 'accepted',
  );
