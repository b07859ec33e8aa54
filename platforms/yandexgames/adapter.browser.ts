// A game on Yandex Games, by the platform's own script. What the script does not have is a group that is not there.
import { browserHalf, type BrowserHost, type Groups } from '../port.browser.ts';
import { createAds } from './ads.browser.ts';
import { clipboard, favorites, reviews, signIn } from './groups.browser.ts';
import type { yandexgames } from './platform.ts';
import { createPlayers } from './players.browser.ts';
import { createPurchases } from './purchases.browser.ts';
import { loadSdk, type PauseEvent, type Sdk } from './sdk.browser.ts';

type Host = BrowserHost<typeof yandexgames>;

export const half = browserHalf<typeof yandexgames>({
  async connect(host) {
    const sdk = await loadSdk(host, host.data?.SdkUrl);
    const players = createPlayers(host, sdk);
    const stopFollowing = followPauses(host, sdk);
    lockOrientation(host, sdk);
    const { i18n, payload } = sdk.environment;
    return {
      ...groupsOf(host, sdk),
      signIn: signIn(host, sdk, players.forget),
      login: players.login,
      player: players.person,
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
  const { payments, feedback, shortcut, clipboard: board, features } = sdk;
  return {
    ...createAds(host, sdk.adv),
    ...(payments && { purchases: createPurchases(host, payments) }),
    ...(feedback && { reviews: reviews(host, feedback) }),
    ...(shortcut && { favorites: favorites(host, shortcut) }),
    ...(board && { clipboard: clipboard(host, board) }),
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

/** The platform pauses games while something lies over them, advertisements and its own windows included. */
function followPauses({ news }: Host, sdk: Sdk): () => void {
  let isOver = false;
  const pairs: [PauseEvent, () => void][] = [
    ['game_api_pause', () => isOver || news.focus(false)],
    ['game_api_resume', () => isOver || news.focus(true)],
  ];
  for (const [event, heard] of pairs) sdk.on?.(event, heard);
  return () => {
    isOver = true;
    for (const [event, heard] of pairs) sdk.off?.(event, heard);
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
