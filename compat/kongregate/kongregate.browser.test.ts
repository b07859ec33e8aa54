import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestLink } from '../testing/create-test-link.ts';
import { testMembers } from '../testing/test-members.ts';
import { manifest } from './compat.ts';
import { createKongregate } from './core.browser.ts';
import { createUnitySupport } from './unity-support.browser.ts';
import type { KongregateApi, KongregateLoader } from './vendor-types.ts';

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal('confirm', () => true);
});

const load = (loader: KongregateLoader): Promise<KongregateApi> =>
  new Promise((resolve, reject) => {
    loader.loadAPI(() => {
      const api = loader.getAPI();
      if (api) resolve(api);
      else reject(new Error('There is no API.'));
    });
  });
const open = async (...given: Parameters<typeof createTestLink>) => {
  const testing = createTestLink(...given);
  return { ...testing, kongregate: await load(createKongregate(testing.link)) };
};
/** The result that a call passes to its function. */
const resultOf = <T>(run: (callback: (result: T) => void) => void): Promise<T> => new Promise(run);

describe('members', () =>
  testMembers({
    create: async (link) => {
      const loader = createKongregate(link);
      return { ...loader, ...createUnitySupport(loader, {}, () => undefined), ...(await load(loader)) };
    },
    connect: () => undefined,
    described: manifest.calls.map(({ call }) => call),
    codes: [],
    args: [
      ['Score', 7],
      [[{ name: 'Score', value: 7 }]],
      [['coins-100']],
      [{ content: 'Play', kv_params: { room: '7' } }],
    ],
  }));

it('has no API before it is loaded, and tries again after a failure', async () => {
  const { link } = createTestLink();
  const openSdk = vi.fn(link.openSdk).mockRejectedValueOnce(new Error('offline'));
  const loader = createKongregate({ ...link, openSdk });
  const never = vi.fn();
  loader.loadAPI(never);
  await vi.waitFor(() => expect(openSdk).toHaveBeenCalledTimes(1));
  expect(loader.getAPI()).toBeNull();
  await load(loader);
  expect(never).not.toHaveBeenCalled();
});

describe('the player', () => {
  it('is a guest, signs in next to the game, and listeners hear it', async () => {
    const { kongregate } = await open();
    const { services } = kongregate;
    const read = () => [services.isGuest(), services.getUserId() > 0, services.getUsername()];
    const heard = vi.fn();
    services.addEventListener('login', heard);
    expect(read()).toEqual([true, false, 'Guest']);
    services.showRegistrationBox();
    await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(1));
    expect(read()).toEqual([false, true, 'Local Player']);
    services.showSignInBox();
    expect(heard).toHaveBeenCalledTimes(1);
  });

  it('has a number that Unity can read, the same each time', async () => {
    const numbers = [];
    for (let time = 0; time < 2; time += 1) {
      const { kongregate, sdk } = await open();
      await sdk.player.signIn();
      await sdk.player.refresh();
      numbers.push(kongregate.services.getUserId());
    }
    expect(numbers[0]).toBe(numbers[1]);
    expect(numbers[0]).toBeLessThanOrEqual(2 ** 31);
  });

  it('invites friends and shares the game', async () => {
    const { kongregate, calls } = await open();
    const { services } = kongregate;
    const invited = resultOf((callback) => services.showInvitationBox({ content: 'Join me' }, callback));
    expect(await invited).toEqual({ success: true });
    expect(await resultOf((callback) => services.showFeedPostBox('I won', callback))).toEqual({ success: true });
    expect(await resultOf((callback) => services.showShoutBox('Hi', callback))).toEqual({ success: false });
    expect(calls.filter((call) => /Invite|Share/.test(call))).toEqual(['InviteFriends', 'ShowLinkShareModal']);
  });
});

describe('statistics', () => {
  it('are scores and events, whole numbers from 0', async () => {
    const { kongregate, sdk } = await open();
    const submit = vi.spyOn(sdk.leaderboards, 'submit');
    const event = vi.spyOn(sdk.game, 'event');
    kongregate.stats.submit('High Score', 70);
    kongregate.stats.submitArray([
      { name: 'Levels', value: 3 },
      { name: 'Bad', value: -1 },
      { name: 'Half', value: 0.5 },
    ]);
    await vi.waitFor(() => expect(submit).toHaveBeenCalledTimes(2));
    expect(submit.mock.calls).toEqual([
      ['High Score', 70],
      ['Levels', 3],
    ]);
    expect(event.mock.calls).toEqual([
      ['High Score', { value: 70 }],
      ['Levels', { value: 3 }],
    ]);
  });

  const openWithoutBoards = async (code: string) => {
    const { kongregate, sdk } = await open();
    const ask = vi.spyOn(sdk.leaderboards, 'get').mockRejectedValue(Object.assign(new Error(code), { code }));
    return {
      stats: kongregate.stats,
      ask,
      submit: vi.spyOn(sdk.leaderboards, 'submit'),
      event: vi.spyOn(sdk.game, 'event'),
    };
  };

  it('are events only without a leaderboard, for which the portal is asked once', async () => {
    const { stats, ask, submit, event } = await openWithoutBoards('InvalidRequest');
    await vi.waitFor(() => {
      stats.submit('loaded', 1);
      expect(event.mock.calls.length).toBeGreaterThan(3);
    });
    expect([ask.mock.calls.length, submit.mock.calls.length]).toEqual([1, 0]);
  });

  it('ask for the leaderboard again after a failure', async () => {
    const { stats, ask, submit } = await openWithoutBoards('Timeout');
    await vi.waitFor(() => {
      stats.submit('loaded', 1);
      expect(ask.mock.calls.length).toBeGreaterThan(1);
    });
    expect(submit).not.toHaveBeenCalled();
  });
});

