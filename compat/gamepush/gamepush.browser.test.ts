import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestLink } from '../testing/create-test-link.ts';
import { testMembers } from '../testing/test-members.ts';
import { outcomeOf } from '../testing/walk-members.ts';
import { manifest } from './compat.ts';
import { createGamePush } from './core.browser.ts';
import { runCallback } from './run-callback.browser.ts';
import type { EventSource } from './vendor-types.ts';

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal('confirm', () => true);
});

const open = async (...given: Parameters<typeof createTestLink>) => {
  const testing = createTestLink(...given);
  return { ...testing, ...(await createGamePush(testing.link)) };
};

const listen = (source: EventSource, names: readonly string[]): string[] => {
  const heard: string[] = [];
  for (const name of names)
    source.on(name, (result?: unknown) =>
      heard.push(result === undefined ? name : `${name} ${JSON.stringify(result)}`),
    );
  return heard;
};

describe('members', () =>
  testMembers({
    create: async (link) => (await createGamePush(link)).gp,
    connect: (gp) => gp.player.ready,
    described: manifest.calls.map(({ call }) => call),
    codes: [/^fault: Error: GamePush: /],
    args: [[{ tag: 'best', record: { score: 7 } }], [{ orderBy: ['score'], limit: 3 }], ['gold', 7]],
    // Each module has its events, and `stats` is a value.
    except: (path) => /\..*\b(on|off|once)$/.test(path) || path.startsWith('player.stats.'),
  }));

describe('ads', () => {
  const names = ['start', 'close', ...['fullscreen', 'rewarded'].flatMap((kind) => [`${kind}:start`, `${kind}:close`])];

  it.each([
    ['finished', true, true],
    ['skipped', true, false],
    ['failed', false, false],
  ] as const)('%s: reports each ad and its type, in order', async (ads, isShown, isRewarded) => {
    const { gp } = await open({ ads });
    const heard = listen(gp.ads, [...names, 'rewarded:reward']);
    expect(await gp.ads.showFullscreen()).toBe(isShown);
    expect(await gp.ads.showRewardedVideo({ showFailedOverlay: true })).toBe(isRewarded);
    expect(heard).toEqual([
      'start',
      'fullscreen:start',
      `close ${isShown}`,
      `fullscreen:close ${isShown}`,
      'start',
      'rewarded:start',
      ...(isRewarded ? ['rewarded:reward'] : []),
      `close ${isRewarded}`,
      `rewarded:close ${isRewarded}`,
    ]);
  });

  it('that are not there close without a start', async () => {
    const { gp } = await open({}, true);
    const heard = listen(gp.ads, names);
    expect([await gp.ads.showPreloader(), await gp.ads.showRewardedVideo(), await gp.ads.showSticky()]).toEqual([
      false,
      false,
      false,
    ]);
    expect(heard).toEqual(['close false', 'close false', 'rewarded:close false']);
    expect(gp.ads.isRewardedAvailable).toBe(false);
  });

  it('open one at a time', async () => {
    const { gp } = await open();
    let second: Promise<boolean> | undefined;
    gp.ads.on('rewarded:start', () => {
      expect(gp.ads.isRewardedPlaying).toBe(true);
      second = gp.ads.showFullscreen();
    });
    expect(await gp.ads.showRewardedVideo()).toBe(true);
    expect([await second, gp.ads.isRewardedPlaying]).toEqual([false, false]);
  });
});

describe('the player', () => {
  it('is a guest, logs in, and has a name', async () => {
    const { gp } = await open();
    const { id } = gp.player;
    expect([gp.player.isLoggedIn, gp.player.name, gp.player.avatar]).toEqual([false, '', '']);
    const heard = listen(gp.player, ['login']);
    expect(await gp.player.login()).toBe(true);
    expect([gp.player.isLoggedIn, gp.player.name, gp.player.id, heard]).toEqual([
      true,
      'Local Player',
      id,
      ['login true'],
    ]);
    expect(gp.player.avatar).toMatch(/^data:/);
  });

  it('keeps its fields once they are synchronised', async () => {
    const { gp } = await open();
    const heard = listen(gp.player, ['change', 'sync']);
    gp.player.set('class', 'warrior');
    gp.player.add('gold', '5');
    gp.player.add('gold', 2);
    gp.player.toggle('vip');
    expect([gp.player.get('gold'), gp.player.get('vip'), gp.player.get('gems'), gp.player.has('gems')]).toEqual([
      7,
      true,
      null,
      false,
    ]);
    expect((await open()).gp.player.isStub).toBe(true);
    expect(await gp.player.sync()).toBe(true);
    expect(heard).toEqual(['change', 'change', 'change', 'change', 'sync true']);
    const second = (await open()).gp.player;
    expect(second.toJSON()).toEqual(expect.objectContaining({ class: 'warrior', gold: 7, vip: true, score: 0 }));
    second.reset();
    expect(second.get('gold')).toBeNull();
    expect([await second.load(), second.get('gold')]).toEqual([true, 7]);
  });

  it('has a score that follows to the leaderboard', async () => {
    const { gp, calls } = await open({ leaderboards: { best: { entries: [{ name: 'Ada', score: 50 }] } } });
    await gp.player.login();
    gp.player.score = 60;
    gp.player.add('score', 10);
    await gp.player.sync();
    await vi.waitFor(() => expect(calls).toContain('SubmitScore'));
    await gp.player.sync();
    expect(calls.filter((call) => call === 'SubmitScore')).toHaveLength(1);
    const { players, player, belowPlayers } = await gp.leaderboard.fetch({ orderBy: ['score'], limit: 5 });
    expect(players.map(({ position, score }) => [position, score])).toEqual([
      [1, 70],
      [2, 50],
    ]);
    expect([player?.position, belowPlayers.length]).toEqual([1, 1]);
    expect(await gp.leaderboard.publishRecord({ tag: 'best', variant: 'day', record: { score: 90 } })).toEqual({
      success: true,
    });
    expect((await gp.leaderboard.fetchPlayerRatingScoped({ tag: 'best' })).player?.['score']).toBe(90);
  });

  it('synchronises nothing without a portal', async () => {
    const { gp } = await open({}, true);
    gp.player.set('gold', 1);
    expect([await gp.player.sync(), await gp.player.login()]).toEqual([false, false]);
  });
});

