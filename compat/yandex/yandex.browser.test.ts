import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestLink } from '../testing/create-test-link.ts';
import { testMembers } from '../testing/test-members.ts';
import { outcomeOf } from '../testing/walk-members.ts';
import { manifest } from './compat.ts';
import { createYaGames } from './core.browser.ts';

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal('confirm', () => true);
});

const open = async (...given: Parameters<typeof createTestLink>) => {
  const testing = createTestLink(...given);
  return { ...testing, ysdk: await createYaGames(testing.link).init() };
};

describe('members', () =>
  testMembers({
    create: async (link) => {
      const games = createYaGames(link);
      const ysdk = await games.init();
      return { ...games, ...ysdk, player: await ysdk.getPlayer(), lb: await ysdk.getLeaderboards() };
    },
    connect: (all) => all.init(),
    described: manifest.calls.map(({ call }) => call),
    codes: [/^fault: Error: ysdk: /, 'LEADERBOARD_PLAYER_NOT_PRESENT'],
    args: [
      ['best', 7],
      [{ gold: 3 }, true],
    ],
  }));

describe('ads', () => {
  const callbacks = (heard: string[]) => ({
    onOpen: () => heard.push('open'),
    onRewarded: () => heard.push('rewarded'),
    onClose: (wasShown?: boolean) => heard.push(`close ${wasShown}`),
    onError: () => heard.push('error'),
  });

  it.each([
    ['finished', ['open', 'close true'], ['open', 'rewarded', 'close undefined']],
    ['skipped', ['open', 'close true'], ['open', 'close undefined']],
    ['failed', ['open', 'error', 'close false'], ['open', 'error', 'close undefined']],
  ] as const)('%s', async (ads, fullscreen, rewarded) => {
    const { ysdk } = await open({ ads });
    const heard: string[] = [];
    ysdk.adv.showFullscreenAdv({ callbacks: callbacks(heard) });
    await vi.waitFor(() => expect(heard).toEqual(fullscreen));
    heard.length = 0;
    ysdk.adv.showRewardedVideo({ callbacks: callbacks(heard) });
    await vi.waitFor(() => expect(heard).toEqual(rewarded));
  });

  it('that are not there close without a start, or are an error', async () => {
    const { ysdk } = await open({}, true);
    const heard: string[] = [];
    ysdk.adv.showFullscreenAdv({ callbacks: callbacks(heard) });
    ysdk.adv.showRewardedVideo({ callbacks: callbacks(heard) });
    await vi.waitFor(() => expect(heard).toEqual(['error', 'close false']));
    expect(await ysdk.adv.showBannerAdv()).toMatchObject({ reason: 'ADV_IS_NOT_CONNECTED' });
  });
});

describe('the player', () => {
  it('is a guest, signs in, and has a name', async () => {
    const { ysdk } = await open();
    const guest = await ysdk.getPlayer();
    expect([guest.isAuthorized(), guest.getMode(), guest.getName()]).toEqual([false, 'lite', '']);
    expect(await ysdk.feedback.canReview()).toEqual({ value: false, reason: 'NO_AUTH' });
    await ysdk.auth.openAuthDialog();
    const player = await ysdk.getPlayer();
    expect([player.isAuthorized(), player.getMode(), player.getName()]).toEqual([true, '', 'Local Player']);
    expect(player.getUniqueID()).toBe(guest.getUniqueID());
  });

  it('keeps data and numbers', async () => {
    const { ysdk } = await open();
    const player = await ysdk.getPlayer();
    await player.setData({ level: 3, items: ['sword'] }, true);
    expect(await player.getData()).toEqual({ level: 3, items: ['sword'] });
    expect(await player.getData(['level'])).toEqual({ level: 3 });
    await player.setStats({ gold: 5 });
    expect(await player.incrementStats({ gold: 2, gems: 1 })).toEqual({
      stats: { gold: 7, gems: 1 },
      newKeys: ['gems'],
    });
    expect(await (await (await open()).ysdk.getPlayer()).getStats()).toEqual({ gold: 7, gems: 1 });
    expect(await outcomeOf(() => player.setStats({ gold: 'x' } as never))).toMatch(/numbers/);
  });
});

