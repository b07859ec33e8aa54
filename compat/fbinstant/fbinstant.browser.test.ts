import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestLink } from '../testing/create-test-link.ts';
import { testMembers } from '../testing/test-members.ts';
import { outcomeOf } from '../testing/walk-members.ts';
import { manifest } from './compat.ts';
import { createInstantGames } from './core.browser.ts';

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal('confirm', () => true);
  vi.stubGlobal('open', vi.fn());
});

const open = async (...given: Parameters<typeof createTestLink>) => {
  const testing = createTestLink(...given);
  const sdk = createInstantGames(testing.link, '6.3');
  await sdk.initializeAsync();
  await sdk.startGameAsync();
  return { ...testing, portal: testing.sdk, sdk };
};
const openShop = async (...given: Parameters<typeof createTestLink>) => {
  const opened = await open(...given);
  await new Promise<void>((resolve) => opened.sdk.payments.onReady(resolve));
  return opened;
};

describe('members', () =>
  testMembers({
    create: (link) => createInstantGames(link),
    connect: async (sdk) => {
      await sdk.initializeAsync();
      await sdk.startGameAsync();
    },
    described: manifest.calls.map(({ call }) => call),
    codes: [
      'ADS_NO_FILL',
      'ADS_NOT_LOADED',
      'CLIENT_UNSUPPORTED_OPERATION',
      'GROUP_NOT_LINKED',
      'INVALID_OPERATION',
      'INVALID_PARAM',
      'LEADERBOARD_NOT_FOUND',
      'LIVE_MATCH_NOT_FOUND',
      'NETWORK_FAILURE',
      'PAGE_NOT_LINKED',
      'PAYMENTS_NOT_INITIALIZED',
      'PENDING_REQUEST',
      'RATE_LIMITED',
      'TOURNAMENT_NOT_FOUND',
      'UNKNOWN',
      'USER_INPUT',
    ],
    args: [
      ['best', 7],
      [{ gold: 3 }],
      [['gold']],
      [{ text: { default: 'Play', localizations: { en_US: 'Play!' } }, image: 'data:image/png;base64,AAAA', data: {} }],
      [{ productID: 'coins-100' }],
    ],
  }));

it('has no player, language or platform before the connection', async () => {
  const sdk = createInstantGames(createTestLink({ language: 'de' }).link, '6.3');
  const read = () => [sdk.player.getID(), sdk.getLocale(), sdk.getPlatform(), sdk.context.isSizeBetween(1, 2)];
  expect(read()).toEqual([null, null, null, null]);
  expect(await outcomeOf(() => sdk.player.getDataAsync(['gold']))).toBe('INVALID_OPERATION');
  await sdk.initializeAsync();
  expect(read()).toEqual(['local-player', 'de_DE', 'WEB', { answer: true, minSize: 1, maxSize: 2 }]);
  expect([sdk.getSDKVersion(), sdk.context.getType(), sdk.context.getID()]).toEqual(['6.3', 'SOLO', null]);
});

it('tries again after a connection that failed', async () => {
  const { link } = createTestLink();
  const openSdk = vi.fn(link.openSdk).mockRejectedValueOnce(new Error('offline'));
  const sdk = createInstantGames({ ...link, openSdk });
  expect(await outcomeOf(() => sdk.initializeAsync())).toBe('NETWORK_FAILURE');
  expect(await outcomeOf(() => sdk.initializeAsync())).toBe('ok');
});

it('tells the portal of loading, the start and events, in this order', async () => {
  const { link, calls } = createTestLink();
  const sdk = createInstantGames(link);
  sdk.setLoadingProgress(50);
  await sdk.initializeAsync();
  await sdk.startGameAsync();
  expect(sdk.logEvent('level_done', 3, { level: '7' })).toBeNull();
  expect(sdk.logEvent('x')).toMatchObject({ code: 'INVALID_PARAM' });
  sdk.postSessionScore(12);
  sdk.quit();
  await vi.waitFor(() => expect(calls).toContain('GameStopped'));
  expect(calls.filter((call) => !['GetInfo', 'GetUrlHash', 'GetPurchases'].includes(call))).toEqual([
    'LoadingProgress',
    'LoadingReady',
    'GameStarted',
    'SendInGameEvent',
    'SubmitScore',
    'GameStopped',
  ]);
});