it('sells what the page may receive, and consumes it once', async () => {
  const { gp } = await open({ purchases: 'paid' });
  const heard = listen(gp.payments, ['purchase', 'consume', 'error:consume']);
  const [product] = (await gp.payments.fetchProducts()).products;
  const tag = product?.tag ?? '';
  expect(await gp.payments.purchase({ tag })).toMatchObject({ success: true, product: { tag }, purchase: { tag } });
  expect([gp.payments.has(tag), gp.payments.purchases.length]).toEqual([true, 1]);
  expect(await gp.payments.consume({ tag })).toMatchObject({ success: true });
  expect(await gp.payments.consume({ tag })).toMatchObject({ success: false });
  expect([gp.payments.has(tag), heard.map((each) => each.split(' ')[0])]).toEqual([
    false,
    ['purchase', 'consume', 'error:consume'],
  ]);

  const alone = (await open({}, true)).gp.payments;
  expect([alone.isAvailable, await alone.purchase({ tag })]).toEqual([
    false,
    { success: false, error: expect.stringContaining('payments_not_available') },
  ]);
});

it('unlocks achievements, and tells the game', async () => {
  const target = { code: 'first', name: 'First', description: '', points: 1, progress: 0, target: 3 };
  const { gp } = await open({ achievements: [target] });
  const heard = listen(gp.achievements, ['error:unlock']);
  const unlocked = vi.fn();
  gp.achievements.on('unlock', unlocked);
  expect(await gp.achievements.setProgress({ tag: 'first', progress: 2 })).toMatchObject({ success: true });
  expect([gp.achievements.getProgress('first'), gp.achievements.has('first')]).toEqual([2, false]);
  await gp.achievements.unlock({ tag: 'first' });
  expect([gp.achievements.has('first'), unlocked.mock.calls.length]).toEqual([true, 1]);
  expect(await gp.achievements.unlock({ tag: 'missing' })).toMatchObject({ success: false });
  expect(heard).toHaveLength(1);
});

it('pauses the game while the portal has the focus, or the game says so', async () => {
  const { gp, emit } = await open();
  const heard = listen(gp, ['pause', 'resume']);
  emit('FocusChanged', { focused: false, reason: 'other' });
  gp.pause();
  emit('FocusChanged', { focused: true });
  expect([gp.isPaused, heard]).toEqual([true, ['pause']]);
  gp.resume();
  expect([gp.isPaused, heard]).toEqual([false, ['pause', 'resume']]);
});

it('tells the portal of play and goals', async () => {
  const { gp, calls } = await open();
  calls.length = 0;
  gp.gameStart();
  gp.gameplayStart();
  gp.analytics.goal('LEVEL_START', 15);
  gp.gameplayStop();
  await vi.waitFor(() => expect(calls).toEqual(['LoadingReady', 'GameStarted', 'SendInGameEvent', 'GameStopped']));
});

it('makes links, reads their parameters, and keeps values', async () => {
  const testing = createTestLink();
  await testing.sdk.init();
  await testing.sdk.platform.setUrlHash('#fromId=7');
  const { gp } = await createGamePush(testing.link);
  expect([gp.socials.getShareParam('fromId'), gp.socials.getShareParam('toString')]).toEqual(['7', '']);
  expect(gp.socials.makeShareUrl({ fromId: 8 })).toBe('https://play.example/play/miner#fromId=8');
  await gp.storage.set('music', { volume: 1 });
  expect([await gp.storage.get('music'), await gp.storage.get('none')]).toEqual([{ volume: 1 }, null]);
  expect(await outcomeOf(() => Reflect.get(gp.channels, 'createChannel')())).toMatch(/Not available/);
});

it("calls the function that the script's address names, and tells that the player is ready", async () => {
  const { gp, tellReady } = await open();
  const [named, usual, broken] = [vi.fn(), vi.fn(), vi.fn(() => Promise.resolve())];
  Object.assign(globalThis, { myInit: named, onGPInit: usual, onGSInit: broken });
  runCallback('myInit', gp);
  runCallback('missing', gp);
  expect([named.mock.calls, usual.mock.calls]).toEqual([[[gp]], []]);
  runCallback(undefined, gp);
  expect([usual.mock.calls.length, broken.mock.calls.length]).toEqual([1, 1]);
  const ready = vi.fn();
  gp.player.on('ready', ready);
  tellReady();
  expect(ready).toHaveBeenCalledTimes(1);
});
