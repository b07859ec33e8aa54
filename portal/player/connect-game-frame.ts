// Connects the game in a frame with the portal and its platform. When the player leaves, the game gets a moment to
// finish before everything is removed.
import { openBridge, type Bridge } from '#bridge/host.browser.ts';
import type { Json } from '#bridge/shapes.ts';
import { createSessionApiClient, backgroundApiClient } from '#portal/api.ts';
import { log } from '#portal/log.ts';
import { describeGamePageReport } from '#portal/platform/game-page-report.ts';
import { createCapabilityHandlers } from './capability-handlers.ts';
import { listPlatformCapabilities, type GameBinding } from '#portal/platform/connected-platform.ts';
import type { OpenModal } from '#portal/shell/open-modal.ts';
import { analyticsEventIds } from '#model/analytics-events.ts';
import type { Achievement } from '#model/achievement.ts';
import type { Quest } from '#model/quest.ts';
import { findRewardedVideo } from '#portal/ads/find-rewarded-video.ts';
import { trackEvent } from '#portal/analytics/track-event.ts';
import { apiOrigin, runtimeConfig } from '#portal/runtime-config.ts';
import { emitAdAvailable, emitAdResult, type EmitBridgeEvent } from './bridge-events.ts';
import { createBridgeHandlers } from './bridge-handlers.ts';
import { buyForGame } from '#portal/purchase/buy-for-game.ts';
import { hasPendingPurchase } from '#portal/purchase/pending-purchase.ts';
import { createBridgeErrorCounter } from './count-bridge-errors.ts';
import { subscribeToAchievementUnlocks } from '#portal/achievement-unlocks.ts';
import { toBridgeQuest } from './game-calls.ts';
import { createPlayerInGame, type PlayerInGame, type PlayerInGameOptions } from './create-player-in-game.ts';
import { createGamePortal, type GamePortalOptions } from './create-game-portal.ts';
import { guardPortal } from './guard-portal.ts';
import { parkFrame, restoreFrame } from './park-frame.ts';
import { limitGameModals } from './limit-game-modals.ts';
import { createPortalCapabilities } from './portal-capabilities.ts';
import { createSaveHandlers } from './save-handlers.ts';
import { findAvatarsUrl } from './platform-friend.ts';
import { sendPlatformFriends } from './send-platform-friends.ts';
import { probeHostByPicture, verifyGamePage } from './verify-game-page.ts';
import { watchFocus, type FocusWatch } from './watch-focus.ts';
import { watchGamePage } from './watch-page.ts';
import type { GameErrorReporter } from './report-game-errors.ts';
import { watchUnityRunner } from './watch-unity-runner.ts';
import { notifyGameOfChanges } from './notify-game-of-changes.ts';

export interface ConnectGameFrameOptions extends Omit<GamePortalOptions, 'readInfo'> {
  readonly openModal: OpenModal;
  readonly frame: HTMLIFrameElement;
  readonly gameOrigin: string;
  /** The game is a draft, opened by a preview link. */
  readonly previewToken?: string | undefined;
  readonly reloadPage?: () => void;
  readonly server?: PlayerInGameOptions['server'];
}

export interface GameFrameConnection {
  /** Call it while the frame is still in the page. */
  readonly leave: () => void;
  readonly requestHelp: () => void;
}

