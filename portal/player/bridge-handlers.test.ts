import { expect, test } from 'vitest';
import { BridgeError } from '#bridge/bridge-error.ts';
import type { CallContext, BridgeHandlers } from '#bridge/handlers.browser.ts';
import type { PlayerInfo } from '#bridge/shapes.ts';
import { type MethodName, type ParamsOf } from '#bridge/protocol.ts';
import { ApiError } from '#contract/api-error.ts';
import { createCapabilityHandlers, type CapabilityHandlerDeps } from './capability-handlers.ts';
import { createPortalCapabilities } from './portal-capabilities.ts';
import type { PurchaseOutcome } from '#portal/purchase/purchase.ts';
import { startOwnPlatform } from '#portal/testing/start-own-platform.ts';
import { createBridgeHandlers, type GamePortal } from './bridge-handlers.ts';
import { createGameCalls, type GameOnPlatform } from './game-calls.ts';
import type { GameLoadingEvent } from './loading-state.ts';
import { createFeedbackCalls } from './feedback-calls.ts';
import { watchUnityRunner } from './watch-unity-runner.ts';

const played: GameOnPlatform = { game: 'miner', platform: 'FxId', language: () => 'de' };

interface Opened {
  readonly name: string;
  readonly props: Readonly<Record<string, unknown>>;
}

type Changes = Partial<GamePortal & Pick<CapabilityHandlerDeps, 'isRegistered' | 'buy'>>;

function portal(changes: Changes = {}) {
  const opened: Opened[] = [];
  const told: (GameLoadingEvent | boolean)[] = [];
  let hash = '';
  const port: GamePortal = {
    game: 'miner',
    headerUiDisabled: false,
    mayLeave: true,
    canAskForPush: () => true,
    // Only the fields read here.
    readInfo: async () => ({ fxId: { userId: 'a1', guest: false } }) as PlayerInfo,
    isSignedIn: () => true,
    openModal: async (name, props) => void opened.push({ name, props }),
    readHash: () => hash,
    writeHash: (wanted) => (hash = wanted),
    copy: async () => false,
    changeLanguage: async () => 'en',
    consent: () => 'notAsked',
    pushToDataLayer: () => undefined,
    tell: (event) => void told.push(event),
    setPlaying: (isPlaying) => void told.push(isPlaying),
    calls: createGameCalls(played, {} as never, () => false),
    loadAchievementCalls: () => Promise.reject(new Error('No call about achievements is expected.')),
    loadPurchaseCalls: () => Promise.reject(new Error('No call about purchases is expected.')),
    opinions: createFeedbackCalls('miner', {} as never),
    documentTitle: (type) => `Document ${type}`,
    frameOrigins: () => ['https://pages.example'],
    ownOrigin: 'https://play.example',
    stats: { initialize: () => undefined, event: () => undefined },
    ...changes,
  };
  const handlersOf = async (): Promise<BridgeHandlers> => {
    const played = await startOwnPlatform(port.isSignedIn);
    played.bind({
      own: createPortalCapabilities({
        ...port,
        openModalIf: async (ask, name, props) => (await ask()) && opened.push({ name, props }) > 0,
        opinions: createFeedbackCalls('miner', {} as never),
        avatarsUrl: 'https://miner.games.example/sdk/avatars',
      }),
      news: {
        focus: () => undefined,
        playerRefreshed: () => undefined,
        sdkEvent: () => undefined,
        insetsChanged: () => undefined,
        adAvailable: () => undefined,
      },
    });
    const groups = createCapabilityHandlers({
      platform: played.platform,
      title: 'FxId',
      forbidsLinks: false,
      ownShare: { share: () => Promise.reject(new Error('The platform has its own dialog.')) },
      isRegistered: async () => false,
      signInAgain: played.signIn,
      reloadPage: () => undefined,
      readPlayer: async () => ({ userId: 'a1', guest: false }),
      buy: async () => ({ outcome: 'cancelled', message: 'Payment not completed' }),
      setCovered: () => undefined,
      reportAd: () => undefined,
      ...changes,
    });
    return { ...createBridgeHandlers(port), ...groups };
  };
  const context: CallContext = { signal: new AbortController().signal };
  const call = async <M extends MethodName>(method: M, params: ParamsOf<M>): Promise<unknown> => {
    const handler = (await handlersOf())[method];
    if (!handler) throw new BridgeError('NotSupported');
    return handler(params, context);
  };
  return { call, opened, told, handlers: createBridgeHandlers(port) };
}

