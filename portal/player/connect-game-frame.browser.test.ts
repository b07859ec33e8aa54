// A game over a real message channel receives events about the page, the platform and the session.
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import i18next from 'i18next';
import { connectToPort, type PortalConnection } from '#bridge/game.browser.ts';
import { buildHelloMessage } from '#bridge/envelope.ts';
import type { EventName, Events } from '#bridge/protocol.ts';
import type { Achievement } from '#model/achievement.ts';
import { publishAchievementUnlock } from '#portal/achievement-unlocks.ts';
import type { Quest } from '#model/quest.ts';
import type { AdUnit, PlatformConnection } from '#platforms/port.browser.ts';
import type { OpenModal } from '#portal/shell/open-modal.ts';
import type { ConnectedPlatform, GameBinding } from '#portal/platform/connected-platform.ts';
import { setConsent } from '#portal/reporting/consent.ts';
import { runtimeConfig } from '#portal/runtime-config.ts';
import { beginSession, endSession, isSignedIn } from '#portal/session-token.ts';
import { mockApi } from '#portal/testing/mock-api.ts';
import { startOwnPlatform } from '#portal/testing/start-own-platform.ts';
import { connectGameFrame } from './connect-game-frame.ts';
import type { GameLoadingEvent } from './loading-state.ts';

const gameOrigin = 'https://miner.games.example';

/** Fakes the screen's orientation, which jsdom lacks. */
function holdScreen() {
  const listeners = new Set<() => void>();
  const query = {
    matches: false,
    addEventListener: (_: string, listener: () => void) => void listeners.add(listener),
    removeEventListener: (_: string, listener: () => void) => void listeners.delete(listener),
  };
  vi.stubGlobal('matchMedia', () => query);
  return {
    listeners,
    turn: (isLandscape: boolean) => {
      query.matches = isLandscape;
      for (const listener of listeners) listener();
    },
  };
}

beforeEach(async () => {
  if (!i18next.isInitialized) await i18next.init({ lng: 'en', resources: {} });
  vi.spyOn(document, 'hasFocus').mockReturnValue(true);
});
const endings: (() => void)[] = [];
afterEach(() => {
  for (const end of endings.splice(0)) end();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  endSession();
  localStorage.clear();
});

interface Harness {
  readonly entry?: Partial<ConnectedPlatform['entry']>;
  readonly replies?: Parameters<typeof mockApi>[0];
  readonly adsAvailable?: ConnectedPlatform['adsAvailable'];
  readonly groups?: Partial<PlatformConnection>;
  readonly openModal?: OpenModal;
  readonly onQuestProgress?: (quests: readonly Quest[]) => void;
  readonly onUnlocked?: (achievements: readonly Achievement[]) => void;
}

/** A connected game that has requested its player. */
async function play({
  groups = {},
  openModal = async () => undefined,
  entry = {},
  replies = {},
  adsAvailable = new Map(),
  onQuestProgress,
  onUnlocked,
}: Harness = {}) {
  const screen = holdScreen();
  const calls = mockApi({
    'play.chooseGame': { Success: true },
    'store.storeAvailability': { Available: false },
    ...replies,
    'analytics.countBridgeErrors': {},
    'analytics.reportGameErrors': {},
    'profile.gameConnection': ({ token }) => ({
      Account: { AccountId: `account of ${token}`, Name: 'Ada', Guest: false },
      ConnectedGame: { GameUid: `uid of ${token}`, GameJwt: 'jwt' },
    }),
  });
  const frame = document.createElement('iframe');
  document.body.append(frame);
  const channel = Promise.withResolvers<MessagePort>();
  const gameWindow = {
    postMessage: (_: unknown, __: string, [port]: MessagePort[]) => port && channel.resolve(port),
  };
  Object.defineProperty(frame, 'contentWindow', { value: gameWindow });
  const post = (data: unknown): void =>
    void window.dispatchEvent(
      Object.assign(new Event('message'), { source: gameWindow, origin: gameOrigin, data, ports: [] }),
    );
  const own = await startOwnPlatform(isSignedIn);
  let news: GameBinding['news'] | undefined;
  const told: GameLoadingEvent[] = [];
  const { leave, requestHelp } = connectGameFrame({
    game: 'miner',
    played: {
      ...own,
      entry: { ...own.entry, ...entry },
      adsAvailable,
      platform: { ...own.platform, ...groups },
      bind: (bound) => {
        ({ news } = bound);
        const letGo = own.bind(bound);
        return () => {
          news = undefined;
          letGo();
        };
      },
    },
    frame,
    gameOrigin,
    openModal,
    onQuestProgress,
    onUnlocked,
    readHash: () => '',
    writeHash: () => undefined,
    readConfig: () => ({}),
    tell: (event) => void told.push(event),
    setPlaying: () => undefined,
  });
  const end = onceOnly(leave);
  endings.push(end, () => frame.remove());
  post(buildHelloMessage('first', false));
  const game = connectToPort(await channel.promise, window.location.origin);
  endings.push(() => game.close());
  const early = record(game, 'AdsVideoAvailable', 'AdsInterstitialAvailable');
  const info = await game.call('GetInfo');
  return { game, early, info, screen, calls, end, requestHelp, post, told, frame, news: () => news };
}

