// `FBInstant`, on the portal's own SDK. All versions of the vendor's script have the same members here.
import type { Capability } from '#bridge/shapes.ts';
import type { Sdk } from '#sdk/sdk.ts';
import { createGameEvents } from '../kit/game-events.browser.ts';
import type { PageLink } from '../kit/page-link.browser.ts';
import { readSystem } from '../kit/player.browser.ts';
import { readOptions } from '../kit/read-options.browser.ts';
import { callGame } from '../kit/settle.browser.ts';
import { absent, createSoloContext, listSupported, rejectUnsupported } from './absent.browser.ts';
import { createAds } from './ads.browser.ts';
import { InstantError } from './instant-error.browser.ts';
import { createLeaderboards } from './leaderboards.browser.ts';
import { createPayments } from './payments.browser.ts';
import { createPlayer } from './player.browser.ts';
import { createSession } from './session.browser.ts';
import { createSharing } from './sharing.browser.ts';
import type { InstantErrorCode, InstantGames } from './vendor-types.ts';

/** @param version of the script that the game has asked for */
export function createInstantGames(link: Pick<PageLink, 'page' | 'openSdk'>, version = '8.0'): InstantGames {
  const { page } = link;
  const session = createSession(link);
  const { attempt, connected } = session;
  const events = createGameEvents(link.openSdk);
  const { payments, begin, isAvailable } = createPayments(session);
  let pause: (() => unknown) | undefined;
  let isFollowing = false;

  const connect = async (): Promise<void> => {
    await session.connect();
    if (isFollowing) return;
    isFollowing = true;
    attempt((sdk) => sdk.on('pause', () => callGame(pause))).catch(() => undefined);
  };
  const joinCommunity = (code: InstantErrorCode) => (): Promise<void> =>
    attempt(
      async ({ platform }) => {
        if (!(await platform.joinCommunity())) throw new InstantError('USER_INPUT', 'The player declined.');
      },
      { NotSupported: code, NotImplemented: code },
    );
  const hasPortal = (): Promise<boolean> => attempt(({ environment }) => environment !== 'disabled');

  const own: InstantGames = {
    ...absent,
    ...createAds(session),
    ...createLeaderboards(session),
    ...createSharing(session, page),
    player: createPlayer(session),
    context: createSoloContext(() => connected() !== undefined),
    payments,
    community: {
      canFollowOfficialPageAsync: hasPortal,
      canJoinOfficialGroupAsync: hasPortal,
      followOfficialPageAsync: joinCommunity('PAGE_NOT_LINKED'),
      joinOfficialGroupAsync: joinCommunity('GROUP_NOT_LINKED'),
    },

    initializeAsync: connect,
    startGameAsync: async () => {
      await connect();
      events.gameplayStart();
      begin();
    },
    setLoadingProgress: (percentage) => {
      const fraction = percentage / 100;
      if (fraction >= 0 && fraction <= 1) events.loadingProgress(fraction);
    },
    quit: events.gameplayStop,
    onPause: (callback) => (pause = callback),
    logEvent: (name, valueToSum, parameters) => {
      if (typeof name !== 'string' || !/^[\w -]{2,40}$/.test(name))
        return new InstantError('INVALID_PARAM', 'The name needs 2 to 40 letters, digits, spaces, _ and -.');
      const [p1, p2, p3] = Object.values(readOptions(parameters)).map((value) => String(value).slice(0, 100));
      const value = Number.isFinite(valueToSum) ? { value: valueToSum as number } : {};
      events.tell(({ game }) =>
        game.event(name, { ...value, ...(p1 && { p1 }), ...(p2 && { p2 }), ...(p3 && { p3 }) }),
      );
      return null;
    },
    postSessionScore: (score) => events.submitScore(page.board, score),
    postSessionScoreAsync: (score) => attempt(() => events.submitScore(page.board, score)),
    performHapticFeedbackAsync: () =>
      attempt(async () => {
        if (!('vibrate' in navigator)) await rejectUnsupported();
        navigator.vibrate(20);
      }),

    getLocale: () => describeLocale(connected()),
    getPlatform: () => {
      const sdk = connected();
      if (!sdk) return null;
      return readSystem(sdk.player.info).device === 'desktop' ? 'WEB' : 'MOBILE_WEB';
    },
    getSDKVersion: () => version,
    getEntryPointData: session.entryData,
    getEntryPointAsync: () => attempt(() => 'other'),
    getSupportedAPIs: () => names.filter((name) => isSupported(name, connected(), isAvailable())),
  };
  const names = listSupported(own);
  return own;
}

/** What depends on the platform. */
function isSupported(name: string, sdk: Sdk | undefined, hasPayments: boolean): boolean {
  const has = (capability: Capability): boolean => sdk?.capabilities.has(capability) ?? false;
  if (name.startsWith('payments.')) return hasPayments && !/subscri/i.test(name);
  if (name === 'getInterstitialAdAsync') return has('InterstitialAds');
  if (name.startsWith('getRewarded')) return has('RewardedAds');
  if (name.endsWith('BannerAdAsync')) return has('BannerAds');
  return true;
}

/** Such as `de_DE`. Null before the connection. */
function describeLocale(sdk: Sdk | undefined): string | null {
  if (!sdk) return null;
  const { current } = sdk.locale;
  const [language = 'en', region] = current.split(/[-_]/);
  if (region) return `${language}_${region.toUpperCase()}`;
  try {
    return `${language}_${new Intl.Locale(language).maximize().region ?? language.toUpperCase()}`;
  } catch {
    // The browser doesn't support this call, or the language tag is invalid.
    return `${language}_${language.toUpperCase()}`;
  }
}
