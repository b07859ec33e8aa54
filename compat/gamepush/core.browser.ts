// The object that the vendor's script passes to the game's callback.
import { createForeignEmitter } from '../kit/emitter.browser.ts';
import { createGameEvents } from '../kit/game-events.browser.ts';
import { readInvitation } from '../kit/invitations.browser.ts';
import type { PageLink } from '../kit/page-link.browser.ts';
import { readSystem } from '../kit/player.browser.ts';
import { toText } from '../kit/read-options.browser.ts';
import { createAchievements } from './achievements.browser.ts';
import { createAds } from './ads.browser.ts';
import { reject, rethrow } from './gamepush-error.browser.ts';
import type { GamePushHost } from './host.browser.ts';
import { createLeaderboard } from './leaderboard.browser.ts';
import { createPayments } from './payments.browser.ts';
import { createPlayer } from './player.browser.ts';
import { createSocials } from './socials.browser.ts';
import { unavailableModules, type UnavailableModule, type UnavailableModuleName } from './unavailable.ts';
import type { EventSource, GamePush } from './vendor-types.ts';

/** @returns the object, and what tells its listeners that it is ready */
export async function createGamePush({
  page,
  openSdk,
}: Pick<PageLink, 'page' | 'openSdk'>): Promise<{ readonly gp: GamePush; readonly tellReady: () => void }> {
  const sdk = await openSdk().catch(rethrow);
  const isOn = sdk.environment !== 'disabled';
  const host: GamePushHost = { page, sdk, isOn };
  const params = isOn ? await sdk.platform.urlHash().then(readInvitation, () => ({})) : {};
  const { emit, ...events } = createForeignEmitter();
  const game = createGameEvents(async () => sdk);
  const { player, tellReady } = await createPlayer(host, (score) => game.submitScore(page.board, score));
  const { payments, detect } = createPayments(host);
  const { achievements, load } = createAchievements(host);
  await Promise.all([detect(), load()]);

  const pauses = new Set<'game' | 'portal'>();
  const setPause = (source: 'game' | 'portal', isPausing: boolean): void => {
    const wasPaused = pauses.size > 0;
    if (isPausing) pauses.add(source);
    else pauses.delete(source);
    if (pauses.size > 0 !== wasPaused) emit(wasPaused ? 'resume' : 'pause');
  };
  const sounds = createForeignEmitter();
  let isMuted = false;
  const setMuted = (isNowMuted: boolean): void => {
    if (isMuted === isNowMuted) return;
    isMuted = isNowMuted;
    sounds.emit(isMuted ? 'mute' : 'unmute');
  };
  if (isOn) {
    sdk.on('pause', () => setPause('portal', true));
    sdk.on('resume', () => setPause('portal', false));
    sdk.on('userInfoChanged', () => void detect());
    sdk.on('languageChanged', ({ language }) => emit('change:language', language));
  }
  addEventListener('resize', () => emit('change:orientation', innerHeight > innerWidth));
  const sendEvent = (code: unknown, value: unknown): void => {
    const eventCode = toText(code).slice(0, 100);
    if (eventCode === '') return;
    const number = typeof value === 'number' && Number.isFinite(value) ? { value } : {};
    game.tell((opened) => opened.game.event(eventCode, number));
  };
  const storage = await createStorage(host);
  const silent = (): Pick<EventSource, 'on' | 'off' | 'once'> => {
    const { on, off, once } = createForeignEmitter();
    return { on, off, once };
  };

  const gp: GamePush = {
    ...createUnavailableModules(silent),
    ...events,
    ads: createAds(host),
    player,
    payments,
    leaderboard: createLeaderboard(host),
    achievements,
    socials: createSocials(host, params),
    analytics: { hit: () => undefined, goal: sendEvent },
    app: {
      ...silent(),
      title: page.game,
      description: '',
      image: '',
      url: page.playUrl,
      canAddShortcut: false,
      get canRequestReview() {
        return isOn && sdk.capabilities.has('RateApplication');
      },
      isAlreadyReviewed: false,
      addShortcut: async () => false,
      requestReview: async () => {
        const isAsked = isOn && (await sdk.platform.requestReview().catch(() => false));
        return isAsked ? { success: true, rating: 0 } : { success: false, rating: 0, error: 'review_not_available' };
      },
    },
    platform: {
      type: 'CUSTOM',
      tag: '',
      hasIntegratedAuth: isOn,
      isLogoutAvailable: false,
      isExternalLinksAllowed: isOn && !sdk.capabilities.has('OutgoingLinksForbidden'),
      isSecretCodeAuthAvailable: false,
      isSupportsCloudSaves: isOn,
      getNativeSDK: () => null,
      getSDK: () => null,
    },
    fullscreen: {
      ...silent(),
      get isEnabled() {
        return document.fullscreenElement !== null && document.fullscreenElement !== undefined;
      },
      open: () => void document.documentElement.requestFullscreen?.().catch(() => undefined),
      close: () => {
        if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined);
      },
      toggle: () => (gp.fullscreen.isEnabled ? gp.fullscreen.close() : gp.fullscreen.open()),
    },
    sounds: {
      on: sounds.on,
      off: sounds.off,
      once: sounds.once,
      get isMuted() {
        return isMuted;
      },
      mute: () => setMuted(true),
      unmute: () => setMuted(false),
    },
    variables: {
      ...silent(),
      list: [],
      isPlatformVariablesAvailable: false,
      fetch: async () => [],
      fetchPlatformVariables: () => reject('Not available here.'),
      get: () => null,
      has: () => false,
    },
    storage: { ...silent(), ...storage },
    logger: { info: nothing, log: nothing, warn: nothing, error: nothing },

    isReady: true,
    isDev: page.reportTo !== undefined,
    isAllowedOrigin: true,
    get isMobile() {
      return readSystem(sdk.player.info).device !== 'desktop';
    },
    get isPortrait() {
      return innerHeight > innerWidth;
    },
    get isPaused() {
      return pauses.size > 0;
    },
    get language() {
      return (sdk.locale.current || navigator.language).slice(0, 2).toLowerCase();
    },
    avatarGenerator: '',
    get serverTime() {
      return new Date().toISOString();
    },
    ready: Promise.resolve(true),
    gameStart: game.loadingStop,
    gameReady: game.loadingStop,
    gameplayStart: game.gameplayStart,
    gameplayStop: game.gameplayStop,
    pause: () => setPause('game', true),
    resume: () => setPause('game', false),
    changeLanguage: async (language) => {
      if (isOn) await sdk.locale.change(toText(language).slice(0, 2)).catch(rethrow);
    },
    changeAvatarGenerator: nothing,
    loadOverlay: async () => undefined,
    setBackground: nothing,
  };
  return { gp, tellReady };
}

