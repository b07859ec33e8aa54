// Poki queues calls that come before `init`; here each call connects if the game hasn't.
import type { Sdk } from '#sdk/sdk.ts';
import { createAdBreaks } from '../kit/ad-breaks.browser.ts';
import { createBanner } from '../kit/banner.browser.ts';
import { createGameEvents } from '../kit/game-events.browser.ts';
import { buildInvitationLink, readInvitation, type InvitationParams } from '../kit/invitations.browser.ts';
import { openLink } from '../kit/open-link.browser.ts';
import type { PageLink } from '../kit/page-link.browser.ts';
import { fetchGameToken, readPlayer } from '../kit/player.browser.ts';
import { readOptions } from '../kit/read-options.browser.ts';
import { callGame } from '../kit/settle.browser.ts';
import type { PokiSdk, PokiUser, RewardedBreakOptions } from './vendor-types.ts';

export function createPoki({ page, openSdk }: Pick<PageLink, 'page' | 'openSdk'>): PokiSdk {
  let connected: Sdk | undefined;
  let params: InvitationParams = {};
  let starting: Promise<Sdk> | undefined;

  const start = async (): Promise<Sdk> => {
    const sdk = await openSdk();
    if (sdk.environment !== 'disabled') params = await sdk.platform.urlHash().then(readInvitation, () => ({}));
    return (connected = sdk);
  };
  const open = (): Promise<Sdk> =>
    (starting ??= start().catch((error: unknown) => {
      // The next call tries again.
      starting = undefined;
      throw new Error(`PokiSDK: ${String(error)}`);
    }));
  const init = async (): Promise<void> => void (await open());
  const sdk = (): Sdk => {
    if (!connected) throw new Error('PokiSDK is not loaded yet.');
    return connected;
  };

  const ads = createAdBreaks(sdk);
  const banner = createBanner(sdk);
  const events = createGameEvents(open);
  /** @returns whether the ad was watched */
  const showAd = async (kind: 'interstitial' | 'rewarded', onStart: unknown): Promise<boolean> => {
    await open().catch(() => undefined);
    let hasFinished = false;
    await ads.show(kind, {
      started: () => callGame(onStart as () => unknown),
      finished: () => (hasFinished = true),
      failed: () => undefined,
    });
    return hasFinished;
  };
  const sendEvent = (code: string, ...words: unknown[]): void => {
    const [p1, p2, p3] = words.map((word) =>
      typeof word === 'string' || typeof word === 'number' ? String(word).slice(0, 100) : '',
    );
    events.tell(({ game }) => game.event(code, { ...(p1 && { p1 }), ...(p2 && { p2 }), ...(p3 && { p3 }) }));
  };
  const user = (): PokiUser | null => {
    const player = readPlayer(connected?.player.info);
    return player ? { username: player.name, avatarUrl: player.pictureUrl } : null;
  };
  const language = (): string => (connected?.locale.current ?? navigator.language).slice(0, 2).toLowerCase();
  const nothing = (): void => undefined;

  return {
    init,
    initWithVideoHB: init,
    setDebug: nothing,
    setLogging: nothing,

    gameLoadingStart: () => events.loadingProgress(0),
    gameLoadingProgress: (progress) => {
      const fraction = Number(readOptions(progress).percentageDone) / 100;
      if (fraction >= 0 && fraction <= 1) events.loadingProgress(fraction);
    },
    gameLoadingFinished: events.loadingStop,
    gameInteractive: events.loadingStop,
    gameplayStart: events.gameplayStart,
    gameplayStop: events.gameplayStop,
    roundStart: (identifier) => sendEvent('roundStart', identifier),
    roundEnd: (identifier) => sendEvent('roundEnd', identifier),
    happyTime: (intensity) => {
      const percent = typeof intensity === 'number' && intensity >= 0 && intensity <= 1 ? intensity * 100 : 100;
      events.tell(({ game }) => game.event('happytime', { value: Math.round(percent) }));
    },
    customEvent: (noun, verb) => sendEvent('customEvent', noun, verb),
    measure: (category, what, action) => sendEvent('measure', category, what, action),
    sendHighscore: (score) => events.submitScore(page.board, score),
    getLeaderboard: async () => undefined,

    commercialBreak: async (onStart) => void (await showAd('interstitial', onStart)),
    rewardedBreak: (options) =>
      showAd('rewarded', typeof options === 'function' ? options : readOptions<RewardedBreakOptions>(options).onStart),
    displayAd: (container, _, onCanDestroy, onDisplayRendered) => {
      const answer = (isShown: boolean): void => {
        callGame(onDisplayRendered, !isShown);
        callGame(onCanDestroy);
      };
      void open()
        .then(() => banner.show(container))
        .then(answer, () => answer(false));
    },
    destroyAd: (container) => events.tell(async () => banner.clear(container)),
    isAdBlocked: () => false,
    muteAd: nothing,

    shareableURL: async (given) => buildInvitationLink(page.playUrl, given),
    getURLParam: (name) =>
      Object.entries(params).find(([key]) => key === name)?.[1] ?? new URLSearchParams(location.search).get(name) ?? '',
    getLanguage: language,
    getIsoLanguage: language,
    getUser: () => open().then(user),
    getToken: async () => {
      const opened = await open();
      const token = user() && (await fetchGameToken(opened).catch(rethrow));
      return token ?? null;
    },
    login: async () => {
      const opened = await open();
      if (!user()) await opened.player.signIn().then(() => opened.player.refresh(), rethrow);
    },
    setPlayerAge: nothing,
    togglePlayerAdvertisingConsent: nothing,

    openExternalLink: (url) => events.tell(async (opened) => openLink(opened, url)),
    movePill: nothing,
    captureError: nothing,
    logError: nothing,
    enableEventTracking: nothing,
    setDebugTouchOverlayController: nothing,
    playtestSetCanvas: nothing,
    setPlaytestCanvas: nothing,
    playtestCaptureHtmlOnce: nothing,
    playtestCaptureHtmlForce: nothing,
    playtestCaptureHtmlOn: nothing,
    playtestCaptureHtmlOff: nothing,
  };
}

/** A failure of ours in an error without our code. */
function rethrow(error: unknown): never {
  throw new Error(`PokiSDK: ${String(error)}`);
}
