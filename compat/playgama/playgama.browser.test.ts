import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestLink } from '../testing/create-test-link.ts';
import { testMembers } from '../testing/test-members.ts';
import { outcomeOf } from '../testing/walk-members.ts';
import { manifest } from './compat.ts';
import { createBridge } from './core.browser.ts';
import { defineGlobal } from './define-global.browser.ts';

let config: object | undefined;

beforeEach(() => {
  localStorage.clear();
  config = undefined;
  vi.stubGlobal('confirm', () => true);
  // The game's own file, which its server has or not.
  vi.stubGlobal('fetch', async () => (config ? Response.json(config) : new Response('', { status: 404 })));
});

const open = async (...given: Parameters<typeof createTestLink>) => {
  const testing = createTestLink(...given);
  const bridge = createBridge(testing.link);
  await bridge.initialize();
  return { ...testing, bridge };
};

/** All events that a game can hear, in order. */
const listen = (bridge: ReturnType<typeof createBridge>): string[] => {
  const heard: string[] = [];
  for (const name of ['interstitial', 'rewarded', 'banner', 'pause', 'audio'])
    bridge.on(`${name}_state_changed`, (state: unknown) => heard.push(`${name} ${String(state)}`));
  return heard;
};

describe('members', () =>
  testMembers({
    create: createBridge,
    connect: (bridge) => bridge.initialize(),
    described: manifest.calls.map(({ call }) => call),
    codes: [/^fault: Error: PlaygamaBridge: /, 'STORAGE_QUOTA_EXCEEDED'],
    args: [
      ['best', 7],
      [
        ['a', 'b'],
        [1, 2],
      ],
      [{ playgama: { leaderboardName: 'best', score: 7 } }],
    ],
    except: (path) => path.startsWith('device.safeArea.'),
  }));

describe('ads', () => {
  it.each([
    ['finished', ['opened', 'closed'], ['opened', 'rewarded', 'closed']],
    ['skipped', ['opened', 'closed'], ['opened', 'closed']],
    ['failed', ['opened', 'failed'], ['opened', 'failed']],
  ] as const)('%s: report their states in order, and pause the game', async (ads, interstitial, rewarded) => {
    const { bridge } = await open({ ads });
    const heard = listen(bridge);
    bridge.advertisement.showInterstitial();
    await vi.waitFor(() => expect(heard.at(-1)).toBe('audio true'));
    bridge.advertisement.showRewarded('bonus');
    await vi.waitFor(() => expect(heard.filter((each) => each === 'audio true')).toHaveLength(2));
    const around = (name: string, states: readonly string[]): string[] => [
      `${name} loading`,
      ...states.flatMap((state) => {
        if (state === 'opened') return [`${name} opened`, 'pause true', 'audio false'];
        return state === 'rewarded' ? [`${name} rewarded`] : [`${name} ${state}`, 'pause false', 'audio true'];
      }),
    ];
    expect(heard).toEqual([...around('interstitial', interstitial), ...around('rewarded', rewarded)]);
    expect([bridge.advertisement.rewardedPlacement, bridge.platform.isPaused]).toEqual(['bonus', false]);
  });

  it('that are not there have failed at once, without a pause', async () => {
    const { bridge } = await open({}, true);
    const heard = listen(bridge);
    bridge.advertisement.showInterstitial();
    bridge.advertisement.showRewarded();
    bridge.advertisement.showBanner('bottom');
    expect(heard).toEqual([
      'interstitial loading',
      'interstitial failed',
      'rewarded loading',
      'rewarded failed',
      'banner loading',
      'banner failed',
    ]);
    expect([bridge.platform.id, bridge.advertisement.isRewardedSupported]).toEqual(['mock', false]);
  });

  it('keep the delay between interstitials, which the configuration decides', async () => {
    const { bridge } = await open();
    const heard = listen(bridge);
    const show = async () => {
      heard.length = 0;
      bridge.advertisement.showInterstitial();
      await vi.waitFor(() => expect(heard.at(-1)).not.toBe('interstitial loading'));
      await vi.waitFor(() => expect(bridge.advertisement.interstitialState).toMatch(/closed|failed/));
      return bridge.advertisement.interstitialState;
    };
    expect([await show(), await show()]).toEqual(['closed', 'failed']);
    bridge.advertisement.setMinimumDelayBetweenInterstitial(0);
    expect(await show()).toBe('closed');

    config = { advertisement: { minimumDelayBetweenInterstitial: '5', rewarded: { disable: true } } };
    const second = (await open()).bridge.advertisement;
    second.setMinimumDelayBetweenInterstitial(0);
    expect([second.minimumDelayBetweenInterstitial, second.isRewardedSupported]).toEqual([5, false]);
  });

  it('open one at a time, and with a message of the game if it is set up so', async () => {
    config = { platforms: { playgama: { advertisement: { interstitial: { autoShow: ['level_completed'] } } } } };
    const { bridge } = await open();
    const heard = listen(bridge);
    await bridge.platform.sendMessage('level_completed');
    bridge.advertisement.showRewarded();
    await vi.waitFor(() => expect(bridge.advertisement.interstitialState).toBe('closed'));
    expect(heard.filter((each) => each.startsWith('rewarded'))).toEqual([]);
  });
});

