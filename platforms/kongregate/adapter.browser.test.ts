import { describe, expect, it, vi } from 'vitest';
import {
  createAdapterHarness,
  listCapabilitiesOf,
  samplePlayer,
  waitForValue,
} from '../kit/testing/adapter-harness.browser.ts';
import type { BrowserHost } from '../port.browser.ts';
import { adapter } from './adapter.browser.ts';
import { kongregate } from './platform.ts';
import { page } from './simulator.browser.ts';

const { begin, open } = createAdapterHarness('kongregate', kongregate, adapter, page);

const guest = { ...samplePlayer, id: '1', isGuest: true };
const order = { orderId: 'order-1', sku: 'gems', reply: { OrderInfo: 'order-1:24' } };
const account = { accountId: 'b7a1c0de-0000-4000-8000-000000000001', name: 'Guest 7' };

describe('connecting', () => {
  it("loads the vendor's script by default, and calls nothing before it is loaded", async () => {
    const loadScript = vi.fn(async () => undefined);
    const harness = await open({ data: { SdkUrl: undefined }, host: { loadScript } });
    await expect(adapter.connect(harness.host)).rejects.toThrow('loaded but defines nothing');
    expect(loadScript).toHaveBeenCalledWith('https://cdn1.kongregate.com/javascripts/kongregate_api.js');
  });

  it('passes on the parameters of a link, a post or an invitation, and the language', async () => {
    const launchUrl = new URL('https://play.example/play/gem-miner?kv_level=7&kv_of=a%20b&kongregate_language=de');
    const { platform } = await begin({ launchUrl });
    expect(platform).toMatchObject({ payload: 'kv_level=7&kv_of=a+b', language: 'de' });
    expect((await begin()).platform).not.toHaveProperty('payload');
  });
});

describe('the player', () => {
  it('is proved by the token, and has a name', async () => {
    const { platform } = await begin();
    expect(await platform.login()).toEqual({
      UserId: '100200300',
      UserName: 'AdaKoval',
      Token: expect.stringMatching(/^\w{64}$/) as string,
      IsGuest: false,
    });
    expect(platform.player(account)).toMatchObject({ userId: '100200300', displayName: 'AdaKoval' });
    await platform.signIn?.open();
  });

  it('may be a guest, who has neither Kreds nor friends', async () => {
    const { platform } = await begin({ player: guest });
    expect(await platform.login()).toEqual({ UserId: '0', IsGuest: true });
    expect(platform.player(account)).toMatchObject({ userId: account.accountId, displayName: 'Guest 7' });
    expect(listCapabilitiesOf(platform)).not.toContain('friends');
    expect(() => platform.purchases?.request?.()).toThrow(
      expect.objectContaining({ code: 'Unknown', message: 'guest' }),
    );
  });

  async function signIn(address: string) {
    const [reload, replaceLaunch] = [vi.fn(), vi.fn<BrowserHost['replaceLaunch']>()];
    const launchUrl = new URL(`https://play.example/play/g?${address}`);
    const { platform, harness } = await begin({ player: guest, launchUrl, host: { reload, replaceLaunch } });
    await waitForValue(Promise.resolve(platform.signIn?.open()), harness);
    expect(harness.dialogTitles).toEqual(['Join Kongregate']);
    expect(reload).toHaveBeenCalledOnce();
    return {
      login: await platform.login(),
      launches: replaceLaunch.mock.calls.map(([{ searchParams }]) => searchParams),
    };
  }

  it('gets a reloaded page after signing in next to the game, at a URL that names the player', async () => {
    const { login, launches } = await signIn('kongregate_user_id=0&kongregate_username=Guest&kv_a=1');
    expect(launches.map((launch) => Object.fromEntries(launch))).toEqual([
      {
        kongregate_user_id: '17',
        kongregate_username: 'RobinDoe',
        kongregate_game_auth_token: login?.Token,
        kv_a: '1',
      },
    ]);
    expect(login).toMatchObject({ UserId: '17', IsGuest: false });
  });

  it('keeps the URL if Kongregate names no player in it', async () => {
    expect((await signIn('kv_a=1')).launches).toEqual([]);
  });

  it('gets no events once the game is left', async () => {
    const reload = vi.fn();
    const { platform, harness } = await begin({ player: guest, host: { reload } });
    const opening = platform.signIn?.open();
    platform.dispose();
    await expect(waitForValue(Promise.resolve(opening), harness)).rejects.toMatchObject({ code: 'Timeout' });
    expect(reload).not.toHaveBeenCalled();
  });
});

