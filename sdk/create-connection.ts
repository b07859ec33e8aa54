// The SDK's connection with whoever answers: made by `init`, made anew when it has ended, and what is known by it.
import { createListeners } from '../bridge/listeners.browser.ts';
import type { PlayerInfo } from '../bridge/shapes.ts';
import { createPauses } from './create-pauses.ts';
import { defaultTimeoutMs, findPortal, type Portal, type Surroundings } from './find-portal.ts';
import { nobody } from './nobody.ts';
import type { Call, Environment, InitOptions, PauseReason, Sdk, SdkEvents } from './sdk.ts';
import { SdkError } from './sdk-error.ts';
import { within } from './within.ts';

export interface Connection {
  readonly init: (options?: InitOptions) => Promise<PlayerInfo>;
  readonly call: Call;
  readonly on: Sdk['on'];
  readonly pause: (reason: PauseReason, isPaused: boolean) => void;
  readonly environment: () => Environment | undefined;
  readonly info: () => PlayerInfo | undefined;
  /** Asks the portal anew. */
  readonly refreshInfo: () => Promise<PlayerInfo>;
}

export function createConnection(surroundings: Surroundings): Connection {
  let starting: Promise<PlayerInfo> | undefined;
  let isOver = false;
  // Whose events are heard, and, once it is known who plays, whom calls go to.
  let source: Portal | undefined;
  let portal: Portal | undefined;
  let environment: Environment | undefined;
  let info: PlayerInfo | undefined;
  const listeners = createListeners();
  const pause = createPauses(listeners.emit);

  const call = (async (method: string, params: object = {}) => {
    if (!starting) throw new SdkError('NotInitialized', method, 'call FxId.init() first.');
    if (!portal) await starting;
    try {
      return await portal?.call(method, params);
    } catch (cause) {
      const { code, message } = cause as Partial<SdkError>;
      throw new SdkError(code ?? 'Unknown', method, message ?? String(cause), cause);
    }
  }) as Call;

  /** What the SDK itself learns from events, before the game hears of them. */
  const ownListeners: { [E in keyof SdkEvents]?: (data: SdkEvents[E]) => void } = {
    userInfoChanged: (data) => {
      info = data;
    },
    languageChanged: ({ language }) => {
      if (info) info = { ...info, fxId: { ...info.fxId, locale: language } };
    },
    focusChanged: ({ focused }) => pause('focus', !focused),
  };
  const subscribed = new Set(Object.keys(ownListeners));

  // The portal's events have to be asked for one by one.
  const subscribe = (event: string) =>
    source?.on(event.charAt(0).toUpperCase() + event.slice(1), (data) => {
      (ownListeners as Record<string, ((data: unknown) => void) | undefined>)[event]?.(data);
      listeners.emit(event, data);
    });

  const start = async (options: InitOptions) => {
    const limitMs = options.timeoutMs ?? defaultTimeoutMs;
    // Calls wait for the new one, which says by itself when the player is away.
    portal = undefined;
    isOver = false;
    pause('focus', false);
    const found = await findPortal(surroundings, options);
    source = found.portal;
    source.onClosed?.(() => {
      isOver = true;
    });
    for (const event of subscribed) subscribe(event);
    // A portal that cannot say who plays, or not in time, is still a portal: the game starts, for nobody in particular.
    const asked = source.call('GetInfo', {}) as Promise<PlayerInfo>;
    info = await within(
      limitMs,
      asked.catch(() => nobody),
      nobody,
    );
    if (info === nobody) asked.then(learnLate, () => undefined);
    environment = found.environment ?? (/^(fxid)?$/i.test(info.social.social) ? 'portal' : 'embedded');
    portal = found.portal;
    return info;
  };

  const learnLate = (late: PlayerInfo) => {
    info = late;
    listeners.emit('userInfoChanged', late);
  };

  return {
    init: (options = {}) => (starting = starting && !isOver ? starting : start(options)),
    call,
    on(event, listener) {
      if (!subscribed.has(event)) {
        subscribed.add(event);
        subscribe(event);
      }
      return listeners.add(event, listener);
    },
    pause,
    environment: () => environment,
    info: () => info,
    refreshInfo: async () => (info = await call('GetInfo')),
  };
}