describe('ads', () => {
  const listen = ({ mtx }: KongregateApi): string[] => {
    const heard: string[] = [];
    for (const event of ['adsAvailable', 'adsUnavailable', 'adOpened', 'adCompleted', 'adAbandoned'])
      mtx.addEventListener(event, () => heard.push(event));
    return heard;
  };

  it.each([
    ['finished', 'adCompleted'],
    ['skipped', 'adAbandoned'],
    ['failed', 'adAbandoned'],
  ] as const)('%s: %s after adOpened', async (ads, end) => {
    const { kongregate } = await open({ ads });
    const heard = listen(kongregate);
    kongregate.mtx.initializeIncentivizedAds();
    await vi.waitFor(() => expect(heard).toEqual(['adsAvailable']));
    kongregate.mtx.showIncentivizedAd();
    kongregate.mtx.showIncentivizedAd();
    await vi.waitFor(() => expect(heard).toEqual(['adsAvailable', 'adOpened', end, 'adsAvailable']));
  });

  it('that are not there are unavailable, and none is opened', async () => {
    const { kongregate } = await open({}, true);
    const heard = listen(kongregate);
    kongregate.mtx.initializeIncentivizedAds();
    kongregate.mtx.showIncentivizedAd();
    await vi.waitFor(() => expect(heard).toEqual(['adsUnavailable', 'adsUnavailable']));
  });
});

describe('items', () => {
  it('are bought, owned, and used once', async () => {
    const { kongregate } = await open({ purchases: 'paid' });
    const { mtx } = kongregate;
    const listed = await resultOf<object>((callback) => mtx.requestItemList(null, callback));
    expect(listed).toMatchObject({ success: true, data: [{ id: 1, identifier: 'coins-100', price: 0.99 }] });
    const items = [{ identifier: 'coins-100', data: 'slot 2' }];
    expect(await resultOf((callback) => mtx.purchaseItems(items, callback))).toEqual({ success: true });
    const own = () => resultOf<object>((callback) => mtx.requestUserItemList(null, callback));
    const item = { id: 1, identifier: 'coins-100', data: 'slot 2', remaining_uses: 1 };
    expect(await own()).toEqual({ success: true, data: [item] });
    const use = () => resultOf<object>((callback) => mtx.useItemInstance(1, callback));
    expect(await use()).toEqual({ success: true, id: 1 });
    expect(await use()).toEqual({ success: false, id: 1 });
    expect(await own()).toEqual({ success: true, data: [] });
  });

  it.each([
    ['cancelled', ['coins-100']],
    ['paid', ['coins-100', 'coins-100']],
    ['paid', ['missing']],
    ['paid', []],
  ] as const)('fail if they are %s: %j', async (purchases, items) => {
    const { kongregate } = await open({ purchases });
    const bought = resultOf((callback) => kongregate.mtx.purchaseItems(items, callback));
    expect(await bought).toEqual({ success: false });
  });

  it('are sold only where the page of the game receives them', async () => {
    const { kongregate, sdk, calls } = await open({ purchases: 'paid' });
    vi.spyOn(sdk.payments, 'purchases').mockRejectedValue(new Error('not set up'));
    const { mtx } = kongregate;
    expect(await resultOf((callback) => mtx.purchaseItems(['coins-100'], callback))).toEqual({ success: false });
    expect(await resultOf((callback) => mtx.requestUserItemList('', callback))).toEqual({ success: false, data: [] });
    expect(calls).not.toContain('BuyProduct');
  });

  it('of other players are not listed', async () => {
    const { kongregate } = await open();
    const { mtx } = kongregate;
    expect(await resultOf((callback) => mtx.requestUserItemList('Ada', callback))).toMatchObject({ success: false });
    expect(await resultOf((callback) => mtx.requestUserItemList(null, callback))).toEqual({ success: true, data: [] });
  });
});

describe('Unity', () => {
  it.each([
    ['the page', (SendMessage: unknown) => ({ SendMessage })],
    ['the instance', (SendMessage: unknown) => ({ unityInstance: { SendMessage } })],
  ])('gets id, name and token: %s', async (_, createPage) => {
    const { link } = createTestLink();
    const SendMessage = vi.fn();
    const setGlobal = vi.fn();
    createUnitySupport(createKongregate(link), createPage(SendMessage), setGlobal).initAPI('Kong', 'OnLoaded');
    await vi.waitFor(() => expect(SendMessage).toHaveBeenCalledWith('Kong', 'OnLoaded', '0|Guest|'));
    expect(setGlobal).toHaveBeenCalledWith(expect.objectContaining({ stats: expect.any(Object) }));
  });
});