it('shows leaderboards', async () => {
  const entries = [{ name: 'Ada', score: 50 }];
  const { ysdk } = await open({ leaderboards: { best: { entries } } });
  expect(await outcomeOf(() => ysdk.leaderboards.getPlayerEntry('best'))).toBe('LEADERBOARD_PLAYER_NOT_PRESENT');
  await ysdk.auth.openAuthDialog();
  await ysdk.leaderboards.setScore('best', 70);
  const page = await ysdk.leaderboards.getEntries('best', { includeUser: true, quantityTop: 3 });
  expect(page).toMatchObject({ userRank: 1, leaderboard: { name: 'best', default: true } });
  expect(page.entries.map(({ rank, score }) => [rank, score])).toEqual([
    [1, 70],
    [2, 50],
  ]);
  expect(await ysdk.leaderboards.getPlayerEntry('best')).toMatchObject({ rank: 1, formattedScore: '70' });
});

it('pauses the game while the portal has the focus', async () => {
  const { ysdk, emit } = await open();
  const [pause, resume] = [vi.fn(), vi.fn()];
  const remove = ysdk.on('game_api_pause', pause);
  ysdk.on('game_api_resume', resume);
  emit('FocusChanged', { focused: false, reason: 'other' });
  emit('FocusChanged', { focused: true });
  remove();
  emit('FocusChanged', { focused: false, reason: 'other' });
  expect([pause.mock.calls.length, resume.mock.calls.length]).toEqual([1, 1]);
});

it('says which calls work', async () => {
  const { ysdk } = await open();
  const names = ['leaderboards.setScore', 'auth.openAuthDialog', 'payments.purchase', 'leaderboards.toString', 'x.y'];
  expect(await Promise.all(names.map((name) => ysdk.isAvailableMethod(name)))).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
  expect(await ysdk.getFlags({ defaultFlags: { speed: '2' } })).toEqual({ speed: '2' });
});

describe('purchases', () => {
  it('are listed until they are consumed', async () => {
    const { ysdk } = await open({ purchases: 'paid' });
    const payments = await ysdk.getPayments();
    expect(await payments.getCatalog()).toMatchObject([
      { id: 'coins-100', title: '100 coins', price: '$0.99', priceValue: '0.99', priceCurrencyCode: 'USD' },
    ]);
    const bought = await payments.purchase({ id: 'coins-100', developerPayload: 'level 3' });
    const expected = { productID: 'coins-100', purchaseToken: 'local-1', developerPayload: 'level 3' };
    expect(bought).toEqual(expected);
    expect(await ysdk.payments.getPurchases()).toEqual([expected]);
    await payments.consumePurchase('local-1');
    await payments.consumePurchase('local-1');
    expect(await payments.getPurchases()).toEqual([]);
    expect(await outcomeOf(() => payments.consumePurchase('other'))).toMatch(/ysdk/);
    expect(await outcomeOf(() => payments.purchase({ id: 'other' }))).toMatch(/ysdk/);
  });

  it('have data that the page can decode, and no signature that a server accepts', async () => {
    const { ysdk } = await open({ purchases: 'paid' });
    const payments = await ysdk.getPayments({ signed: true });
    const { signature } = await payments.purchase({ id: 'coins-100', developerPayload: 'año' });
    const [mac, data = ''] = signature.split('.');
    const text = new TextDecoder().decode(Uint8Array.from(atob(data), (each) => each.charCodeAt(0)));
    expect([mac, JSON.parse(text)]).toMatchObject([
      '',
      { data: { token: 'local-1', product: { id: 'coins-100' }, developerPayload: 'año' } },
    ]);
    expect(await payments.getPurchases()).toMatchObject({
      0: { productID: 'coins-100' },
      signature: expect.stringMatching(/^\./),
    });
  });

  it('that the player cancels reject', async () => {
    const { ysdk } = await open({ purchases: 'cancelled' });
    const payments = await ysdk.getPayments();
    expect(await outcomeOf(() => payments.purchase({ id: 'coins-100' }))).toMatch(/ysdk/);
    expect(await payments.getPurchases()).toEqual([]);
  });

  it('are not possible where the page gets none, and no money is taken', async () => {
    const { ysdk, calls } = await open({ purchases: 'paid' }, true);
    expect(await ysdk.isAvailableMethod('payments.purchase')).toBe(false);
    const { payments } = ysdk;
    const payCalls = [() => ysdk.getPayments(), () => payments.getCatalog(), () => payments.getPurchases()];
    for (const call of payCalls) expect(await outcomeOf(call)).toMatch(/purchases aren't available/);
    expect(await outcomeOf(() => ysdk.payments.purchase({ id: 'coins-100' }))).toMatch(/purchases aren't available/);
    expect(calls).not.toContain('BuyProduct');
  });
});