const onceOnly = (end: () => void) => {
  let isOver = false;
  return (): void => {
    if (!isOver) end();
    isOver = true;
  };
};

/** Records every event of these names. */
function record<E extends EventName>(game: PortalConnection, ...names: E[]) {
  const events: [E, Events[E]][] = [];
  for (const name of names) game.on(name, (data) => void events.push([name, data]));
  return events;
}

/** All earlier events have arrived, because this call was sent after them. */
const caughtUp = (game: PortalConnection) => game.call('ConsentManagerStatus');

test("the portal’s help button opens the support form, the game can't open a modal over it, and is notified", async () => {
  const opened: unknown[] = [];
  const closed = Promise.withResolvers<void>();
  const { game, requestHelp } = await play({
    openModal: (name, props) => {
      opened.push([name, props]);
      return closed.promise;
    },
  });
  const events = record(game, 'SupportRequest');
  requestHelp();
  await caughtUp(game);
  expect(events).toEqual([['SupportRequest', {}]]);
  await expect(game.call('RequestSupport', {})).rejects.toMatchObject({ code: 'Busy' });
  expect(opened).toEqual([['support', { game: 'miner' }]]);
  closed.resolve();
});

test('a game and the page around it are notified of quests that an event advanced', async () => {
  beginSession('t1');
  const seen: unknown[] = [];
  const quest = { Id: questId, Game: 'miner', Title: 'Dig', Progress: 2, Goal: 2, Done: true };
  const { game } = await play({
    replies: { 'crossPlay.rules': { Rules: [] }, 'crossPlay.send': { Quests: [quest] } },
    onQuestProgress: (quests) => seen.push(...quests),
  });
  const events = record(game, 'QuestProgress');
  expect(await game.call('SendInGameEvent', { eventCode: 'dig' })).toEqual({ sent: true });
  await caughtUp(game);
  expect(events).toEqual([['QuestProgress', { id: questId, title: 'Dig', progress: 2, goal: 2, done: true }]]);
  expect(seen).toEqual([quest]);
});

test('the game and the page around it are notified of achievements that the game or its quest unlocked', async () => {
  beginSession('t1');
  const seen: Achievement[] = [];
  const texts = { Name: 'Digger', Description: '', Points: 5, Progress: 1, Target: 1, Hidden: false };
  const unlockedAt = '2026-11-18T09:00:00.000Z';
  const digger: Achievement = { Game: 'miner', Code: 'digger', ...texts, UnlockedAt: unlockedAt };
  const { game } = await play({
    replies: {
      'crossPlay.rules': { Rules: [] },
      'crossPlay.send': { Quests: [], Achievements: [digger] },
      'achievements.unlock': { Achievement: { ...digger, Code: 'first' }, Unlocked: true },
    },
    onUnlocked: (achievements) => seen.push(...achievements),
  });
  const events = record(game, 'AchievementUnlocked');
  await game.call('SendInGameEvent', { eventCode: 'dig' });
  expect(await game.call('UnlockAchievement', { code: 'first' })).toEqual({ unlocked: true });
  const told = { name: 'Digger', description: '', points: 5, progress: 1, target: 1, unlockedAt };
  await vi.waitFor(() =>
    expect(events).toEqual([
      ['AchievementUnlocked', { code: 'digger', ...told }],
      ['AchievementUnlocked', { code: 'first', ...told }],
    ]),
  );
  expect(seen.map(({ Code }) => Code)).toEqual(['digger', 'first']);
});

