// The SDK's connection to the portal or its substitute. `init` opens it, and opens a new one after it has closed.
import { createListeners } from '../bridge/listeners.browser.ts';
import type { PlayerInfo } from '../bridge/shapes.ts';
import { fetchPlayerInfo } from './fetch-player-info.ts';
import { createPauseTracker } from './create-pause-tracker.ts';
import { defaultInitTimeoutMs, findPortal, type Portal, type SdkHostEnvironment } from './find-portal.ts';
import { createPortalEvents } from './portal-events.ts';
import type { CallMethod, Environment, InitOptions, Sdk } from './sdk.ts';
import { SdkError } from './sdk-error.ts';

export interface SdkConnection {
  readonly init: (options?: InitOptions) => Promise<PlayerInfo>;
  readonly call: CallMethod;
  readonly on: Sdk['on'];
  readonly environment: () => Environment | undefined;
  readonly info: () => PlayerInfo | undefined;
  readonly refreshInfo: () => Promise<PlayerInfo>;
}

export function createConnection(surroundings: SdkHostEnvironment): SdkConnection {
  let starting: Promise<PlayerInfo> | undefined;
  let isOver = false;
  // Set when the portal has replied who plays. Calls wait for it.
  let portal: Portal | undefined;
  let environment: Environment | undefined;
  let info: PlayerInfo | undefined;
  const listeners = createListeners();
  const pause = createPauseTracker(listeners.emit);
  const { on, follow } = createPortalEvents(listeners);
  // The SDK's own listeners are added first, so that its state is current when the game's listeners run.
  on('userInfoChanged', (changed) => void (info = changed));
  on('languageChanged', ({ language }) => {
    if (info) info = { ...info, fxId: { ...info.fxId, locale: language } };
  });
  on('focusChanged', ({ focused }) => pause('focus', !focused));

  const start = async (options: InitOptions): Promise<PlayerInfo> => {
    // Calls wait for the new connection, which reports a loss of focus itself.
    portal = undefined;
    isOver = false;
    pause('focus', false);
    const found = await findPortal(surroundings, options);
    found.portal.onClosed?.(() => (isOver = true));
    follow(found.portal);
    info = await fetchPlayerInfo(found.portal, options.timeoutMs ?? defaultInitTimeoutMs, (late) =>
      listeners.emit('userInfoChanged', late),
    );
    environment = found.environment ?? (/^(fxid)?$/i.test(info.social.social) ? 'portal' : 'embedded');
    portal = found.portal;
    return info;
  };

  const call = (async (method: string, params: object = {}) => {
    if (!starting) throw new SdkError('NotInitialized', method, 'call FxId.init() first.');
    if (!portal) await starting;
    // The SDK itself is the first listener.
    if (method === 'AuthenticateUser' && listeners.count('userInfoChanged') > 1) params = { listens: true };
    // Engines and old games call these methods directly; they get the pause events too.
    const isAd = /^Ads(Video|Interstitial)Show$/.test(method);
    if (isAd) pause('ad', true);
    try {
      return await portal?.call(method, params);
    } catch (cause) {
      const { code, message } = cause as Partial<SdkError>;
      throw new SdkError(code ?? 'Unknown', method, message ?? String(cause), cause);
    } finally {
      if (isAd) pause('ad', false);
    }
  }) as CallMethod;

  return {
    init: (options = {}) => (starting = starting && !isOver ? starting : start(options)),
    call,
    on,
    environment: () => environment,
    info: () => info,
    refreshInfo: async () => (info = await call('GetInfo')),
  };
}
