// `YaGames.init()` and the object that it resolves with.
import type { Sdk } from '#sdk/sdk.ts';
import { createGameEvents } from '../kit/game-events.browser.ts';
import { readInvitation } from '../kit/invitations.browser.ts';
import type { PageLink } from '../kit/page-link.browser.ts';
import { readPlayer, readSystem } from '../kit/player.browser.ts';
import { readOptions } from '../kit/read-options.browser.ts';
import { createForeignListeners } from '../kit/settle.browser.ts';
import { createAdv } from './adv.browser.ts';
import { createLeaderboards } from './leaderboards.browser.ts';
import { createPayments } from './payments.browser.ts';
import { createPlayer } from './player.browser.ts';
import type { SDK, YaGames } from './vendor-types.ts';
import { rethrow } from './yandex-error.browser.ts';

type Link = Pick<PageLink, 'page' | 'openSdk'>;

/** @param prepare called with each new object before the game gets it */
export function createYaGames(link: Link, prepare: (sdk: SDK) => SDK = (sdk) => sdk): YaGames {
  let starting: Promise<SDK> | undefined;
  const start = async (isSigned: boolean): Promise<SDK> => {
    const sdk = await link.openSdk().catch(rethrow);
    const params = sdk.environment === 'disabled' ? {} : await sdk.platform.urlHash().then(readInvitation, () => ({}));
    const { payload = null } = params as { payload?: string };
    return prepare(createSdk(sdk, link.page, { isSigned, payload }));
  };
  return {
    init: (options) =>
      (starting ??= start(readOptions(options).signed === true).catch((error: unknown) => {
        // The next call tries again.
        starting = undefined;
        throw error;
      })),
  };
}