test.each([
  ['AdsInterstitialReady', { ready: false }],
  ['AdsInterstitialShow', { outcome: 'failed', reason: 'NotImplemented' }],
  ['AdsVideoReady', { ready: false }],
  ['AdsVideoShow', { outcome: 'failed', reason: 'AdsNotConnected' }],
  ['StickyBannerHide', { hidden: false, reason: 'NotImplemented' }],
  ['StickyBannerShow', { shown: false, reason: 'NotImplemented' }],
] as const)('the own portal without an ad network answers %s with a result', async (method, result) => {
  expect(await portal().call(method, {})).toEqual(result);
});

test.each(['SendCrazyGamesSdk', 'SendVkBridge'] as const)('our own portal does not support %s', async (method) => {
  await expect(portal().call(method, { method: 'x' })).rejects.toMatchObject({ code: 'NotSupported' });
});

test('closing the sign-in cancels; after a sign-in the game gets the player', async () => {
  const stays = portal();
  await expect(stays.call('AuthenticateUser', {})).rejects.toMatchObject({ code: 'UserCancelled' });
  expect(stays.opened).toEqual([{ name: 'signIn', props: { game: 'miner' } }]);
  let isRegistered = false;
  const signsIn = portal({ isRegistered: async () => isRegistered, openModal: async () => void (isRegistered = true) });
  expect(await signsIn.call('AuthenticateUser', {})).toEqual({ userId: 'a1', guest: false });
});

test('a registered player is not asked to sign in', async () => {
  const { call, opened } = portal({ isRegistered: async () => true });
  expect(await call('AuthenticateUser', {})).toEqual({ userId: 'a1', guest: false });
  expect(opened).toEqual([]);
});

test.each([
  'javascript:alert(1)',
  'data:text/html,x',
  'file:///etc/passwd',
  '/play/other',
  'nonsense',
  'https://bank.example@evil.example/',
  'https://user:pw@host.example/',
  'https:///user@host.example/',
  'http://:pw@host.example/',
])('no modal is opened for %s', async (address) => {
  const { call, opened } = portal();
  await expect(call('OpenModal', { url: address })).rejects.toMatchObject({ code: 'InvalidRequest' });
  await expect(call('ShowLinkShareModal', { link: address })).rejects.toMatchObject({ code: 'InvalidRequest' });
  expect(opened).toEqual([]);
});

test('an address may contain an @ outside of its user name', async () => {
  const { call, opened } = portal();
  await call('OpenModal', { url: 'https://news.example/@miner?mail=a@b' });
  expect(opened).toMatchObject([
    {
      name: 'page',
      props: { url: 'https://news.example/@miner?mail=a@b', origins: ['https://pages.example'] },
    },
  ]);
});

test('a game pushes its own data to the tag manager, but no commands', async () => {
  const pushed: object[] = [];
  const { call } = portal({ pushToDataLayer: (data) => void pushed.push(data) });
  await call('GoogleTagManagerPushToDataLayer', { data: { event: 'level_up', level: 4 } });
  for (const data of [{ event: 'gtm.js', 'gtm.start': 1 }, { 'gtm.uniqueEventId': 1 }, { event: 'login' }])
    await expect(call('GoogleTagManagerPushToDataLayer', { data })).rejects.toMatchObject({ code: 'InvalidRequest' });
  expect(pushed).toEqual([{ event: 'level_up', level: 4 }]);
});

test("a text that can't be copied is shown", async () => {
  const refused = portal();
  expect(await refused.call('CopyText', { text: 'abc' })).toEqual({ copied: false });
  expect(refused.opened).toEqual([{ name: 'copy', props: { text: 'abc' } }]);
  const allowed = portal({ copy: async () => true });
  expect(await allowed.call('CopyText', { text: 'abc' })).toEqual({ copied: true });
  expect(allowed.opened).toEqual([]);
});