describe('a purchase', () => {
  const server = {
    '/page/order/begin': () => ({ outcome: 'asked', order_id: 7, name: 'Gems', price: 24 }),
    '/page/order/pay': () => ({ outcome: 'completed' }),
  };
  const cancelled = { outcome: 'cancelled', message: 'Payment not completed' };

  it.each([
    ['ask', { outcome: 'completed' }],
    ['paid', { outcome: 'completed' }],
    ['cancelled', cancelled],
    ['failed', cancelled],
    ['paid-but-cancelled', cancelled],
  ] as const)('that ends as %s has that result', async (payment, seen) => {
    const { platform, harness } = await begin({ scenario: { payment }, server });
    expect(platform.purchases?.request?.()).toBeUndefined();
    expect(await waitForValue(Promise.resolve(platform.purchases?.pay(order)), harness)).toEqual(seen);
    expect(harness.dialogTitles).toEqual(payment === 'ask' ? ['Purchase'] : []);
  });

  it('of a product that we do not sell shows nothing', async () => {
    const none = { ...server, '/page/order/begin': () => ({ outcome: 'not sold' }) };
    const { platform, harness } = await begin({ server: none });
    expect(await waitForValue(Promise.resolve(platform.purchases?.pay(order)), harness)).toEqual(cancelled);
    expect(harness.dialogTitles).toEqual([]);
  });
});

describe('a video', () => {
  it.each(['finished', 'skipped'] as const)('that is %s covers the game, and another is available', async (ad) => {
    const { platform, harness } = await begin({ scenario: { ad } });
    await vi.waitFor(async () => expect(await platform.video?.ready()).toBe(true));
    await platform.video?.show();
    expect(harness.events).toEqual([{ kind: 'video', isAvailable: true }, { isFocused: false }, { isFocused: true }]);
  });

  it('that is not available is not waited for', async () => {
    const { platform, harness } = await begin({ scenario: { ad: 'no-fill' } });
    await vi.waitFor(() => expect(harness.events).toEqual([{ kind: 'video', isAvailable: false }]));
    expect(await platform.video?.ready()).toBe(false);
    const posted = harness.posted.length;
    expect(await platform.video?.show()).toEqual({ outcome: 'failed', reason: 'Unknown' });
    expect(harness.posted).toHaveLength(posted);
  });
});

describe('other capabilities', () => {
  it('include friends, fetched by our server', async () => {
    const friends = vi.fn(async () => ({
      Friends: [
        { UserId: '7', UserName: 'ap_u', AvatarUrl: 'https://cdn3.kongregate.com/bug.jpg' },
        { UserId: '8', UserName: 'anthony' },
      ],
    }));
    const { platform } = await begin({ host: { calls: { friends } as never } });
    const photo = { url: 'https://cdn3.kongregate.com/bug.jpg', width: 40, height: 40 };
    expect(await platform.friends?.list()).toEqual([
      { uid: '7', displayName: 'ap_u', firstName: 'ap_u', lastName: '', gender: 'unspecified', photo },
      { uid: '8', displayName: 'anthony', firstName: 'anthony', lastName: '', gender: 'unspecified' },
    ]);
    expect(friends).toHaveBeenCalledWith({ Game: 'gem-miner' });
    const fails = { friends: () => Promise.reject(new Error('down')) };
    const { platform: without } = await begin({ host: { calls: fails } });
    await expect(without.friends?.list()).rejects.toMatchObject({ code: 'Unknown' });
  });

  it('include an invitation, to named friends or the player’s choice', async () => {
    const { platform, harness } = await begin({ answers: ['yes', 'yes', 'no'] });
    const invite = (uids: string[]) => platform.invites?.invite({ message: 'Come!', uids });
    expect(await invite([])).toEqual({ outcome: 'invited', invited: 2 });
    expect(await invite(['100200301'])).toEqual({ outcome: 'invited', invited: 1 });
    expect(await invite([])).toEqual({ outcome: 'cancelled' });
    expect(harness.dialogTitles).toEqual(['Invite friends', 'Invite friends', 'Invite friends']);
  });

  it('include a post on the feed', async () => {
    const { platform, harness } = await begin({ answers: ['yes', 'no'] });
    const share = () => platform.share?.share({ link: 'https://play.example/g', title: 'Gems' });
    expect(await share()).toEqual({ outcome: 'shared' });
    expect(JSON.stringify(harness.posted)).toContain('"content":"Gems https://play.example/g"');
    expect(await share()).toEqual({ outcome: 'cancelled' });
  });

  it('include statistics with whole numbers', async () => {
    const { platform, harness } = await begin();
    const submit = platform.stats?.['kongregate'];
    submit?.('level', { value: 7 });
    submit?.('won', {});
    for (const value of [-1, 0.5, '7', true, null]) submit?.('level', { value });
    await vi.waitFor(() => expect(harness.notifications).toEqual(['level is 7', 'won is 1']));
    expect(harness.warnings).toHaveLength(5);
  });
});
