import type { createGameEvents } from '../kit/game-events.browser.ts';
import { readOptions } from '../kit/read-options.browser.ts';
import { reject } from './bridge-error.browser.ts';
import type { BridgeHost } from './host.browser.ts';
import type { createPauses } from './pauses.browser.ts';
import type { BridgePlatform } from './vendor-types.ts';

const starts = new Set(['gameplay_started', 'level_started', 'level_resumed']);
const stops = new Set(['gameplay_stopped', 'level_paused', 'level_completed', 'level_failed']);
const questEvents = /^(level_(started|completed|failed)|player_got_achievement)$/;

export function createPlatform(
  { sdk, events }: BridgeHost,
  gameEvents: ReturnType<typeof createGameEvents>,
  pauses: ReturnType<typeof createPauses>,
  { payload, onMessage }: { readonly payload: () => string | null; readonly onMessage: (message: unknown) => void },
): BridgePlatform {
  let isReady = false;
  const tell = (message: unknown): void => {
    events.emit('platform_message_sent', message);
    onMessage(message);
  };
  const sendEvent = (name: string, options: unknown): void => {
    const { world, level } = readOptions(options as { world?: unknown; level?: unknown });
    const [p1, p2] = [world, level].map((word) =>
      typeof word === 'string' || typeof word === 'number' ? String(word).slice(0, 100) : '',
    );
    gameEvents.tell(({ game }) => game.event(name.slice(0, 100), { ...(p1 && { p1 }), ...(p2 && { p2 }) }));
  };
  const { on, off, once } = events;
  return {
    on,
    off,
    once,
    get id() {
      return sdk() ? 'playgama' : 'mock';
    },
    sdk: null,
    get language() {
      return (sdk()?.locale.current ?? navigator.language).slice(0, 2).toLowerCase();
    },
    get payload() {
      return payload();
    },
    tld: null,
    launchSource: null,
    isGetAllGamesSupported: false,
    isGetGameByIdSupported: false,
    isExternalCallsSupported: true,
    get isExternalLinksAllowed() {
      const opened = sdk();
      return opened !== undefined && !opened.capabilities.has('OutgoingLinksForbidden');
    },
    get isAudioEnabled() {
      return !pauses.isPaused();
    },
    get isPaused() {
      return pauses.isPaused();
    },
    sendMessage: async (message, options) => {
      if (message === 'game_ready') {
        if (isReady) return reject('The message was sent before.');
        isReady = true;
      }
      tell(message);
      if (message === 'in_game_loading_started') gameEvents.loadingProgress(0);
      if (message === 'game_ready' || message === 'in_game_loading_stopped') gameEvents.loadingStop();
      if (starts.has(message)) gameEvents.gameplayStart();
      if (stops.has(message)) gameEvents.gameplayStop();
      if (questEvents.test(message)) sendEvent(message, options);
    },
    sendCustomMessage: async (id, options) => {
      tell(id);
      if (typeof id === 'string' && id !== '') sendEvent(id, options);
    },
    getServerTime: async () => Date.now(),
    getAllGames: () => reject('Not available here.'),
    getGameById: () => reject('Not available here.'),
  };
}