test('the hash of the address is read and written without its #', async () => {
  const { call } = portal();
  await call('SetUrlHash', { hash: '#room-7' });
  expect(await call('GetUrlHash', {})).toEqual({ hash: 'room-7' });
  await call('SetUrlHash', { hash: '' });
  expect(await call('GetUrlHash', {})).toEqual({ hash: '' });
});

test('loading and playing are reported to the screen', async () => {
  const { call, told } = portal();
  await call('LoadingProgress', { fraction: 0.5 });
  await call('LoadingReady', {});
  await call('GameStarted', {});
  await call('GameStopped', {});
  expect(told).toMatchObject([{ type: 'progress', fraction: 0.5 }, { type: 'ready' }, { type: 'ready' }, true, false]);
});

test('loading and playing are also reported to the platform', async () => {
  const heard: unknown[] = [];
  const { call } = portal({
    lifecycle: {
      progress: (fraction) => void heard.push(fraction),
      loaded: () => void heard.push('loaded'),
      started: () => void heard.push('started'),
      stopped: () => void heard.push('stopped'),
    },
  });
  await call('LoadingProgress', { fraction: 0.25 });
  await call('LoadingProgress', { fraction: 0.5 });
  await call('LoadingReady', {});
  await call('GameStarted', {});
  await call('GameStopped', {});
  expect(heard).toEqual([0.25, 0.5, 'loaded', 'started', 'stopped']);
});

test('statistics are recorded and answered at once', async () => {
  const counted: unknown[] = [];
  const count = (params: unknown): void => void counted.push(params);
  const { handlers } = portal({ stats: { initialize: count, event: count } });
  const context = { signal: new AbortController().signal };
  expect(handlers.StatEvent?.({ name: 'level_up', parameters: { level: 4 } }, context)).toBeUndefined();
  expect(handlers.StatInitialize?.({ userId: 'u-1' }, context)).toBeUndefined();
  expect(counted).toEqual([{ name: 'level_up', parameters: { level: 4 } }, { userId: 'u-1' }]);
});

test('a support request reports whether it was sent', async () => {
  expect(await portal().call('RequestSupport', {})).toEqual({ sent: false });
  const sends = portal({ openModal: async (_, props) => (props as unknown as { onSent: () => void }).onSent() });
  expect(await sends.call('RequestSupport', { message: 'help' })).toEqual({ sent: true });
});

test('a document counts as accepted only in the requested version and after the player was asked', async () => {
  const documents = async () => ({ documents: [{ Id: 'd1' }] as never });
  const calls = { ...createGameCalls(played, {} as never, () => true), documents };
  const accepts = portal({
    calls,
    openModal: async (_, props) => (props as unknown as { onAccepted: (id: string) => void }).onAccepted('v2'),
  });
  const ask = (version: string, document = 'd1') =>
    accepts.call('AcceptDocument', { documentId: document, documentVersionId: version });
  expect(await ask('v2')).toEqual({ accepted: true });
  expect(await ask('v1')).toEqual({ accepted: false });
  await expect(ask('v2', 'd2')).rejects.toMatchObject({ code: 'InvalidRequest' });
  expect(await portal({ calls }).call('AcceptDocument', { documentId: 'd1', documentVersionId: 'v2' })).toEqual({
    accepted: false,
  });
});

test('the player is asked about push messages only if the browser would ask too', async () => {
  const asked = portal();
  expect(await asked.call('PushRegister', {})).toEqual({ registered: false });
  expect(asked.opened).toMatchObject([{ name: 'push' }]);
  const refused = portal({ canAskForPush: () => false });
  expect(await refused.call('PushRegister', {})).toEqual({ registered: false });
  expect(refused.opened).toEqual([]);
});

test('calls that need an account are not sent for a guest', async () => {
  const { call, opened } = portal({ isSignedIn: () => false });
  await expect(call('PushRegister', {})).rejects.toMatchObject({ code: 'NotSupported' });
  await expect(call('AcceptDocument', { documentId: 'd', documentVersionId: 'v' })).rejects.toMatchObject({
    code: 'NotSupported',
  });
  expect(opened).toEqual([]);
});

const stats = { currency: 'EUR', currencyAmount: 4.99, usdAmount: 5.4 };

