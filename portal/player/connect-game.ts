// Connects the game in a frame with the portal and tells it what happens around it: the language, the session, consent, the
// orientation, the focus. When it ends the game is told, gets a moment to end in order, and then nothing is left.
import i18next from 'i18next';
import { BridgeError } from '#bridge/bridge-error.ts';
import { openBridge, type Bridge } from '#bridge/host.browser.ts';
import { createMessageBudget } from '#bridge/message-budget.ts';
import type { ParamsOf } from '#bridge/protocol.ts';
import type { ConsentStatus as ConsentWord, PlayerInfo } from '#bridge/shapes.ts';
import { toLocale } from '#model/locale.ts';
import { createGameStats, type GameStatsParts } from '#portal/analytics/game-stats.ts';
import { loadMatches } from '#portal/analytics/load-matches.ts';
import { notePlayer } from '#portal/analytics/note-player.ts';
import { createStatTags } from '#portal/analytics/stat-tags.ts';
import { trackEvent } from '#portal/analytics/track-event.ts';
import { client, clientOfSession, quietClient } from '#portal/api.ts';
import { changeLanguage } from '#portal/i18n/change-language.ts';
import { log } from '#portal/log.ts';
import type { OpenModal } from '#portal/modals/modal-stack.tsx';
import type { PurchaseOutcome } from '#portal/purchase/purchase.ts';
import { consent, subscribeToConsent, type ConsentStatus } from '#portal/reporting/consent.ts';
import { pushToDataLayer, setDataLayerContext } from '#portal/reporting/data-layer.ts';
import { apiOrigin, runtimeConfig } from '#portal/runtime-config.ts';
import { groupHandlers } from '#portal/platform/group-handlers.ts';
import { ownGroups } from './own-groups.ts';
import { capabilitiesOf, type PlayedPlatform } from '#portal/platform/played-platform.ts';
import { currentSession, isSignedIn, subscribeToSession } from '#portal/session-token.ts';
import { bridgeHandlers, type PlayerPort } from './bridge-handlers.ts';
import { countBridgeErrors } from './count-bridge-errors.ts';
import { gameCalls } from './game-calls.ts';
import { guardKeys } from './guard-keys.ts';
import { guardMessages } from './guard-messages.ts';
import { isHeaderUiDisabled } from './header-ui.ts';
import { keepFrame, takeFrameBack } from './keep-frame.ts';
import { oneModalAtATime } from './one-modal-at-a-time.ts';
import { opinionCalls } from './opinion-calls.ts';
import { avatarsAddress } from './platform-friend.ts';
import { playerInfoReader } from './player-info.ts';
import { pushGameData } from './push-game-data.ts';
import { readEnvironment } from './read-environment.ts';
import { watchFocus } from './watch-focus.ts';
import { watchOrientation } from './watch-orientation.ts';
import { watchRunner } from './watch-runner.ts';

export interface ConnectOptions extends Pick<
  PlayerPort,
  'game' | 'openModal' | 'readHash' | 'writeHash' | 'tell' | 'setPlaying'
> {
  readonly played: PlayedPlatform;
  readonly frame: HTMLIFrameElement;
  readonly gameOrigin: string;
  /** Where its statistics go, as its configuration says it now. */
  readonly readAnalytics: GameStatsParts['config'];
}