export function connectGameFrame(options: ConnectGameFrameOptions): GameFrameConnection {
  const { game, played, frame, gameOrigin } = options;
  restoreFrame(frame);
  // Assigned after the handlers exist, because some of them emit events.
  let bridge: Bridge | undefined;
  const emit: EmitBridgeEvent = (event, data) => void bridge?.emit(event, data);
  const left = new AbortController();
  const player = createPlayerInGame(options);
  const focus = watchFocus((change) => emit('FocusChanged', change));
  const openModal = coverWhileOpen(options.openModal, focus);
  const modals = limitGameModals(openModal);
  const onQuestProgress = (quests: readonly Quest[]): void => {
    for (const quest of quests) emit('QuestProgress', toBridgeQuest(quest));
    options.onQuestProgress?.(quests);
  };
  const onUnlocked = (achievements: readonly Achievement[]): void => {
    options.onUnlocked?.(achievements);
    notifyGame(achievements).catch((error: unknown) =>
      log.warn('The game could not be notified of an achievement.', error),
    );
  };
  const notifyGame = async (achievements: readonly Achievement[]): Promise<void> => {
    const { toBridgeAchievement } = await import('./achievement-calls.ts');
    for (const achievement of achievements) emit('AchievementUnlocked', toBridgeAchievement(achievement));
  };
  const portal = createGamePortal(
    { ...options, readInfo: player.readInfo, onQuestProgress, onUnlocked },
    modals.openModal,
  );
  const own = createPortalCapabilities({
    ...portal,
    openModalIf: modals.openModalIf,
    avatarsUrl: findAvatarsUrl(options, runtimeConfig.gamesUrl, apiOrigin),
    video: findRewardedVideo(game),
  });
  const shop = { game, played, openModal, cover: modals.cover, signal: left.signal };
  // Most games add their listeners once they have their player, and would miss earlier events.
  let isFirstInfo = true;
  const readInfoThenRepeat = async () => {
    const info = await player.readInfo();
    if (isFirstInfo) setTimeout(repeatAdEvents);
    isFirstInfo = false;
    return info;
  };
  const handlers = {
    ...createBridgeHandlers({ ...portal, readInfo: readInfoThenRepeat }),
    ...createSaveHandlers(
      { game, played, readInfo: player.readInfo, emit, openModal, cover: modals.cover, signal: left.signal },
      window.parent === window ? undefined : played.entry.title,
    ),
    ...createCapabilityHandlers({
      platform: played.platform,
      title: played.entry.title,
      forbidsLinks: played.entry.forbids?.includes('links') ?? false,
      ownShare: own.share,
      isRegistered: player.isRegistered,
      signInAgain: played.signIn,
      reloadPage: options.reloadPage ?? (() => window.location.reload()),
      readPlayer: async () => {
        const { userId, guest } = (await player.readInfo()).fxId;
        return { userId, guest };
      },
      buy: (request) => buyForGame(shop, request),
      setCovered: focus.setCovered,
      reportAd: (kind, result, placement = '') => {
        emitAdResult(emit, kind, result);
        const columns = { S1: game, S2: played.entry.id, S3: kind, S4: placement.slice(0, 64), S5: result.outcome };
        trackEvent(analyticsEventIds.AdEnded, { columns });
      },
      // On platforms with their own sign-in, friends come from the platform.
      sendFriends: played.entry.loginKey === undefined ? undefined : sendPlatformFriends,
    }),
  };
  const repeatAdEvents = (): void =>
    played.adsAvailable.forEach((isAvailable, kind) => emitAdAvailable(emit, kind, isAvailable));
  const chosen = played.applyScenario?.(handlers) ?? handlers;
  const errors = countErrors(game);
  // Errors of a draft are for the person who previews it.
  const pageErrors = options.previewToken === undefined ? reportErrors(game) : undefined;
  const reportToLab = played.lab?.reportPage;
  const arrival = verifyGamePage({
    frame,
    game,
    isHosted: runtimeConfig.gamesUrl?.replace('{game}', game) === gameOrigin,
    tell: options.tell,
    checkPage: () =>
      backgroundApiClient.play.checkPage({ GameSystemName: game, WebPublishingPlatform: played.entry.id }),
    probeHost: () => probeHostByPicture(gameOrigin),
    report: (text) => {
      const news = { state: 'unreachable', text } as const;
      log.warn(`${game}: ${describeGamePageReport(news)}`);
      reportToLab?.(news, describeGamePageReport(news));
    },
  });
  const opened = openBridge({
    frame,
    gameOrigin,
    handlers: played.lab?.watchHandlers(chosen) ?? chosen,
    capabilities: () => listPlatformCapabilities(played),
    onConnected: () => {
      arrival.noteConnected();
      isFirstInfo = true;
      repeatAdEvents();
    },
    log: (note, error) => log.warn(note, error ?? ''),
    onError: errors.add,
  });
  const connected = played.lab?.watchBridge(opened) ?? opened;
  bridge = connected;
  const letGo = played.bind({ own, news: followPlatform(emit, focus, player) });
  if (hasPendingPurchase())
    import('#portal/purchase/resume-purchase.ts')
      .then(({ resumePurchase }) => resumePurchase(shop))
      .catch((error: unknown) => log.warn('A purchase could not be continued after the sign-in.', error));
  const runner = watchUnityRunner(frame, gameOrigin, options.tell);
  const endings = [
    watchGamePage({
      frame,
      gameOrigin,
      game,
      tell: options.tell,
      onWatched: arrival.noteWatched,
      onFailure: pageErrors?.add,
      reportToLab,
    }),
    arrival.stop,
    guardPortal(frame, game, options.tell),
    notifyGameOfChanges(emit, player),
    subscribeToAchievementUnlocks(({ Game, Code }) => {
      if (Game !== game) return;
      portal
        .loadAchievementCalls()
        .then(({ showUnlocked }) => showUnlocked(Code))
        .catch((error: unknown) => log.warn('An achievement could not be shown.', error));
    }),
    focus.stop,
    () => left.abort(),
    letGo,
    player.end,
  ];
  const leave = (): void => {
    for (const end of endings) end();
    const takeAway = parkFrame(frame);
    // Events that the game tracks while it is closing still count.
    void Promise.all([connected.leave(lastWordMs), runner.leave(lastWordMs)])
      .then(takeAway)
      .then(portal.stats.dispose)
      .then(errors.dispose)
      .then(pageErrors?.dispose);
  };
  const requestHelp = (): void => {
    emit('SupportRequest', {});
    // The game can't cover the form.
    void modals.cover(() => openModal('support', { game }));
  };
  return { leave, requestHelp };
}