test.each<[PurchaseOutcome, object]>([
  [
    { outcome: 'cancelled', message: 'Email input cancelled' },
    { code: 'UserCancelled', message: 'Email input cancelled' },
  ],
  [
    { outcome: 'failed', message: 'Unknown error' },
    { code: 'PaymentFailed', message: 'Unknown error' },
  ],
  [
    { outcome: 'unconfirmed', transactionId: 't1', message: 'Payment not completed' },
    { code: 'Unknown', message: 'Payment not completed' },
  ],
])('a purchase that ends with %j is not completed', async (outcome, error) => {
  await expect(portal({ buy: async () => outcome }).call('BuyProduct', { sku: 'lamp' })).rejects.toMatchObject(error);
});

test('a paid purchase is reported with its price', async () => {
  const requests: object[] = [];
  const { call } = portal({
    buy: async (request) => {
      requests.push(request);
      return { outcome: 'paid', transactionId: 't1', stats };
    },
  });
  const request = { sku: 'lamp', developerPayload: 'p', productNameHint: 'Lamp' };
  expect(await call('BuyProduct', request)).toEqual({ transactionId: 't1', stats });
  expect(requests).toEqual([request]);
});

test('the store is that of the framed game, in its language and for its platform', async () => {
  const asked: object[] = [];
  const lamp = {
    Sku: 'lamp',
    ProductName: 'Lampe',
    ProductDescription: 'Hell',
    Price: 4.99,
    Currency: 'EUR',
    UsdPrice: 5.4,
  };
  const store = {
    storeData: async (body: object) => {
      asked.push(body);
      const PriceData = { Price: 4.99, Currency: 'EUR', LocalizedPrice: '4,99 €' };
      return { Currency: 'EUR', Products: [{ ...lamp, PriceData, ImageUrl: '/lamp.svg' }, lamp] };
    },
  };
  const shown = { sku: 'lamp', name: 'Lampe', description: 'Hell', price: 4.99, currency: 'EUR', usdPrice: 5.4 };
  expect(await createGameCalls(played, { store } as never, () => false).storeFront()).toEqual({
    currency: 'EUR',
    products: [
      { ...shown, imageUrl: '/lamp.svg', localizedPrice: '4,99 €' },
      { ...shown, localizedPrice: '4.99 EUR' },
    ],
  });
  await createGameCalls({ ...played, currency: 'RUB' }, { store } as never, () => false).storeFront();
  const where = { Game: 'miner', Locale: 'de', WebPublishingPlatform: 'FxId' };
  expect(asked).toEqual([where, { ...where, Currency: 'RUB' }]);
});

test('a platform with its own price list shows the store with these prices and names', async () => {
  const asked: object[] = [];
  const lamp = { Sku: 'lamp', ProductName: 'Lamp', ProductDescription: '', Price: 5, Currency: 'HOP', UsdPrice: 1 };
  const store = {
    storeData: async (body: object) => {
      asked.push(body);
      return { Currency: 'HOP', Products: [lamp] };
    },
  };
  const currencyImageUrl = 'https://platform.example/hop.svg';
  const item = { sku: 'lamp', price: 5, currency: 'HOP', priceText: '5 hops', currencyImageUrl };
  const front = (catalogue: () => Promise<(typeof item)[] | undefined>) =>
    createGameCalls({ ...played, catalogue }, { store } as never, () => false).storeFront();
  expect((await front(async () => [item, { ...item, sku: 'not ours!' }])).products).toMatchObject([
    { sku: 'lamp', localizedPrice: '5 hops', currencyImageUrl },
  ]);
  expect(asked[0]).toMatchObject({
    Currency: 'HOP',
    StoreAdditionalData: { Catalog: [{ Sku: 'lamp', Price: 5, Currency: 'HOP' }] },
  });
  // An unreadable price list is ignored.
  expect((await front(async () => undefined)).products).toMatchObject([{ localizedPrice: '5 HOP' }]);
  expect(asked[1]).not.toHaveProperty('StoreAdditionalData');
});