test("an achievement that the game's server unlocks is shown, if it belongs to this game", async () => {
  beginSession('t1');
  const seen: Achievement[] = [];
  const texts = { Name: 'Champion', Description: '', Points: 5, Progress: 1, Target: 1, Hidden: false };
  const champion: Achievement = { Game: 'miner', Code: 'champion', ...texts, UnlockedAt: '2026-11-18T09:00:00.000Z' };
  const { game } = await play({
    replies: { 'achievements.list': { Achievements: [{ ...champion, Code: 'other' }, champion], HiddenCount: 0 } },
    onUnlocked: (achievements) => seen.push(...achievements),
  });
  const events = record(game, 'AchievementUnlocked');
  publishAchievementUnlock({ Game: 'elsewhere', Code: 'champion' });
  publishAchievementUnlock({ Game: 'miner', Code: 'champion' });
  await vi.waitFor(() => expect(events).toHaveLength(1));
  expect(seen).toEqual([champion]);
});

const questId = '0b1f3f0a-7c1e-4b57-9d2e-3a5f6c7d8e90';

describe('ads', () => {
  const unit = (show: AdUnit['show']): AdUnit => ({ ready: async () => true, show });

  test.each<[Awaited<ReturnType<AdUnit['show']>>, string, object]>([
    [{ outcome: 'finished' }, 'AdsFinished', { kind: 'video' }],
    [{ outcome: 'skipped' }, 'AdsSkipped', { kind: 'video' }],
    [{ outcome: 'failed', reason: 'AdsNotConnected' }, 'AdsFailed', { kind: 'video', reason: 'AdsNotConnected' }],
    [{ outcome: 'failed', reason: 'Unknown' }, 'AdsFailed', { kind: 'video', reason: 'Unknown' }],
  ])('an ad that ends with %o is reported as %s', async (result, event, data) => {
    const { game } = await play({ groups: { video: unit(async () => result) } });
    const events = record(game, 'AdsFinished', 'AdsSkipped', 'AdsFailed');
    expect(await game.call('AdsVideoShow', {})).toEqual(result);
    expect(events).toEqual([[event, data]]);
  });

  test("an ad that the platform can't show causes an answer and an event, not an error", async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const { game } = await play({ groups: { interstitial: unit(() => Promise.reject(new Error('blocked'))) } });
    const events = record(game, 'AdsFailed');
    expect(await game.call('AdsInterstitialShow', {})).toEqual({ outcome: 'failed', reason: 'Unknown' });
    expect(events).toEqual([['AdsFailed', { kind: 'interstitial', reason: 'Unknown' }]]);
  });

  test('the game loses focus while an ad is shown', async () => {
    const shown = Promise.withResolvers<{ outcome: 'finished' }>();
    const { game } = await play({ groups: { video: unit(() => shown.promise) } });
    const events = record(game, 'FocusChanged');
    const showing = game.call('AdsVideoShow', {});
    await vi.waitFor(() => expect(events).toEqual([['FocusChanged', { focused: false, reason: 'hint' }]]));
    shown.resolve({ outcome: 'finished' });
    await showing;
    await caughtUp(game);
    expect(events[1]).toEqual(['FocusChanged', { focused: true }]);
  });

  test('the platform reports when an ad is available', async () => {
    const { game, news } = await play();
    const events = record(game, 'AdsVideoAvailable', 'AdsInterstitialAvailable');
    news()?.adAvailable('video', true);
    news()?.adAvailable('interstitial', false);
    await caughtUp(game);
    expect(events).toEqual([
      ['AdsVideoAvailable', { available: true }],
      ['AdsInterstitialAvailable', { available: false }],
    ]);
  });
});

test('a game that connects, or starts to listen, after the platform reported its ads is still notified', async () => {
  const { game, early } = await play({
    adsAvailable: new Map([
      ['video', true],
      ['interstitial', false],
    ]),
  });
  const late = record(game, 'AdsVideoAvailable', 'AdsInterstitialAvailable');
  const known = [
    ['AdsVideoAvailable', { available: true }],
    ['AdsInterstitialAvailable', { available: false }],
  ];
  await vi.waitFor(() => expect(late).toEqual(known));
  expect(early.slice(0, 2)).toEqual(known);
  await game.call('GetInfo');
  await caughtUp(game);
  expect(late).toHaveLength(2);
});

test('on a platform without reviews, review calls get answers, not errors', async () => {
  const { game, info } = await play({ groups: { reviews: undefined } });
  expect(info.social.capabilities).not.toContain('RateApplication');
  expect(await game.call('CanReview')).toEqual({ canReview: false });
  expect(await game.call('RequestReview')).toEqual({ shown: false });
  expect(await game.call('ReviewInfo')).toEqual({ available: false });
});