/** How long a game may take to finish after the player has left. */
const lastWordMs = 2500;

/** The game has no focus while a modal covers it. */
function coverWhileOpen(open: OpenModal, focus: FocusWatch): OpenModal {
  return async (name, props) => {
    focus.setCovered(true);
    await open(name, props);
    focus.setCovered(false);
  };
}

function followPlatform(emit: EmitBridgeEvent, focus: FocusWatch, { readInfo }: PlayerInGame): GameBinding['news'] {
  const sendInfo = (): void =>
    void readInfo().then(
      (info) => emit('UserInfoChanged', info),
      (error: unknown) => log.warn('The game could not be notified of a change on its platform.', error),
    );
  return {
    focus: (isFocused) => focus.setAway(!isFocused),
    playerRefreshed: sendInfo,
    // A copy, because a vendor's objects may have functions.
    sdkEvent: (type, data) =>
      emit('PlatformSdkEvent', { type, data: JSON.parse(JSON.stringify(data ?? null)) as Json }),
    insetsChanged: sendInfo,
    adAvailable: (kind, available) => emitAdAvailable(emit, kind, available),
  };
}

const countErrors = (game: string) =>
  createBridgeErrorCounter({
    game,
    // Anonymous, and small enough for a keepalive request.
    send: (report) => createSessionApiClient(undefined, { keepalive: true }).analytics.countBridgeErrors(report),
    page: window,
    log,
  });

/** The reporter is loaded with the first failure: most games have none. */
function reportErrors(game: string): GameErrorReporter {
  let loading: Promise<GameErrorReporter> | undefined;
  const pass = (use: (reporter: GameErrorReporter) => void): void =>
    void loading?.then(use).catch((error: unknown) => log.warn('Errors could not be reported.', error));
  return {
    add: (news) => {
      if (news.state !== 'shown')
        loading ??= import('./report-game-errors.ts').then((module) => module.startGameErrorReporter(game));
      pass((reporter) => reporter.add(news));
    },
    dispose: () => pass((reporter) => reporter.dispose()),
  };
}