test('an event is sent to the server for the framed game, and only if a rule matches', async () => {
  const sent: object[] = [];
  const crossPlay = {
    rules: async () => ({ Rules: [{ Code: 'level', Filter1: '/^b/' }] }),
    send: async (body: object) => void sent.push(body),
  };
  const calls = createGameCalls(played, { crossPlay } as never, () => true);
  expect(await calls.sendInGameEvent({ game: 'other', eventCode: 'level', p1: 'boss', value: 3 })).toEqual({
    sent: true,
  });
  expect(await calls.sendInGameEvent({ eventCode: 'level', p1: 'a' })).toEqual({ sent: false });
  expect(await calls.sendInGameEvent({ eventCode: 'other' })).toEqual({ sent: false });
  expect(sent).toEqual([{ GameSystemName: 'miner', EventCode: 'level', Value: 3, P1: 'boss' }]);
});

test('the quests of the framed game are read in the language of the page', async () => {
  const asked: object[] = [];
  const reward = { Game: 'other', Products: [{ Sku: 'kite', Name: 'Drachen', Count: 2 }], State: 'Waiting' };
  const crossPlay = {
    myQuests: async (query: object) => {
      asked.push(query);
      return { Quests: [{ Id: 'q', Game: 'miner', Title: 'Grab', Progress: 1, Goal: 2, Done: false, Reward: reward }] };
    },
  };
  const calls = createGameCalls(played, { crossPlay } as never, () => true);
  expect(await calls.quests()).toEqual({
    quests: [
      {
        id: 'q',
        title: 'Grab',
        progress: 1,
        goal: 2,
        done: false,
        reward: { game: 'other', state: 'waiting', products: [{ sku: 'kite', name: 'Drachen', count: 2 }] },
      },
    ],
  });
  expect(asked).toEqual([{ Game: 'miner', Locale: 'de' }]);
  const nobody = createGameCalls(played, { crossPlay } as never, () => false);
  await expect((async () => nobody.quests())()).rejects.toMatchObject({ code: 'NotSupported' });
});

test('scores and leaderboards are those of the framed game, and only the best are readable without a player', async () => {
  const asked: object[] = [];
  const leaderboards = {
    submit: async (body: object) => {
      asked.push(body);
      return { Score: 7, Rank: 2, Improved: true, BeatenFriends: ['Ben'] };
    },
    entries: async (query: object) => {
      asked.push(query);
      return {
        Entries: [{ Rank: 1, Score: 9, Name: 'Ben', IsYou: false, FriendUid: 'f1' }],
        Total: 4,
        You: { Score: 7, Rank: 2 },
        Period: 'Season',
        StartsAt: '2026-01-01T00:00:00.000Z',
        EndsAt: '2026-02-01T00:00:00.000Z',
        SeasonName: { de: 'Winter' },
        PastPeriods: 3,
      };
    },
  };
  const calls = createGameCalls(played, { leaderboards } as never, () => true);
  expect(await calls.submitScore({ board: 'depth', score: 7 })).toEqual({
    score: 7,
    rank: 2,
    improved: true,
    beatenFriends: ['Ben'],
  });
  expect(await calls.leaderboard({ board: 'depth', view: 'friends', period: 'season', ago: 1 })).toEqual({
    entries: [{ rank: 1, score: 9, name: 'Ben', isYou: false, friendUid: 'f1' }],
    total: 4,
    you: { score: 7, rank: 2 },
    period: 'season',
    startsAt: '2026-01-01T00:00:00.000Z',
    endsAt: '2026-02-01T00:00:00.000Z',
    seasonName: 'Winter',
    pastPeriods: 3,
  });
  expect(asked).toEqual([
    { Game: 'miner', Leaderboard: 'depth', Score: 7 },
    { Game: 'miner', Leaderboard: 'depth', View: 'Friends', Period: 'Season', Ago: 1, Limit: 10, Locale: 'de' },
  ]);
  const nobody = createGameCalls(played, { leaderboards } as never, () => false);
  await expect((async () => nobody.submitScore({ board: 'depth', score: 7 }))()).rejects.toMatchObject({
    code: 'NotSupported',
  });
  await expect((async () => nobody.leaderboard({ board: 'depth', view: 'around' }))()).rejects.toMatchObject({
    code: 'NotSupported',
  });
  expect(await nobody.leaderboard({ board: 'depth' })).toMatchObject({ total: 4 });
});