/** The function that comes back ends it; it has to be called while the frame is still in the page. */
export function connectGame(options: ConnectOptions): () => void {
  const { game, played, frame, gameOrigin } = options;
  const { entry, platform } = played;
  takeFrameBack(frame);
  const startPlay = () => client.play.chooseGame({ GameSystemName: game, WebPublishingPlatform: entry.id });
  const player = notePlayer({
    game,
    isSignedIn: isSignedIn(),
    setContext: setDataLayerContext,
    push: pushToDataLayer,
  });
  const stats = createGameStats({
    game,
    config: options.readAnalytics,
    loadMatches,
    consent,
    track: trackEvent,
    tags: createStatTags(
      (data) => pushGameData(game, data),
      () => performance.now(),
    ),
    loggers: platform.stats ?? {},
    now: () => new Date(),
    log,
  });
  const askInfo = playerInfoReader({
    game,
    played,
    language: () => toLocale(i18next.language),
    environment: () => readEnvironment(platform.insets?.()),
    session: currentSession,
    readConnection: () => client.profile.gameConnection({ Game: game }),
    startPlay,
    readSelling: () =>
      client.store
        .storeAvailability({ Game: game, WebPublishingPlatform: entry.id })
        .then(({ Available }) => Available),
    warn: (text, error) => log.warn(text, error),
    nowMs: () => performance.now(),
  });
  const readInfo = async (): Promise<PlayerInfo> => {
    const info = await askInfo();
    player.note(info);
    return info;
  };
  // There only once the handlers are, which are told of it.
  let bridge: Bridge | undefined;
  // The whole portal is drawn anew.
  const languageBudget = createMessageBudget({ burst: 10, perSecond: 1 }, () => performance.now());
  const focus = watchFocus((change) => bridge?.emit('FocusChanged', change));
  const openCovering: OpenModal = async (name, props) => {
    focus.setCovered(true);
    await options.openModal(name, props);
    focus.setCovered(false);
  };
  const modals = oneModalAtATime(openCovering);
  const over = new AbortController();
  const isRegistered = async (): Promise<boolean> => isSignedIn() && !(await readInfo()).fxId.guest;
  const buy = async (wish: ParamsOf<'BuyProduct'>): Promise<PurchaseOutcome> => {
    const asked = { ...wish, game, platform: entry.id, from: 'game' as const };
    if (entry.purchases === 'platform') {
      const { buyOnPlatform } = await import('#portal/platform/buy-on-platform.ts');
      return buyOnPlatform(played, { ...asked, locale: toLocale(i18next.language) }, purchaseParts(over.signal));
    }
    // A purchase has several modals, one after the other; the game gets to it by a click of its player, and once at a time.
    const own = await import('#portal/purchase/buy.ts');
    return modals.cover(() => own.buy(asked, openCovering));
  };
  // A game has nobody asked who he is.
  const calls = gameCalls(
    { game, platform: entry.id, language: () => toLocale(i18next.language) },
    quietClient,
    isSignedIn,
  );
  const opinions = opinionCalls(game, quietClient);
  const port: PlayerPort = {
    ...options,
    headerUiDisabled: isHeaderUiDisabled(entry),
    readInfo,
    isSignedIn,
    openModal: modals.openModal,
    copy: async (text) => (await platform.clipboard?.copy(text)) ?? copyText(text),
    lifecycle: platform.lifecycle,
    changeLanguage: async (language) => {
      const locale = toLocale(language);
      if (!languageBudget.take()) throw new BridgeError('TooManyRequests');
      await changeLanguage(locale);
      return locale;
    },
    consent: () => consentWord(consent()),
    pushToDataLayer: (data) => pushGameData(game, data),
    calls,
    opinions,
    stats,
    documentTitle: (type) => i18next.t(type === 'PP' ? 'footer.privacy' : 'footer.terms'),
    ownOrigin: window.location.origin,
  };
  const handlers = {
    ...bridgeHandlers(port),
    ...groupHandlers({
      platform,
      title: entry.title,
      isRegistered,
      signInAgain: played.signIn,
      readPlayer: async () => {
        const { fxId } = await readInfo();
        return { userId: fxId.userId, guest: fxId.guest };
      },
      buy,
      setCovered: focus.setCovered,
      tellAd: (kind, { outcome, reason = 'Unknown' }) => {
        if (outcome === 'finished') bridge?.emit('AdsFinished', { kind });
        else if (outcome === 'skipped') bridge?.emit('AdsSkipped', { kind });
        else bridge?.emit('AdsFailed', { kind, reason });
      },
    }),
  };
  const errors = countBridgeErrors({
    game,
    // Of nobody, and small enough to outlive the page.
    send: (report) => clientOfSession(undefined, { keepalive: true }).analytics.countBridgeErrors(report),
    page: window,
    log,
  });
  const connected = openBridge({
    frame,
    gameOrigin,
    handlers: played.lab?.watched(handlers) ?? handlers,
    capabilities: () => capabilitiesOf(played),
    log: (note, error) => log.warn(note, error ?? ''),
    onError: errors.add,
  });
  const opened = played.lab?.heard(connected) ?? connected;
  bridge = opened;
  const letGo = played.bind({
    own: ownGroups({
      ...options,
      isSignedIn,
      openModal: modals.openModal,
      openModalIf: modals.openModalIf,
      calls,
      opinions,
      avatarsUrl: avatarsAddress(options, runtimeConfig.gamesUrl, apiOrigin),
    }),
    news: {
      focus: (isFocused) => focus.setAway(!isFocused),
      insetsChanged: () =>
        void readInfo().then(
          (info) => opened.emit('UserInfoChanged', info),
          (error: unknown) => log.warn('The game could not be told where it may draw now.', error),
        ),
      adAvailable: (kind, available) =>
        opened.emit(kind === 'video' ? 'AdsVideoAvailable' : 'AdsInterstitialAvailable', { available }),
    },
  });
  const tellLanguage = (language: string): void =>
    void opened.emit('LanguageChanged', { language: toLocale(language) });
  i18next.on('languageChanged', tellLanguage);
  const runner = watchRunner(frame, gameOrigin, options.tell);
  const stopGame = (why: string): void => {
    log.warn(`${game} ${why}: it is stopped.`);
    // The bridge closes with the page that it was for. No step in the history: the way back is the portal's.
    frame.contentWindow?.location.replace('about:blank');
    options.tell({ type: 'failed', fault: 'Crashed' });
  };
  const endings = [
    guardKeys(frame, () => stopGame("takes the player's keys from dialogs of the portal")),
    guardMessages(frame, () => stopGame('floods the portal with messages')),
    watchSession(opened, startPlay, readInfo),
    watchOrientation((orientation) => void opened.emit('OrientationChanged', { orientation })),
    subscribeToConsent((status) => void opened.emit('ConsentStatus', { status: consentWord(status) })),
    () => i18next.off('languageChanged', tellLanguage),
    () => focus.stop(),
    () => over.abort(),
    letGo,
    () => player.end(),
  ];
  return () => {
    for (const end of endings) end();
    const takeAway = keepFrame(frame);
    // What the game counts with its last word still counts.
    void Promise.all([opened.leave(lastWordMs), runner.leave(lastWordMs)])
      .then(takeAway)
      .then(stats.dispose)
      .then(errors.dispose);
  };
}

/** How long a game that was left may take to end. */
const lastWordMs = 2500;

/** Signing in does not reload anything: the game is told who plays now. */
function watchSession(bridge: Bridge, startPlay: () => Promise<unknown>, readInfo: () => Promise<PlayerInfo>) {
  let isOver = false;
  const tell = async (): Promise<void> => {
    try {
      if (isSignedIn()) await startPlay();
      const info = await readInfo();
      if (!isOver) bridge.emit('UserInfoChanged', info);
    } catch (error) {
      log.warn('The game could not be told who plays now.', error);
    }
  };
  const end = subscribeToSession(() => void tell());
  return () => {
    isOver = true;
    end();
  };
}

async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch (error) {
    log.debug('The browser does not let the portal copy; the player is shown the text.', error);
    return false;
  }
}

const purchaseParts = (signal: AbortSignal) => ({
  calls: client.store,
  newKey: () => crypto.randomUUID(),
  tell: pushToDataLayer,
  warn: (text: string, error: unknown) => log.warn(text, error),
  signal,
});

const consentWord = (status: ConsentStatus): ConsentWord => (status === 'unknown' ? 'notAsked' : status);