const nothing = (): void => undefined;

/** Keys and values of the game's own, next to the player's fields. */
async function createStorage({ sdk, isOn }: GamePushHost) {
  const save = isOn ? await sdk.saves.localStorage().catch(() => undefined) : undefined;
  const get = async (key: string): Promise<unknown> => {
    const text = save?.getItem(`gamepush.storage.${key}`) ?? null;
    return text === null ? null : (JSON.parse(text) as unknown);
  };
  const set = async (key: string, value: unknown): Promise<unknown> => {
    if (!save) return reject('There is no storage.');
    save.setItem(`gamepush.storage.${key}`, JSON.stringify(value ?? null));
    return value;
  };
  const run =
    <Args extends readonly unknown[]>(call: (...args: Args) => Promise<unknown>) =>
    (...args: Args): Promise<unknown> =>
      call(...args).catch(rethrow);
  return {
    setStorage: nothing,
    get: run(get),
    set: run(set),
    getGlobal: run(get),
    setGlobal: run(set),
  };
}

function createUnavailableModules(silent: () => EventSource): Readonly<Record<UnavailableModuleName, EventSource>> {
  const create = ({ calls, checks = [], lists = [] }: UnavailableModule): EventSource => ({
    ...silent(),
    ...Object.fromEntries(calls.map((name) => [name, () => reject('Not available here.')])),
    ...Object.fromEntries(checks.map((name) => [name, () => false])),
    ...Object.fromEntries(lists.map((name) => [name, []])),
  });
  const modules = Object.entries<UnavailableModule>(unavailableModules).map(([name, module]) => [name, create(module)]);
  return Object.fromEntries(modules) as Record<UnavailableModuleName, EventSource>;
}