describe('storage', () => {
  it("is the player's save, for one key or several", async () => {
    const { bridge } = await open();
    expect([bridge.storage.defaultType, await bridge.storage.get('gold')]).toEqual(['platform_internal', null]);
    await bridge.storage.set(['gold', 'items', 'name'], [5, ['sword'], 'Ada']);
    expect(await bridge.storage.get(['gold', 'items', 'name', 'none'])).toEqual([5, ['sword'], 'Ada', null]);
    expect([await bridge.storage.get('gold', false), await bridge.storage.get('gold', undefined, false)]).toEqual([
      '5',
      '5',
    ]);
    await bridge.storage.delete(['items']);
    await bridge.storage.set('name', null);
    expect(await (await open()).bridge.storage.get(['gold', 'items', 'name'])).toEqual([5, null, null]);
    expect(await outcomeOf(() => bridge.storage.set(['a'], [1, 2]))).toMatch(/same length/);
  });

  it("is the browser's own where a game asks for it, or without a portal", async () => {
    const { bridge } = await open();
    await bridge.storage.set('sound', 'off', 'local_storage');
    expect([localStorage.getItem('sound'), await bridge.storage.get('sound')]).toEqual(['off', null]);
    const alone = (await open({}, true)).bridge.storage;
    expect([alone.defaultType, await alone.get('sound')]).toEqual(['local_storage', 'off']);
    expect(await outcomeOf(() => alone.get('sound', 'platform_internal'))).toMatch(/Storage not available/);
  });
});

it('knows guests, and who has signed in', async () => {
  const { bridge } = await open();
  const { id, name, photos } = bridge.player;
  expect([bridge.player.isGuest, name, photos]).toEqual([true, expect.stringMatching(/^Guest /), []]);
  await bridge.player.authorize();
  expect([bridge.player.isAuthorized, bridge.player.id, bridge.player.name, bridge.player.photos]).toEqual([
    true,
    id,
    'Local Player',
    [expect.stringMatching(/^data:/)],
  ]);
});

it('tells the portal of loading, play and levels', async () => {
  const { bridge, calls } = await open();
  calls.length = 0;
  bridge.game.setLoadingProgress(50);
  await bridge.platform.sendMessage('game_ready');
  expect(await outcomeOf(() => bridge.platform.sendMessage('game_ready'))).toMatch(/sent before/);
  await bridge.platform.sendMessage('level_started', { world: 1, level: 2 });
  await bridge.platform.sendMessage('gameplay_stopped', null);
  await vi.waitFor(() =>
    expect(calls).toEqual(['LoadingProgress', 'LoadingReady', 'GameStarted', 'SendInGameEvent', 'GameStopped']),
  );
});