test('an event of the platform’s own SDK reaches the game as plain data', async () => {
  const { game, news } = await play();
  const events = record(game, 'PlatformSdkEvent');
  news()?.sdkEvent('VKWebAppUpdateConfig', { appearance: 'dark', close: () => undefined });
  news()?.sdkEvent('game.joinRoom', undefined);
  await vi.waitFor(() =>
    expect(events.map(([, data]) => data)).toEqual([
      { type: 'VKWebAppUpdateConfig', data: { appearance: 'dark' } },
      { type: 'game.joinRoom', data: null },
    ]),
  );
});

test('payments are available on a phone whose store handles them', async () => {
  const { info, calls } = await play({
    entry: { id: 'FxNative', requestKey: 'FxNative', purchases: 'per-purchase' },
    groups: {
      purchases: { request: () => ({ Store: 'AppStore' }), pay: async () => ({ outcome: 'completed' }) },
    },
    replies: {
      // Without its store, the server sells nothing to an application.
      'store.storeAvailability': ({ body }) =>
        'FxNative' in body ? { Available: true, TakenBy: 'Platform' } : { Available: false },
    },
  });
  expect(info.social.paymentsAvailable).toBe(true);
  expect(calls.find(({ name }) => name === 'store.storeAvailability')?.body).toMatchObject({
    FxNative: { Store: 'AppStore' },
  });
});

describe('the focus', () => {
  test('is lost under a modal of the portal, and returns when it closes', async () => {
    const closed = Promise.withResolvers<void>();
    const { game } = await play({ openModal: () => closed.promise });
    const events = record(game, 'FocusChanged');
    const sharing = game.call('ShowLinkShareModal', { link: 'https://example.org/' });
    await vi.waitFor(() => expect(events).toEqual([['FocusChanged', { focused: false, reason: 'hint' }]]));
    closed.resolve();
    await sharing;
    await caughtUp(game);
    expect(events).toHaveLength(2);
    expect(events[1]).toEqual(['FocusChanged', { focused: true }]);
  });

  test('is lost once when the platform reports that the player left', async () => {
    const { game, news } = await play();
    const events = record(game, 'FocusChanged');
    news()?.focus(false);
    news()?.focus(false);
    news()?.focus(true);
    await caughtUp(game);
    expect(events).toEqual([
      ['FocusChanged', { focused: false, reason: 'other' }],
      ['FocusChanged', { focused: true }],
    ]);
  });

  test('is lost when the page is hidden', async () => {
    const { game } = await play();
    const events = record(game, 'FocusChanged');
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    document.dispatchEvent(new Event('visibilitychange'));
    await caughtUp(game);
    expect(events).toEqual([['FocusChanged', { focused: false, reason: 'other' }]]);
  });

  test('is lost to a picture-in-picture window', async () => {
    const { game } = await play();
    const events = record(game, 'FocusChanged');
    Object.defineProperty(document, 'pictureInPictureElement', {
      configurable: true,
      value: document.createElement('video'),
    });
    onTestFinished(() => void Reflect.deleteProperty(document, 'pictureInPictureElement'));
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    document.dispatchEvent(new Event('visibilitychange'));
    await caughtUp(game);
    expect(events).toEqual([['FocusChanged', { focused: false, reason: 'pip' }]]);
  });
});

test('each change of the screen orientation is reported', async () => {
  const { game, screen } = await play();
  const events = record(game, 'OrientationChanged');
  screen.turn(true);
  screen.turn(false);
  await caughtUp(game);
  expect(events.map(([, { orientation }]) => orientation)).toEqual(['landscape', 'portrait']);
});

test('the game is notified when consent is given or withdrawn, and can read it', async () => {
  const { game } = await play();
  const events = record(game, 'ConsentStatus');
  expect(await game.call('ConsentManagerStatus')).toEqual({ status: 'notAsked' });
  setConsent('granted');
  setConsent('denied');
  expect(await game.call('ConsentManagerStatus')).toEqual({ status: 'denied' });
  expect(events.map(([, { status }]) => status)).toEqual(['granted', 'denied']);
});

test("a change of the portal's language is reported", async () => {
  const { game } = await play();
  const events = record(game, 'LanguageChanged');
  await i18next.changeLanguage('de');
  await i18next.changeLanguage('en');
  await caughtUp(game);
  expect(events.map(([, { language }]) => language)).toEqual(['de', 'en']);
});