test('the platform gets the entry once our server has it, and can’t fail the call', async () => {
  const sent: unknown[] = [];
  const standing: { Score: number; Rank?: number } = { Score: 9, Rank: 2 };
  const leaderboards = {
    submit: async () => ({ ...standing, Improved: false, BeatenFriends: [] }),
    entries: async () => ({ Entries: [], Total: 1, You: standing, Period: 'AllTime', PastPeriods: 0 }),
  };
  const setScore = async (...score: unknown[]): Promise<void> => {
    sent.push(score);
    throw new Error('the platform is down');
  };
  const there = { ...played, leaderboards: { setScore } };
  const calls = createGameCalls(there, { leaderboards } as never, () => true);
  expect(await calls.submitScore({ board: 'depth', score: 7 })).toMatchObject({ score: 9 });
  await calls.leaderboard({ board: 'depth', view: 'around' });
  await calls.leaderboard({ board: 'depth', period: 'daily' });
  expect(sent).toEqual([
    ['depth', 9],
    ['depth', 9],
  ]);
  // A hidden entry.
  delete standing.Rank;
  await calls.submitScore({ board: 'depth', score: 7 });
  expect(sent).toHaveLength(2);
});

test('rules that failed to load are loaded again for the next event', async () => {
  let asked = 0;
  const crossPlay = {
    rules: async () => {
      asked += 1;
      if (asked === 1) throw new ApiError({ title: 'Network Error', status: 0 });
      return { Rules: [] };
    },
    send: async () => undefined,
  };
  const calls = createGameCalls(played, { crossPlay } as never, () => true);
  await expect(calls.sendInGameEvent({ eventCode: 'x' })).rejects.toThrow('Network Error');
  expect(await calls.sendInGameEvent({ eventCode: 'x' })).toEqual({ sent: true });
});

test('a status has the priority that the game sets, up to the maximum', async () => {
  const said: object[] = [];
  const friends = { status: async (body: object) => void said.push(body) };
  const calls = createGameCalls(played, { friends } as never, () => true);
  await calls.setStatus({ status: 'digging', priority: 3 });
  await calls.setStatus({ status: 'digging', priority: 1000 });
  expect(said).toEqual([
    { Game: 'miner', Status: 'digging', Priority: 'Info' },
    { Game: 'miner', Status: 'digging', Priority: 'Critical' },
  ]);
});

test('a rejection by the server is answered with a bridge error code', async () => {
  const friends = {
    status: () => Promise.reject(new ApiError({ title: 'Later', status: 501 }, { Code: 'CallNotAvailable' })),
  };
  const calls = createGameCalls(played, { friends } as never, () => true);
  await expect(calls.setStatus({ status: 'digging' })).rejects.toMatchObject({ code: 'NotSupported' });
});

test('messages of a Unity page are accepted only from its own window and origin, until the game ends', () => {
  const page = new EventTarget() as EventTarget & Window;
  const own = {};
  const told: GameLoadingEvent[] = [];
  const { stop } = watchUnityRunner(
    { contentWindow: own },
    'https://m.games.example',
    (event) => void told.push(event),
    page,
  );
  const say = (source: object | null, origin: string): void => {
    const event = Object.assign(new Event('message'), {
      source,
      origin,
      data: { type: 'fxid-runner', state: 'ready' },
    });
    page.dispatchEvent(event);
  };
  say({}, 'https://m.games.example');
  say(null, 'https://m.games.example');
  say(own, 'https://other.games.example');
  expect(told).toEqual([]);
  say(own, 'https://m.games.example');
  stop();
  say(own, 'https://m.games.example');
  expect(told).toEqual([{ type: 'ready' }]);
});

test('a game gets its player’s friends with ids for this game, names and initials only', async () => {
  const friends = {
    list: async ({ Game }: { Game: string }) => ({
      Friends: [
        {
          FriendAccountId: 'account-1',
          Uid: 'uid-1',
          Name: 'Ada Lovelace',
          Status: 'digging',
          InThisGame: false,
          Game,
        },
        { FriendAccountId: 'account-2', Name: 'Nobody', Status: '', InThisGame: false, Game },
      ],
    }),
  };
  const calls = createGameCalls(played, { friends } as never, () => true);
  expect(await portal({ calls }).call('GetFriends', {})).toEqual({
    friends: [
      {
        uid: 'uid-1',
        firstName: 'Ada Lovelace',
        lastName: '',
        displayName: 'Ada Lovelace',
        gender: 'unspecified',
        photo: {
          url: expect.stringMatching(/^https:\/\/miner\.games\.example\/sdk\/avatars\/\d+\/AL\.svg$/),
          width: 128,
          height: 128,
        },
      },
    ],
  });
  const nobody = portal({ calls: createGameCalls(played, { friends } as never, () => false) });
  await expect(nobody.call('GetFriends', {})).rejects.toMatchObject({ code: 'NotSupported' });
});