it('pauses the game while the portal has the focus', async () => {
  const { sdk, emit } = await open();
  const paused = vi.fn();
  sdk.onPause(paused);
  emit('FocusChanged', { focused: false, reason: 'other' });
  emit('FocusChanged', { focused: true });
  expect(paused).toHaveBeenCalledTimes(1);
});

describe('ads', () => {
  const show = async (ad: FBInstant.AdInstance): Promise<string[]> => [
    await outcomeOf(() => ad.showAsync()),
    await outcomeOf(() => ad.loadAsync()),
    await outcomeOf(() => ad.showAsync()),
    await outcomeOf(() => ad.showAsync()),
  ];

  it.each([
    ['finished', 'ok', 'ok'],
    ['skipped', 'ok', 'USER_INPUT'],
    ['failed', 'NETWORK_FAILURE', 'NETWORK_FAILURE'],
  ] as const)('%s: are loaded, then shown once', async (ads, interstitial, rewarded) => {
    const { sdk } = await open({ ads });
    const [before, loads, again] = ['ADS_NOT_LOADED', 'ok', 'ADS_NOT_LOADED'];
    expect(await show(await sdk.getInterstitialAdAsync('1_2'))).toEqual([before, loads, interstitial, again]);
    expect(await show(await sdk.getRewardedVideoAsync('1_3'))).toEqual([before, loads, rewarded, again]);
    expect((await sdk.getRewardedInterstitialAsync('1_4')).getPlacementID()).toBe('1_4');
  });

  it('open one at a time', async () => {
    const { sdk } = await open();
    const [first, second] = [await sdk.getRewardedVideoAsync('1'), await sdk.getInterstitialAdAsync('2')];
    await Promise.all([first.loadAsync(), second.loadAsync()]);
    const shown = first.showAsync();
    expect(await outcomeOf(() => second.showAsync())).toBe('INVALID_OPERATION');
    await shown;
    expect(await outcomeOf(() => second.showAsync())).toBe('ok');
  });

  it('that are not there are no fill, also the banner', async () => {
    const { sdk } = await open({}, true);
    const ad = await sdk.getRewardedVideoAsync('1');
    expect(await outcomeOf(() => ad.loadAsync())).toBe('ADS_NO_FILL');
    expect(await outcomeOf(() => sdk.loadBannerAdAsync('1', 'bottom'))).toBe('ADS_NO_FILL');
    expect(await outcomeOf(() => sdk.hideBannerAdAsync())).toBe('ok');
  });
});

describe('the player', () => {
  it('always has a name and a picture', async () => {
    const { sdk, portal } = await open();
    expect(sdk.player.getName()).toBe('Player local-');
    expect(sdk.player.getPhoto()).toMatch(/^data:image/);
    await portal.player.signIn();
    await portal.player.refresh();
    expect(sdk.player.getName()).toBe('Local Player');
    expect(await sdk.player.getASIDAsync()).toBeNull();
    expect(await outcomeOf(() => sdk.player.getSignedPlayerInfoAsync('x'))).toBe('CLIENT_UNSUPPORTED_OPERATION');
  });

  it('has friends', async () => {
    const { sdk } = await open();
    const [friend] = await sdk.player.getConnectedPlayersAsync();
    expect([friend?.getID(), friend?.getName(), friend?.getPhoto()]).toEqual(['local-friend', 'Ada Local', null]);
  });

  it('keeps data by key, and numbers apart from it', async () => {
    const { sdk } = await open();
    await sdk.player.setDataAsync({ gold: 3, name: '7', items: ['sword'], none: null, gone: undefined });
    await sdk.player.setDataAsync({ gold: 4 });
    await sdk.player.flushDataAsync();
    const later = (await open()).sdk.player;
    expect(await later.getDataAsync(['gold', 'name', 'items', 'none', 'gone', 'toString'])).toEqual({
      gold: 4,
      name: '7',
      items: ['sword'],
      none: null,
    });
    await later.setStatsAsync({ gold: 10 });
    expect(await later.incrementStatsAsync({ gold: 5, gems: 1 })).toEqual({ gold: 15, gems: 1 });
    expect(await later.getStatsAsync()).toEqual({ gold: 15, gems: 1 });
    expect(await later.getStatsAsync(['gems'])).toEqual({ gems: 1 });
    expect(await outcomeOf(() => later.setStatsAsync({ gold: 'x' } as never))).toBe('INVALID_PARAM');
  });
});