function createSdk(
  sdk: Sdk,
  page: PageLink['page'],
  { isSigned, payload }: { isSigned: boolean; payload: string | null },
): SDK {
  const events = createGameEvents(async () => sdk);
  const listeners = { game_api_pause: createForeignListeners(), game_api_resume: createForeignListeners() };
  if (sdk.environment !== 'disabled') {
    sdk.on('pause', () => listeners.game_api_pause.emit());
    sdk.on('resume', () => listeners.game_api_resume.emit());
  }
  const { device, locale } = readSystem(sdk.player.info);
  const leaderboards = createLeaderboards(sdk, page);
  const { payments, open: openPayments, isAvailable: hasPayments } = createPayments(sdk, isSigned);
  const isAuthorized = (): boolean => readPlayer(sdk.player.info) !== undefined;

  const own: SDK = {
    EVENTS: {
      ACCOUNT_SELECTION_DIALOG_CLOSED: 'ACCOUNT_SELECTION_DIALOG_CLOSED',
      ACCOUNT_SELECTION_DIALOG_OPENED: 'ACCOUNT_SELECTION_DIALOG_OPENED',
      EXIT: 'EXIT',
      HISTORY_BACK: 'HISTORY_BACK',
    },
    adv: createAdv(sdk),
    auth: {
      openAuthDialog: async () => {
        if (!isAuthorized()) await sdk.player.signIn().then(() => sdk.player.refresh(), rethrow);
      },
    },
    clipboard: {
      // The vendor's types have no result; engines wait for the promise that it returns.
      writeText: (text: unknown): unknown => sdk.ui.copyText(String(text)).then(() => undefined, rethrow),
    },
    deviceInfo: {
      type: device as SDK['deviceInfo']['type'],
      isDesktop: () => device === 'desktop',
      isMobile: () => device === 'mobile',
      isTablet: () => device === 'tablet',
      isTV: () => false,
    },
    environment: {
      app: { id: page.game },
      browser: { lang: navigator.language.slice(0, 2) },
      i18n: { lang: (sdk.locale.current || locale).slice(0, 2) as 'en', tld: 'com' },
      payload,
    },
    features: {
      LoadingAPI: { ready: events.loadingStop },
      GameplayAPI: { start: events.gameplayStart, stop: events.gameplayStop },
      GamesAPI: {
        getAllGames: async () => ({ games: [], developerURL: '' }),
        getGameByID: async () => ({ isAvailable: false }),
      },
    },
    feedback: {
      canReview: async () => {
        if (!isAuthorized()) return { value: false, reason: 'NO_AUTH' };
        return (await sdk.platform.canReview().catch(() => false))
          ? { value: true }
          : { value: false, reason: 'UNKNOWN' };
      },
      requestReview: async () => ({ feedbackSent: await sdk.platform.requestReview().catch(() => false) }),
    },
    leaderboards,
    multiplayer: {
      sessions: {
        init: async () => [],
        commit: () => undefined,
        push: async () => ({ status: 'error', error: { message: 'Sessions are not available here.' } }),
      },
    },
    payments,
    screen: {
      fullscreen: {
        STATUS_ON: 'on',
        STATUS_OFF: 'off',
        get status() {
          return document.fullscreenElement ? 'on' : 'off';
        },
        request: async () => {
          await document.documentElement.requestFullscreen?.().catch(rethrow);
        },
        exit: async () => {
          if (document.fullscreenElement) await document.exitFullscreen().catch(rethrow);
        },
      },
    },
    shortcut: {
      canShowPrompt: async () => ({ canShow: false }),
      showPrompt: async () => ({ outcome: 'rejected' }),
    },
    dispatchEvent: async () => undefined,
    getFlags: async (params) => ({ ...readOptions(readOptions(params).defaultFlags) }) as Record<string, string>,
    getLeaderboards: async () => ({
      getLeaderboardDescription: (name) => leaderboards.getDescription(name),
      getLeaderboardEntries: (name, options) => leaderboards.getEntries(name, options),
      getLeaderboardPlayerEntry: (name) => leaderboards.getPlayerEntry(name),
      setLeaderboardScore: (name, score) => leaderboards.setScore(name, score),
    }),
    getPayments: ((options?: { signed?: boolean }) =>
      openPayments(readOptions(options).signed === true || isSigned)) as SDK['getPayments'],
    // The vendor's type knows either the player or the signature. Its object has both.
    getPlayer: ((options?: { signed?: boolean }) =>
      createPlayer(sdk, readOptions(options).signed ?? isSigned)) as SDK['getPlayer'],
    getStorage: async () => {
      try {
        return globalThis.localStorage;
      } catch (error) {
        // The browser blocks it.
        return rethrow(error);
      }
    },
    isAvailableMethod: async (name: unknown) => {
      const path = typeof name === 'string' ? (renamed.get(name) ?? name).split('.') : [];
      const found = path.reduce<unknown>((value, key) => new Map(Object.entries(value ?? {})).get(key), own);
      if (typeof found !== 'function' || unavailable.has(path[0] ?? '')) return false;
      return path[0] === 'payments' || path[0] === 'getPayments' ? hasPayments() : true;
    },
    // Engines also listen to names of `EVENTS` here. Those events never happen.
    on: (event, observer) => {
      const all = new Map(Object.entries(listeners)).get(event);
      all?.add(observer);
      return () => all?.remove(observer);
    },
    off: (_, observer) => {
      for (const all of Object.values(listeners)) all.remove(observer);
    },
    onEvent: () => () => undefined,
    serverTime: () => Date.now(),
  };
  return own;
}

/** Older games ask for the older names. */
const renamed = new Map([
  ['leaderboards.setLeaderboardScore', 'leaderboards.setScore'],
  ['leaderboards.getLeaderboardEntries', 'leaderboards.getEntries'],
  ['leaderboards.getLeaderboardPlayerEntry', 'leaderboards.getPlayerEntry'],
  ['leaderboards.getLeaderboardDescription', 'leaderboards.getDescription'],
]);

const unavailable = new Set(['multiplayer', 'shortcut']);
