// The bridge between a game and the portal that it runs on. Modules exist from the start, so that a game which asks too
// early gets the answers of a portal without features.
import type { Sdk } from '#sdk/sdk.ts';
import { createForeignEmitter } from '../kit/emitter.browser.ts';
import { createGameEvents } from '../kit/game-events.browser.ts';
import { readInvitation } from '../kit/invitations.browser.ts';
import type { PageLink } from '../kit/page-link.browser.ts';
import { fetchGameToken, readPlayer } from '../kit/player.browser.ts';
import { readOptions, toText } from '../kit/read-options.browser.ts';
import { createAchievements } from './achievements.browser.ts';
import { createAdvertisement } from './advertisement.browser.ts';
import { reject, rethrow } from './bridge-error.browser.ts';
import { loadConfig, type BridgeConfig } from './config.browser.ts';
import { constants } from './constants.browser.ts';
import { createDevice } from './device.browser.ts';
import type { BridgeHost } from './host.browser.ts';
import { createLeaderboards } from './leaderboards.browser.ts';
import { createPauses } from './pauses.browser.ts';
import { createPayments } from './payments.browser.ts';
import { createPlatform } from './platform.browser.ts';
import { createSocial } from './social.browser.ts';
import { createStorage } from './storage.browser.ts';
import type { PlaygamaBridge } from './vendor-types.ts';

export function createBridge({ page, openSdk }: Pick<PageLink, 'page' | 'openSdk'>): PlaygamaBridge {
  let connected: Sdk | undefined;
  let starting: Promise<void> | undefined;
  let isInitialized = false;
  let config: BridgeConfig = {};
  let save: Storage | undefined;
  let payload: string | null = null;
  let token: string | undefined;

  const events = createForeignEmitter();
  const { on, off, once } = events;
  const sdk = (): Sdk | undefined => connected;
  const host: BridgeHost = { page, sdk, config: () => config, events };
  const gameEvents = createGameEvents(openSdk);
  const pauses = createPauses(host);
  const { advertisement, isPlaying, autoShow } = createAdvertisement(host, pauses);
  const { device, follow: followDevice } = createDevice(host);
  const { payments, detect: detectPayments } = createPayments(host);
  const leaderboards = createLeaderboards(host);

  const player = () => readPlayer(connected?.player.info);
  const readToken = async (): Promise<void> => {
    if (connected && player() && config.useUserToken === true)
      token = await fetchGameToken(connected).catch(() => undefined);
  };
  const start = async (options: object): Promise<void> => {
    const [opened, loaded] = await Promise.all([openSdk().catch(rethrow), loadConfig(options)]);
    config = loaded;
    if (opened.environment !== 'disabled') {
      connected = opened;
      save = await opened.saves.localStorage().catch(() => undefined);
      const params = await opened.platform.urlHash().then(readInvitation, () => ({}));
      payload = (params as { payload?: string }).payload ?? null;
      // An ad of the game's own is reported by its state.
      opened.on('pause', ({ reason }) => pauses.set('platform', reason !== 'ad' || !isPlaying()));
      opened.on('resume', () => pauses.set('platform', false));
      opened.on('userInfoChanged', () => void detectPayments());
      await Promise.all([detectPayments(), readToken()]);
    }
    payload ??= new URLSearchParams(location.search).get('payload');
    pauses.follow();
    followDevice();
    isInitialized = true;
  };
  const setLoadingProgress = (percent: unknown): void => {
    const fraction = Number(percent) / 100;
    if (fraction >= 0 && fraction <= 1) gameEvents.loadingProgress(fraction);
  };

  const nothing = async (): Promise<void> => undefined;

  return {
    ...constants,
    version: '2.0.2',
    engine: 'javascript',
    gameVersion: null,
    get isInitialized() {
      return isInitialized;
    },
    get options() {
      return config;
    },
    initialize: (options) =>
      (starting ??= start(readOptions(options)).catch((error: unknown) => {
        // The next call tries again.
        starting = undefined;
        throw error;
      })),
    on,
    off,
    once,
    setGameLoadingProgress: setLoadingProgress,

    platform: createPlatform(host, gameEvents, pauses, { payload: () => payload, onMessage: autoShow }),
    player: {
      get isAuthorizationSupported() {
        return connected !== undefined;
      },
      get isAuthorized() {
        return player() !== undefined;
      },
      get isGuest() {
        return player() === undefined;
      },
      get id() {
        return connected?.player.info?.fxId.gameUid ?? null;
      },
      get name() {
        const id = connected?.player.info?.fxId.gameUid;
        return player()?.name ?? (id === undefined ? null : `Guest ${id.slice(0, 6)}`);
      },
      get photos() {
        const found = player();
        return found ? [found.pictureUrl] : [];
      },
      get extra() {
        return token === undefined ? {} : { jwt: token };
      },
      authorize: async () => {
        if (!connected) return reject('Authorization is not supported.');
        if (!player()) await connected.player.signIn().then(() => connected?.player.refresh(), rethrow);
        await readToken();
      },
    },
    game: {
      on,
      off,
      once,
      get visibilityState() {
        return pauses.visibility();
      },
      setLoadingProgress,
    },
    storage: createStorage(() => save),
    advertisement,
    social: createSocial(host),
    device,
    leaderboard: leaderboards,
    leaderboards,
    payments,
    achievements: createAchievements(host),
    remoteConfig: { isSupported: false, setContext: () => undefined, get: () => reject('Not available here.') },
    clipboard: {
      isSupported: true,
      read: async () => (await navigator.clipboard?.readText().catch(rethrow)) ?? reject('Not available here.'),
      write: async (text) => {
        const isCopied = (await connected?.ui.copyText(toText(text)).catch(rethrow)) ?? false;
        if (!isCopied) return reject('The text was not copied.');
      },
    },
    analytics: { send: () => undefined },
    crossPromo: { isVisible: false, getGames: async () => [], show: nothing, hide: () => undefined },
    dailyRewards: {
      getRewards: async () => [],
      getCurrentDay: async () => 0,
      getCurrentReward: async () => null,
      claimCurrentReward: async () => false,
    },
    tasks: { getTasks: async () => [], addProgress: nothing, claimReward: async () => false },
  };
}