describe('purchases', () => {
  it('are ready after the start, and are granted once', async () => {
    const { link } = createTestLink({ purchases: 'paid' });
    const sdk = createInstantGames(link);
    await sdk.initializeAsync();
    expect(await outcomeOf(() => sdk.payments.getCatalogAsync())).toBe('PAYMENTS_NOT_INITIALIZED');
    expect(sdk.getSupportedAPIs()).not.toContain('payments.purchaseAsync');
    const ready = new Promise<void>((resolve) => sdk.payments.onReady(resolve));
    await sdk.startGameAsync();
    await ready;
    expect(sdk.getSupportedAPIs()).toContain('payments.purchaseAsync');
    expect(await sdk.payments.getCatalogAsync()).toEqual([
      {
        productID: 'coins-100',
        title: '100 coins',
        description: 'An invented product',
        price: '$0.99',
        priceAmount: 0.99,
        priceCurrencyCode: 'USD',
      },
    ]);
    expect(await sdk.payments.getPurchasesAsync()).toEqual([]);
    const bought = await sdk.payments.purchaseAsync({ productID: 'coins-100', developerPayload: 'slot 2' });
    expect(bought).toMatchObject({
      productID: 'coins-100',
      developerPayload: 'slot 2',
      purchaseToken: 'local-1',
      purchaseTime: expect.stringMatching(/^\d{10}$/),
      isConsumed: false,
      signedRequest: '',
    });
    expect(await sdk.payments.getPurchasesAsync()).toEqual([bought]);
    await sdk.payments.consumePurchaseAsync(bought.purchaseToken);
    expect(await sdk.payments.getPurchasesAsync()).toEqual([]);
    expect(await outcomeOf(() => sdk.payments.consumePurchaseAsync(bought.purchaseToken))).toBe('INVALID_OPERATION');
  });

  it('are cancelled by the player, and need a product', async () => {
    const { sdk } = await openShop({ purchases: 'cancelled' });
    expect(await outcomeOf(() => sdk.payments.purchaseAsync({ productID: 'coins-100' }))).toBe('USER_INPUT');
    expect(await outcomeOf(() => sdk.payments.purchaseAsync({ productID: 'missing' }))).toBe('INVALID_PARAM');
    expect(await outcomeOf(() => sdk.payments.purchaseAsync({} as never))).toBe('INVALID_PARAM');
  });

  it('are unsupported where the page of the game receives none, and no money is taken', async () => {
    const { link, sdk: portal, calls } = createTestLink({ purchases: 'paid' });
    vi.spyOn(portal.payments, 'purchases').mockRejectedValue(new Error('not set up'));
    const sdk = createInstantGames(link);
    await sdk.initializeAsync();
    await sdk.startGameAsync();
    const buy = () => sdk.payments.purchaseAsync({ productID: 'coins-100' });
    await vi.waitFor(async () => expect(await outcomeOf(buy)).toBe('CLIENT_UNSUPPORTED_OPERATION'));
    expect(calls).not.toContain('BuyProduct');
  });

  it('are unsupported where the player can buy nothing', async () => {
    const { sdk } = await open({}, true);
    const ready = vi.fn();
    sdk.payments.onReady(ready);
    await vi.waitFor(async () =>
      expect(await outcomeOf(() => sdk.payments.getCatalogAsync())).toBe('CLIENT_UNSUPPORTED_OPERATION'),
    );
    expect(ready).not.toHaveBeenCalled();
  });
});

