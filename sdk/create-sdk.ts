// The SDK itself, without knowing how it was loaded. What it promises a game:
// - `init` always resolves, within a bounded time. It is never the reason why a game does not start.
// - Every call settles; a call that cannot work rejects with a code.
// - A connection that has ended can be made anew: calls reject with Closed until `init` is called again. Listeners stay.
// - A listener that throws disturbs nobody else.
import type { PlayerInfo } from '../bridge/shapes.ts';
import { createModules } from './modules.ts';
import type { LocalOptions } from './local-portal.ts';
import type { Call, Environment, InitOptions, PauseReason, Sdk, SdkEvents } from './sdk.ts';
import { SdkError } from './sdk-error.ts';
import { version } from './version.ts';

/** Who answers calls: a portal, or what stands in for it. Rejects with errors that have a `code`. */
export interface Portal {
  call(method: string, params: object): Promise<unknown>;
  on(event: string, listener: (data: unknown) => void): unknown;
  /** Told once, when nobody answers any more. */
  onClosed?(listener: () => void): unknown;
}

export interface Surroundings {
  /** In a frame; a portal is never anywhere else. */
  readonly isFramed: boolean;
  /** On the developer's own machine. */
  readonly isDevelopment: boolean;
  /** Undefined when nobody has answered in time. */
  connect(options: { timeoutMs: number; portalOrigins: readonly string[] }): Promise<Portal | undefined>;
  /** Loaded when needed only: a player never needs it. */
  loadLocalPortal(): Promise<(options?: LocalOptions) => Portal>;
}

const defaultTimeoutMs = 5000;