describe('the player', () => {
  test('who signs in during the game is connected to it, then reported', async () => {
    const { game, calls } = await play();
    const events = record(game, 'UserInfoChanged');
    beginSession('t1');
    await vi.waitFor(() => expect(events).toHaveLength(1));
    expect(events[0]?.[1].fxId).toMatchObject({ userId: 'account of t1', gameUid: 'uid of t1', guest: false });
    expect(calls.filter(({ token }) => token === 't1').map(({ name }) => name)).toEqual([
      'play.chooseGame',
      'profile.gameConnection',
    ]);
  });

  test('who signs out becomes a guest, without a request', async () => {
    beginSession('t1');
    const { game, calls } = await play();
    const before = calls.length;
    const events = record(game, 'UserInfoChanged');
    endSession();
    await vi.waitFor(() => expect(events).toHaveLength(1));
    expect(events[0]?.[1].fxId).toMatchObject({ userId: '', guest: true });
    expect(calls).toHaveLength(before);
  });

  test('is reported again when the platform reports a change', async () => {
    let displayName = 'Ada Winter';
    const describe = () => ({ userId: '77', displayName, firstName: '', lastName: '', gender: 'unspecified' as const });
    const { game, info, news } = await play({ groups: { player: describe } });
    expect(info.social.displayName).toBe('Ada Winter');
    const events = record(game, 'UserInfoChanged');
    displayName = 'Ada Sommer';
    news()?.playerRefreshed();
    await vi.waitFor(() => expect(events[0]?.[1].social.displayName).toBe('Ada Sommer'));
  });

  test('gets another safe area when the platform reports one', async () => {
    let top = 0;
    const insets = () => ({ left: 0, right: 0, top, bottom: 0 });
    const { game, news } = await play({ groups: { insets } });
    const events = record(game, 'UserInfoChanged');
    top = 44;
    news()?.insetsChanged();
    await vi.waitFor(() =>
      expect(events[0]?.[1].environment.safeArea).toEqual({ left: 0, right: 0, top: 44, bottom: 0 }),
    );
  });
});

test('a game that is left is notified, and gets no later events', async () => {
  const { game, screen, end, news } = await play();
  const events = record(game, 'Leaving', 'OrientationChanged', 'ConsentStatus', 'UserInfoChanged', 'LanguageChanged');
  end();
  screen.turn(true);
  setConsent('granted');
  beginSession('t1');
  await vi.waitFor(() => expect(game.closed).toBe(true));
  expect(events).toEqual([['Leaving', {}]]);
  expect(screen.listeners.size).toBe(0);
  expect(news()).toBeUndefined();
});

test('a game that floods the portal with messages is stopped', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const { post, told, frame, end } = await play();
  vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  for (let count = 0; count < 2500; count += 1) post('noise');
  expect([frame.src, frame.isConnected]).toEqual(['about:blank', true]);
  expect(told).toEqual([{ type: 'failed', fault: 'Crashed' }]);
  end();
});

test('an empty page is reported with its missing file, and recovers when it shows something', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const { post, told, end } = await play();
  post({ type: 'fxid-page', state: 'missing', file: 'https://miner.example/game.js', text: 'HTTP 404' });
  expect(told).toEqual([]);
  expect(warned.mock.calls.flat().join(' ')).toContain(
    'A file could not be loaded: https://miner.example/game.js (HTTP 404)',
  );
  post({ type: 'fxid-page', state: 'blank', file: 'https://miner.example/game.js' });
  post({ type: 'fxid-page', state: 'shown' });
  post({ type: 'fxid-page', state: 'blank' });
  post({ type: 'fxid-page', state: 'anything else' });
  expect(told).toEqual([
    { type: 'failed', fault: 'FilesMissing', detail: 'https://miner.example/game.js' },
    { type: 'shown' },
    { type: 'failed', fault: 'Empty' },
  ]);
  end();
});

test('a game learns whether the portal may show its header', async () => {
  const disabled = async () => (await (await play()).game.call('SocialSettings')).ui.disabled;
  expect(await disabled()).toBe(false);
  const before = runtimeConfig.portal;
  onTestFinished(() => void Object.assign(runtimeConfig, { portal: before }));
  Object.assign(runtimeConfig, { portal: { CompanyBranding: { Adapters: { FxId: { DisableHeaderUi: true } } } } });
  expect(await disabled()).toBe(true);
});
