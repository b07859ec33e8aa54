// Connects the game in a frame with the portal and tells it what happens around it: the language, the session, consent, the
// orientation, the focus. When it ends the port is closed and nothing is left.
import i18next from 'i18next';
import { openBridge, type Bridge } from '#bridge/host.browser.ts';
import type { ConsentStatus as ConsentWord, PlayerInfo } from '#bridge/shapes.ts';
import { toLocale } from '#model/locale.ts';
import { client } from '#portal/api.ts';
import { changeLanguage } from '#portal/i18n/change-language.ts';
import { log } from '#portal/log.ts';
import { consent, subscribeToConsent, type ConsentStatus } from '#portal/reporting/consent.ts';
import { currentSession, isSignedIn, subscribeToSession } from '#portal/session-token.ts';
import type { PlayerAdapter } from './adapter.ts';
import { bridgeHandlers, type PlayerPort } from './bridge-handlers.ts';
import { gameCalls } from './game-calls.ts';
import { isHeaderUiDisabled } from './header-ui.ts';
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
  readonly adapter: PlayerAdapter;
  readonly frame: HTMLIFrameElement;
  readonly gameOrigin: string;
}

/** The function that comes back ends it. */
export function connectGame(options: ConnectOptions): () => void {
  const { game, adapter, frame, gameOrigin } = options;
  const startPlay = () => client.play.chooseGame({ GameSystemName: game, WebPublishingPlatform: adapter.platform });
  const readInfo = playerInfoReader({
    game,
    adapter,
    language: () => toLocale(i18next.language),
    environment: readEnvironment,
    session: currentSession,
    readConnection: () => client.profile.gameConnection({ Game: game }),
    startPlay,
    nowMs: () => performance.now(),
  });
  // There only once the handlers are, which are told of it.
  let bridge: Bridge | undefined;
  const focus = watchFocus((change) => bridge?.emit('FocusChanged', change));
  const port: PlayerPort = {
    ...options,
    headerUiDisabled: isHeaderUiDisabled(adapter),
    readInfo,
    isSignedIn,
    isRegistered: async () => isSignedIn() && !(await readInfo()).fxId.guest,
    openModal: async (name, props) => {
      focus.setCovered(true);
      await options.openModal(name, props);
      focus.setCovered(false);
    },
    copy: copyText,
    changeLanguage: async (language) => {
      const locale = toLocale(language);
      await changeLanguage(locale);
      return locale;
    },
    consent: () => consentWord(consent()),
    pushToDataLayer: (data) => pushGameData(game, data),
    calls: gameCalls(game, client, isSignedIn),
  };
  const opened = openBridge({
    frame,
    gameOrigin,
    handlers: { ...bridgeHandlers(port), ...adapter.handlers },
    capabilities: adapter.capabilities,
    log: (note, error) => log.warn(note, error ?? ''),
  });
  bridge = opened;
  const tellLanguage = (language: string): void =>
    void opened.emit('LanguageChanged', { language: toLocale(language) });
  i18next.on('languageChanged', tellLanguage);
  const endings = [
    watchRunner(frame, gameOrigin, options.tell),
    watchSession(opened, startPlay, readInfo),
    watchOrientation((orientation) => void opened.emit('OrientationChanged', { orientation })),
    subscribeToConsent((status) => void opened.emit('ConsentStatus', { status: consentWord(status) })),
    () => i18next.off('languageChanged', tellLanguage),
    () => focus.stop(),
  ];
  return () => {
    opened.emit('Leaving', {});
    for (const end of endings) end();
    opened.dispose();
  };
}

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

const consentWord = (status: ConsentStatus): ConsentWord => (status === 'unknown' ? 'notAsked' : status);