export function createSdk(surroundings: Surroundings): Sdk {
  let starting: Promise<PlayerInfo> | undefined;
  let isOver = false;
  // Whose events are heard, and, once it is known who plays, whom calls go to.
  let source: Portal | undefined;
  let portal: Portal | undefined;
  let environment: Environment | undefined;
  let info: PlayerInfo | undefined;
  const listeners = new Map<string, Set<(data: never) => void>>();
  const pauses = new Set<PauseReason>();

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

  const emit = (event: string, data: unknown) => {
    for (const listener of new Set(listeners.get(event))) {
      try {
        listener(data as never);
      } catch (error) {
        // To the page's own error handler, once the others have heard the event.
        setTimeout(() => {
          throw error;
        });
      }
    }
  };

  const pause = (reason: PauseReason, isPaused: boolean) => {
    const before = pauses.size;
    if (isPaused) pauses.add(reason);
    else pauses.delete(reason);
    if (before === 0 && pauses.size > 0) emit('pause', { reason });
    if (before > 0 && pauses.size === 0) emit('resume', { reason });
  };

  const heard: { [E in keyof SdkEvents]?: (data: SdkEvents[E]) => void } = {
    userInfoChanged: (data) => {
      info = data;
    },
    languageChanged: ({ language }) => {
      if (info) info = { ...info, fxId: { ...info.fxId, locale: language } };
    },
    focusChanged: ({ focused }) => pause('focus', !focused),
  };

  const learn = (late: PlayerInfo) => {
    info = late;
    emit('userInfoChanged', late);
  };

  // The portal's events have to be asked for one by one.
  const subscribe = (event: string) =>
    source?.on(event.charAt(0).toUpperCase() + event.slice(1), (data) => {
      (heard as Record<string, ((data: unknown) => void) | undefined>)[event]?.(data);
      emit(event, data);
    });

  const findPortal = async (options: InitOptions): Promise<{ portal: Portal; environment?: Environment }> => {
    const { timeoutMs = defaultTimeoutMs, portalOrigins = [], environment: wanted, local } = options;
    const { isFramed, isDevelopment } = surroundings;
    if (!wanted && isFramed) {
      const found = await surroundings.connect({ timeoutMs, portalOrigins });
      if (found) return { portal: found };
    }
    // A silent frame on a public address may be a portal in trouble: no player must meet an invented purchase there.
    if (wanted === 'disabled' || (!wanted && isFramed && !isDevelopment))
      return { portal: refusing('there is no portal here.'), environment: 'disabled' };
    const createLocalPortal = await within(timeoutMs, surroundings.loadLocalPortal(), undefined);
    if (!createLocalPortal) throw new Error('the invented portal did not load in time');
    return { portal: createLocalPortal(local), environment: 'local' };
  };

  const start = async (options: InitOptions) => {
    const limitMs = options.timeoutMs ?? defaultTimeoutMs;
    // Calls wait for the new one, which says by itself when the player is away.
    portal = undefined;
    isOver = false;
    pause('focus', false);
    const found = await findPortal(options).catch((error: unknown) => ({
      portal: refusing(`starting failed: ${String(error)}`),
      environment: 'disabled' as const,
    }));
    source = found.portal;
    source.onClosed?.(() => {
      isOver = true;
    });
    for (const event of new Set([...Object.keys(heard), ...listeners.keys()])) subscribe(event);
    // A portal that cannot say who plays, or not in time, is still a portal: the game starts, for nobody in particular.
    const asked = source.call('GetInfo', {}) as Promise<PlayerInfo>;
    info = await within(
      limitMs,
      asked.catch(() => nobody),
      nobody,
    );
    if (info === nobody) asked.then(learn, () => undefined);
    environment = found.environment ?? (/^(fxid)?$/i.test(info.social.social) ? 'portal' : 'embedded');
    portal = found.portal;
    return info;
  };

  const { payments, ...modules } = createModules(call, (isPaused) => pause('ad', isPaused));
  return {
    version,
    get environment() {
      return environment;
    },
    init: (options = {}) => (starting = starting && !isOver ? starting : start(options)),
    call,
    invoke: call,
    on(event, listener) {
      const all = listeners.get(event) ?? new Set();
      if (!listeners.has(event) && !(event in heard)) subscribe(event);
      listeners.set(event, all.add(listener));
      return () => void all.delete(listener);
    },

    capabilities: {
      has: (capability) => info?.social.capabilities.includes(capability) ?? false,
    },

    player: {
      get info() {
        return info;
      },
      refresh: async () => (info = await call('GetInfo')),
      signIn: () => call('AuthenticateUser'),
      setStatus: (status, options) => call('SetStatus', { ...options, status }),
    },

    locale: {
      get current() {
        return info?.fxId.locale ?? 'en';
      },
      change: (language) => call('ChangeLanguage', { language }).then((answer) => answer.language),
    },

    payments: {
      ...payments,
      get available() {
        return info?.social.paymentsAvailable ?? false;
      },
    },

    ...modules,
  };
}

/** Stands in where there is nobody: a call is refused, never left hanging. */
function refusing(why: string): Portal {
  return {
    call: (method) =>
      Promise.reject(
        new SdkError('NotSupported', method, `${why} For an invented one: init({ environment: 'local' }).`),
      ),
    on: () => undefined,
  };
}

/** The value, or after that time the other one. */
function within<T, O>(limitMs: number, value: Promise<T>, other: O): Promise<T | O> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, limitMs, other);
    value.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

const nobody: PlayerInfo = {
  game: '',
  sdk: { version: { major: 1, minor: 5 }, build: '190' },
  environment: { os: '', isMobile: false, safeArea: { left: 0, right: 0, top: 0, bottom: 0 } },
  fxId: {
    userId: '',
    marketingEnabled: false,
    locale: 'en',
    gameUid: '',
    guest: true,
    hasEmail: false,
    emailValidated: false,
    hasCompletedOrder: false,
  },
  social: {
    social: '',
    paymentsAvailable: false,
    userId: '',
    displayName: '',
    firstName: '',
    lastName: '',
    gender: 'unspecified',
    capabilities: [],
  },
};