it('pauses the game while the portal has the focus', async () => {
  const { bridge, emit } = await open();
  const heard = listen(bridge);
  emit('FocusChanged', { focused: false, reason: 'other' });
  expect([bridge.platform.isPaused, bridge.platform.isAudioEnabled]).toEqual([true, false]);
  emit('FocusChanged', { focused: true });
  expect(heard).toEqual(['pause true', 'audio false', 'pause false', 'audio true']);
});

it('keeps scores, with an id or as first versions pass them', async () => {
  const { bridge } = await open({ leaderboards: { best: { entries: [{ name: 'Ada', score: 50 }] } } });
  await bridge.player.authorize();
  await bridge.leaderboards.setScore('best', '70');
  await bridge.leaderboard.setScore({ playgama: { leaderboardName: 'best', score: 60 } });
  expect((await bridge.leaderboards.getEntries('best')).map(({ rank, score }) => [rank, score])).toEqual([
    [1, 70],
    [2, 50],
  ]);
  expect(await bridge.leaderboard.getScore({})).toBe(70);
});

it('sells what the page may receive, and consumes it once', async () => {
  const { bridge } = await open({ purchases: 'paid' });
  const [product] = await bridge.payments.getCatalog();
  const id = product?.id ?? '';
  expect(product).toMatchObject({ priceValue: expect.any(Number), priceCurrencyCode: expect.any(String) });
  const { orderId } = await bridge.payments.purchase(id);
  expect(await bridge.payments.getPurchases()).toEqual([{ id, orderId }]);
  expect(await bridge.payments.consumePurchase(id)).toEqual({ id, orderId });
  expect(await outcomeOf(() => bridge.payments.consumePurchase(id))).toMatch(/no such purchase/);

  const alone = (await open({}, true)).bridge.payments;
  expect([alone.isSupported, await outcomeOf(() => alone.getCatalog())]).toEqual([
    false,
    expect.stringMatching(/not supported/),
  ]);
});

it('unlocks achievements by their code', async () => {
  const target = { code: 'first', name: 'First', description: '', points: 1, progress: 0, target: 1 };
  const { bridge } = await open({ achievements: [target] });
  await bridge.achievements.unlock({ playgama: { id: 'first' } });
  expect(await bridge.achievements.getAchievements()).toMatchObject([{ id: 'first', unlocked: true }]);
  expect(await outcomeOf(() => bridge.achievements.unlock(''))).toMatch(/no such achievement/);
});

it('removes listeners, and stops none because of an error in another', async () => {
  const { bridge } = await open({}, true);
  const [kept, removed, once] = [vi.fn(), vi.fn(), vi.fn()];
  bridge.on('platform_message_sent', removed);
  bridge.platform.on('platform_message_sent', kept);
  bridge.once('platform_message_sent', once);
  bridge.off('platform_message_sent', removed);
  await bridge.platform.sendMessage('a');
  await bridge.platform.sendMessage('b');
  expect([kept.mock.calls, removed.mock.calls, once.mock.calls]).toEqual([[['a'], ['b']], [], [['a']]]);
  bridge.off('platform_message_sent');
  await bridge.platform.sendMessage('c');
  expect(kept).toHaveBeenCalledTimes(2);
});

it("keeps the global from copies of the vendor's script, and from nothing else", () => {
  const ours = { initialize: () => undefined };
  const create = vi.fn(() => ours);
  defineGlobal(['testBridge', 'olderTestBridge'], create);
  defineGlobal(['testBridge'], create);
  const global = globalThis as { testBridge?: unknown; olderTestBridge?: unknown };
  global.testBridge = { initialize: () => undefined, INTERSTITIAL_STATE: {} };
  expect([global.testBridge, global.olderTestBridge, create.mock.calls.length]).toEqual([ours, ours, 1]);
  global.testBridge = 'the game uses the name itself';
  expect(global.testBridge).toBe('the game uses the name itself');
});
