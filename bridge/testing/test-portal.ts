// A portal with fixed replies for the protocol's test cases, independent of the transport.
import { openBridge, type Bridge, type BridgeOptions } from '#bridge/host.browser.ts';
import { BridgeError } from '#bridge/bridge-error.ts';
import type { BridgeHandlers } from '#bridge/handlers.browser.ts';
import type { PlayerInfo } from '#bridge/shapes.ts';

export interface TestPortal extends Bridge {
  readonly notes: readonly string[];
  readonly connections: readonly number[];
  readonly closings: () => number;
}

/** Commands that a test case sends as StatEvent to make the portal do something. */
export type TestCommand = 'throw' | 'cancel' | 'silent' | 'wrong' | 'no-gesture' | 'dispose' | 'emit' | 'leak';

export function openTestPortal(
  options: Pick<BridgeOptions, 'frame' | 'gameOrigin' | 'window'>,
  /** By default, the test case decides whether there was a user gesture. */
  { believesBrowser = false } = {},
): TestPortal {
  const notes: string[] = [];
  const connections: number[] = [];
  let closings = 0;
  let hash = '';
  let gesture = true;
  const wishes: Readonly<Record<TestCommand, () => unknown>> = {
    throw: () => {
      throw new Error('password=hunter2');
    },
    cancel: async () => Promise.reject(new BridgeError('UserCancelled')),
    silent: () => new Promise(() => {}),
    wrong: () => 'not an object',
    leak: () => ({ authToken: 'secret' }),
    'no-gesture': () => void (gesture = false),
    dispose: () => bridge.dispose(),
    emit: () => {
      bridge.emit('LanguageChanged', { language: 'fr' });
      bridge.emit('FocusChanged', { focused: false, reason: 'pip' });
      bridge.emit('Leaving', {});
    },
  };
  const handlers: BridgeHandlers = {
    GetInfo: () => testPlayerInfo,
    GetUrlHash: () => ({ hash }),
    SetUrlHash: async (params) => void (hash = params.hash),
    ChangeLanguage: async ({ language }) => ({ language }),
    StatEvent: ({ name }) => (Object.hasOwn(wishes, name) ? (wishes[name as TestCommand]() as undefined) : undefined),
    SendInGameEvent: () => ({ sent: true }),
    GetFriends: () => ({ friends: [] }),
    CanReview: () => ({ canReview: true }),
    BuyProduct: ({ sku }, { signal }) =>
      sku === 'waits'
        ? new Promise((_, reject) => signal.addEventListener('abort', () => reject(new BridgeError('Closed'))))
        : { transactionId: sku, stats: { currency: 'EUR', currencyAmount: 1, usdAmount: 1.1 } },
  };
  const bridge = openBridge({
    ...options,
    handlers,
    capabilities: () => ['FriendsList'],
    ...(believesBrowser ? {} : { hasGesture: () => gesture }),
    log: (note) => notes.push(note),
    onConnected: (version) => connections.push(version),
    onClosed: () => (closings += 1),
  });
  return {
    notes,
    connections,
    closings: () => closings,
    get connected() {
      return bridge.connected;
    },
    emit: (event, data) => bridge.emit(event, data),
    dispose: () => bridge.dispose(),
    leave: (timeoutMs) => bridge.leave(timeoutMs),
  };
}

export const testPlayerInfo: PlayerInfo = {
  game: 'gem-miner',
  sdk: { version: { major: 1, minor: 5 }, build: '190' },
  environment: { os: 'Linux', isMobile: false, safeArea: { left: 0, right: 0, top: 0, bottom: 0 } },
  fxId: {
    userId: '00000000-0000-4000-8000-000000000001',
    marketingEnabled: false,
    locale: 'en',
    gameUid: 'g-1',
    guest: true,
    hasEmail: false,
    emailValidated: false,
    hasCompletedOrder: false,
  },
  social: {
    social: 'FxId',
    paymentsAvailable: false,
    userId: 'g-1',
    displayName: 'Ada',
    firstName: 'Ada',
    lastName: '',
    gender: 'unspecified',
    capabilities: ['FriendsList'],
  },
};