test('only the player invites friends, and closing the list cancels', async () => {
  const closes = portal();
  const asked = { message: 'Dig with me', uids: ['uid-1'] };
  expect(await closes.call('InviteFriends', asked)).toEqual({ outcome: 'cancelled' });
  expect(closes.opened).toMatchObject([{ name: 'social', props: { game: 'miner', invite: asked } }]);
  const invites = portal({
    openModal: async (_, props) => {
      const { onInvited } = props as unknown as { onInvited: (count: number) => void };
      onInvited(2);
      onInvited(1);
    },
  });
  expect(await invites.call('InviteFriends', {})).toEqual({ outcome: 'invited', invited: 3 });
  const nobody = portal({ isSignedIn: () => false });
  expect(await nobody.call('InviteFriends', {})).toEqual({ outcome: 'notAvailable' });
  expect(nobody.opened).toEqual([]);
});

test('a shared link has the title that the game sets', async () => {
  const { call, opened } = portal();
  const link = 'https://x.example/';
  expect(await call('ShowLinkShareModal', { link, title: 'Beat my 300 m' })).toEqual({ outcome: 'cancelled' });
  await call('ShowLinkShareModal', { link });
  const onShared = expect.any(Function);
  expect(opened.map(({ props }) => props)).toEqual([
    { link, title: 'Beat my 300 m', onShared },
    { link, onShared },
  ]);
  const copies = portal({
    openModal: async (_, props) => (props as { onShared?: () => void }).onShared?.(),
  });
  expect(await copies.call('ShowLinkShareModal', { link })).toEqual({ outcome: 'shared' });
});

test("for a document's address, the game gc gets the portal’s document, or the page if it can't be loaded", async () => {
  const terms = {
    Id: 'd1',
    DocumentType: { Value: 'TOS', NeedUserAcceptance: true },
    Versions: [{ Id: 'v1', CreatedAt: '2026-01-01T00:00:00Z', Content: { Value: '# Terms', ContentType: 'Markdown' } }],
  };
  const calls = {
    ...createGameCalls({ ...played, game: 'gc' }, {} as never, () => true),
    documents: async () => ({ documents: [terms] as never }),
  };
  const url = 'https://gc.example/legal/tos';
  const origins = ['https://pages.example'];
  const page = { name: 'page', props: { url, title: '', fullscreen: false, origins } };
  const gc = portal({ game: 'gc', calls });
  await gc.call('OpenModal', { url });
  await gc.call('OpenModal', { url, title: 'Our terms' });
  expect(gc.opened).toEqual([
    { name: 'document', props: { title: 'Document TOS', shown: { type: 'markdown', text: '# Terms' }, origins } },
    { name: 'document', props: { title: 'Our terms', shown: { type: 'markdown', text: '# Terms' }, origins } },
  ]);
  const failing = portal({
    game: 'gc',
    calls: { ...calls, documents: () => Promise.reject(new ApiError({ title: 'Network Error', status: 0 })) },
  });
  await failing.call('OpenModal', { url });
  const lacking = portal({ game: 'gc', calls: { ...calls, documents: async () => ({ documents: [] }) } });
  await lacking.call('OpenModal', { url });
  const other = portal({ game: 'miner', calls });
  await other.call('OpenModal', { url });
  expect([failing.opened, lacking.opened, other.opened]).toEqual([[page], [page], [page]]);
});

test('shows a QR code for another device to a signed-in player, where the platform allows links', async () => {
  const { call, opened } = portal();
  await call('ContinueOnOtherDevice', {});
  expect(opened).toEqual([{ name: 'device', props: { game: 'miner' } }]);
  for (const changes of [{ mayLeave: false }, { isSignedIn: () => false }])
    await expect(portal(changes).call('ContinueOnOtherDevice', {})).rejects.toMatchObject({ code: 'NotSupported' });
});