it('shows leaderboards', async () => {
  const entries = [
    { name: 'Ada', score: 50, isFriend: true },
    { name: 'Bo', score: 40 },
  ];
  const { sdk } = await open({ leaderboards: { best: { entries } } });
  const board = await sdk.getLeaderboardAsync('best.null');
  expect([board.getName(), board.getContextID(), await board.getEntryCountAsync()]).toEqual(['best.null', null, 2]);
  expect(await board.getPlayerEntryAsync()).toBeNull();
  const own = await board.setScoreAsync(45, 'extra');
  expect([own.getRank(), own.getScore(), own.getFormattedScore(), own.getExtraData()]).toEqual([2, 45, '45', null]);
  expect([own.getPlayer().getID(), own.getPlayer().getPhoto()]).toEqual([
    'local-player',
    expect.stringMatching(/^data:/),
  ]);
  const scores = async (all: Promise<FBInstant.LeaderboardEntry[]>) => (await all).map((entry) => entry.getScore());
  expect(await scores(board.getEntriesAsync(10, 0))).toEqual([50, 45, 40]);
  expect(await scores(board.getEntriesAsync(1, 2))).toEqual([40]);
  expect(await scores(board.getConnectedPlayerEntriesAsync(10, 0))).toEqual([50, 45]);
  expect(await outcomeOf(() => board.setScoreAsync(1.5))).toBe('INVALID_PARAM');
});

describe('links', () => {
  it('carry data, which the game finds when it is started by them', async () => {
    const { sdk, portal } = await open();
    const link = vi.spyOn(portal.ui, 'shareLink');
    const data = { room: 'a&b=c', größe: 'ß', list: [1] };
    await sdk.shareAsync({ intent: 'SHARE', image: 'data:image/png;base64,AAAA', text: 'Beat me', data });
    const [address = '', options] = link.mock.calls[0] ?? [];
    expect(address).toMatch(/^https:\/\/play\.example\/play\/miner#data=[\w-]+$/);
    expect(options).toEqual({ title: 'Beat me', image: 'data:image/png;base64,AAAA' });
    expect(sdk.getEntryPointData()).toBeNull();

    const later = createTestLink();
    await later.sdk.init();
    await later.sdk.platform.setUrlHash(new URL(address).hash);
    const started = createInstantGames(later.link);
    await started.initializeAsync();
    expect(started.getEntryPointData()).toEqual(data);
  });

  it('with too much data, or of others, are refused or have none', async () => {
    const { sdk } = await open();
    const much = sdk.shareAsync({ intent: 'SHARE', image: '', text: '', data: 'x'.repeat(2000) });
    expect(await outcomeOf(() => much)).toBe('INVALID_PARAM');
    const later = createTestLink();
    await later.sdk.init();
    await later.sdk.platform.setUrlHash('#data=%7Broom');
    const started = createInstantGames(later.link);
    await started.initializeAsync();
    expect(started.getEntryPointData()).toBeNull();
  });

  it.each([
    [undefined, ['InviteFriends']],
    [{ room: 7 }, ['ShowLinkShareModal']],
  ])('of invitations: with data %j by %j', async (data, expected) => {
    const { sdk, calls } = await open();
    await sdk.inviteAsync({ image: '', text: { default: 'Play' }, data });
    expect(calls.filter((call) => /Invite|Share/.test(call))).toEqual(expected);
  });

  it('to other sites open web pages only', async () => {
    const { sdk } = await open();
    expect(await outcomeOf(() => sdk.openExternalLinkAsync('javascript:alert(1)'))).toBe('INVALID_OPERATION');
    expect(await outcomeOf(() => sdk.openExternalLinkAsync('https://x.example/'))).toBe('ok');
    expect(window.open).toHaveBeenCalledTimes(1);
  });
});

it('lists the calls that work', async () => {
  const { sdk } = await openShop();
  const supported = sdk.getSupportedAPIs();
  for (const name of ['initializeAsync', 'player.getDataAsync', 'getRewardedVideoAsync', 'inviteAsync'])
    expect(supported).toContain(name);
  for (const name of ['loadBannerAdAsync', 'context.chooseAsync', 'tournament.createAsync', 'updateAsync'])
    expect(supported).not.toContain(name);
  expect(await outcomeOf(() => sdk.updateAsync({} as never))).toBe('INVALID_OPERATION');
});
