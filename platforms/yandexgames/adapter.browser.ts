// A game on Yandex Games, by the platform's own script. What the script does not have is a group that is not there.
import { browserHalf, PlatformError, type AllGroups, type BrowserHost, type Groups } from '../port.browser.ts';
import { attempt, personMs } from '../kit/attempt.browser.ts';
import { createAds } from './ads.browser.ts';
import { loadClient, type PauseEvent, type Sdk } from './client.browser.ts';
import type { yandexgames } from './platform.ts';
import { createPlayers } from './players.browser.ts';
import { createPurchases } from './purchases.browser.ts';

type Host = BrowserHost<typeof yandexgames>;

export const half = browserHalf<typeof yandexgames>({
  async connect(host) {
    const sdk = await loadClient(host);
    const players = createPlayers(host, sdk);
    const stopFollowing = followPauses(host, sdk);
    lockOrientation(host, sdk);
    const { i18n, payload } = sdk.environment;
    return {
      ...groupsOf(host, sdk),
      signIn: {
        async open() {
          await signIn(host, sdk);
          players.forget();
        },
      },
      login: players.login,
      player: players.player,
      ...(payload && { payload }),
      language: i18n.lang,
      dispose() {
        stopFollowing();
        players.dispose();
      },
    };
  },
});

function groupsOf(host: Host, sdk: Sdk): Groups<undefined, { readonly StoreSpecificOrderProductSku: string }> {
  const { payments, feedback, shortcut, clipboard, features } = sdk;
  return {
    ...createAds(host, sdk.adv),
    purchases: payments && createPurchases(host, payments),
    reviews: feedback && createReviews(host, feedback),
    favorites: shortcut && { add: () => addShortcut(host, shortcut) },
    clipboard: clipboard && {
      copy: (text) =>
        attempt(host.log, 'The clipboard of Yandex Games', false, async () => {
          await host.inTime('the clipboard of Yandex Games', Promise.resolve(clipboard.writeText(text)));
          return true;
        }),
    },
    lifecycle: {
      loaded() {
        features?.LoadingAPI?.ready();
        // The game is there to hear it.
        host.news.adAvailable('video', true);
        host.news.adAvailable('interstitial', true);
      },
      started: () => features?.GameplayAPI?.start(),
      stopped: () => features?.GameplayAPI?.stop(),
    },
  };
}

async function signIn({ inTime }: Host, { auth }: Sdk): Promise<void> {
  try {
    await inTime('the sign-in of Yandex Games', auth.openAuthDialog(), personMs);
  } catch (cause) {
    if (cause instanceof PlatformError) throw cause;
    throw new PlatformError('UserCancelled', 'The sign-in was closed', { cause });
  }
}

/** Once in a session, and only after the platform has said that it may be. It has no stars to tell. */
function createReviews({ inTime, log }: Host, feedback: NonNullable<Sdk['feedback']>): AllGroups['reviews'] {
  const may = async (): Promise<boolean> => (await inTime('the reviews of Yandex Games', feedback.canReview())).value;
  return {
    canAsk: () => attempt(log, 'A review at Yandex Games', false, may),
    ask: () =>
      attempt(log, 'A review at Yandex Games', false, async () => {
        const mayAsk = await may();
        if (mayAsk) await inTime('a review at Yandex Games', feedback.requestReview(), personMs);
        return mayAsk;
      }),
    info: async () => ({ available: false }),
  };
}

/** The question whether it is possible has been seen to hang. */
function addShortcut({ inTime, log }: Host, shortcut: NonNullable<Sdk['shortcut']>): Promise<boolean> {
  return attempt(log, 'A shortcut of Yandex Games', false, async () => {
    const { canShow } = await inTime('the shortcut of Yandex Games', shortcut.canShowPrompt(), 1000);
    if (!canShow) return false;
    const { outcome } = await inTime('a shortcut of Yandex Games', shortcut.showPrompt(), personMs);
    return outcome === 'accepted';
  });
}

/** The platform pauses games while something lies over them, advertisements and its own windows included. */
function followPauses({ news }: Host, sdk: Sdk): () => void {
  let isOver = false;
  const pairs: [PauseEvent, () => void][] = [
    ['game_api_pause', () => isOver || news.focus(false)],
    ['game_api_resume', () => isOver || news.focus(true)],
  ];
  for (const [event, listener] of pairs) sdk.on?.(event, listener);
  return () => {
    isOver = true;
    for (const [event, listener] of pairs) sdk.off?.(event, listener);
  };
}

/** Known from public code alone: the console has a setting of its own for it. */
function lockOrientation({ orientation, log }: Host, { screen }: Sdk): void {
  if (!screen?.orientation) return;
  try {
    screen.orientation.value = orientation === 'landscape' ? orientation : 'portrait';
  } catch (error) {
    log.warn('Yandex Games could not lock the orientation', error);
  }
}
