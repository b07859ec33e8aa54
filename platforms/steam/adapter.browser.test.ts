import { describe, expect, it, vi } from 'vitest';
import {
  createAdapterHarness,
  waitForResult,
  listCapabilitiesOf,
  samplePlayer,
  waitForValue,
} from '../kit/testing/adapter-harness.browser.ts';
import type { BrowserAdapterHarnessOptions } from '../simulator-harness.browser.ts';
import { adapter } from './adapter.browser.ts';
import { steam } from './platform.ts';
import { page } from './simulator.browser.ts';

const { begin, open } = createAdapterHarness('steam', steam, adapter, page);

const order = { orderId: 'b7a1c0de-0000-4000-8000-000000000001', sku: 'gems-100', reply: { OrderId: '42' } };
const server = { '/client/purchase': () => ({ description: 'Gems', price: '4.99 USD' }), '/client/answer': () => ({}) };
const calls = {
  wallet: async () => ({ Currency: 'JPY' }),
  friends: async () => ({ Friends: [{ SteamId: '7', Name: 'Borys Koval', PhotoUrl: 'https://x.example/a.jpg' }] }),
  signIn: async ({ State }: { State: string }) => ({ Url: `https://steam.example/login?state=${State}` }),
};
const host = { calls } as never;

describe('in the window that Steam started', () => {
  it('reads the player and the language, and pays in the wallet’s currency', async () => {
    const { platform } = await begin({ host, scenario: { language: 'pt-br' } });
    expect(platform.language).toBe('pt-br');
    expect(platform.player(undefined)).toMatchObject({
      userId: '76561198060466028',
      displayName: 'Ada Koval',
      socialLocale: 'pt-br',
    });
    expect(platform.purchases?.currency).toBeUndefined();
    await platform.purchases?.restore?.();
    expect(platform.purchases?.currency).toBe('JPY');
    expect(await platform.purchases?.request?.()).toEqual({ Session: 'Client' });
  });

  it('is not signed in while Steam is offline', async () => {
    const { platform, harness } = await begin({ player: { ...samplePlayer, isGuest: true } });
    expect(await platform.login()).toBeUndefined();
    expect(harness.warnings).toEqual(['A ticket of Steam did not work']);
    const end = await waitForResult(Promise.resolve(platform.signIn?.open()), harness);
    expect(end).toMatchObject({ error: { code: 'Unknown', message: 'Steam is offline' } });
  });

  it.each([
    ['paid', ['pay'], { outcome: 'completed' }],
    ['closed', ['cancelled'], { outcome: 'cancelled', message: 'The purchase was not approved at Steam' }],
    ['failed', ['failed'], { outcome: 'cancelled', message: 'The purchase was not approved at Steam' }],
  ])("gets the buyer's answer in the overlay: %s", async (_, answers, seen) => {
    const { platform, harness } = await begin({ server, answers });
    expect(await waitForValue(Promise.resolve(platform.purchases?.pay(order)), harness)).toEqual(seen);
    expect(harness.events).toEqual([{ isFocused: false }, { isFocused: true }]);
  });

  it('leaves a purchase’s result to the server if the overlay reports nothing', async () => {
    const { platform, harness } = await begin({ server });
    harness.sender = 'nobody';
    const end = waitForValue(Promise.resolve(platform.purchases?.pay(order)), harness);
    expect(await end).toMatchObject({ outcome: 'failed' });
  });

  it('opens pages in the overlay, and invites through Steam’s own dialog', async () => {
    const { platform, harness } = await begin({ host });
    expect(await platform.community?.join()).toBe(true);
    expect(await platform.reviews?.ask()).toBe(true);
    await vi.dynamicImportSettled();
    expect(harness.notifications).toEqual([
      'Steam’s overlay opens https://steamcommunity.com/app/480',
      'Steam’s overlay opens https://store.steampowered.com/app/480/',
    ]);
    expect(await platform.invites?.invite({ message: '', uids: [] })).toEqual({ outcome: 'invited' });
    const [friend] = (await platform.friends?.list()) ?? [];
    expect(friend).toMatchObject({ uid: '7', displayName: 'Borys Koval', photo: { url: 'https://x.example/a.jpg' } });
  });

  it('uses a program that defines its methods in the window, and pays on a page without an overlay', async () => {
    const told: [string, unknown][] = [];
    const tell = (type: string, data: object) =>
      harness.host.window.dispatchEvent(new CustomEvent('FxShellEvent', { detail: { type, data } }));
    const answer = (type: string, data: object) => (json: string) => {
      const { requestId, ...params } = JSON.parse(json) as { requestId: string };
      told.push([type, params]);
      queueMicrotask(() => tell(`${type}Result`, { ...data, requestId }));
    };
    const FxShell = {
      FxShellInit: answer('Init', {
        steamId: '76561198000000001',
        personaName: 'Anya',
        language: 'russian',
        hasOverlay: false,
      }),
      FxShellGetTicket: answer('GetTicket', { ticket: '14ab' }),
    };
    const harness = await open({ framedBy: 'none', globals: { FxShell } });
    const platform = await waitForValue(adapter.connect(harness.host as never), harness);
    expect(await platform.login()).toEqual({ Ticket: '14ab' });
    expect(told).toEqual([
      ['Init', {}],
      ['GetTicket', { identity: 'fxid' }],
    ]);
    expect(platform).toMatchObject({ language: 'ru' });
    expect(await platform.purchases?.request?.()).toEqual({ Session: 'Web' });
    platform.dispose();
    expect(harness.listenerCount()).toBe(0);
  });
});

describe('in a plain browser', () => {
  const browse = (parts: Partial<BrowserAdapterHarnessOptions> = {}) => begin({ framedBy: 'none', host, ...parts });
  const at = 'https://play.example/play/gem-miner/iframe/steam';

  it('starts without a player, and signs in on Steam’s page', async () => {
    const { platform, harness } = await browse();
    expect(await platform.login()).toBeUndefined();
    expect(platform.player(undefined)).toMatchObject({ userId: '' });
    expect(listCapabilitiesOf(platform)).toEqual(['signIn', 'purchases', 'friends', 'share', 'community', 'reviews']);
    const leaving = waitForResult(Promise.resolve(platform.signIn?.open()), harness);
    await vi.dynamicImportSettled();
    const state = harness.host.window.sessionStorage.getItem('fxid.steam');
    expect(harness.openedPages).toEqual([`https://steam.example/login?state=${state}`]);
    expect(await leaving).toMatchObject({ error: { code: 'Timeout' } });
    harness.host.window.sessionStorage.clear();
  });

  it('returns the data signed by Steam’s page, once, if this tab opened it', async () => {
    const state = 'b7a1c0de-0000-4000-8000-000000000002';
    const claimed = encodeURIComponent('https://steamcommunity.com/openid/id/76561198000000001');
    const query = `state=${state}&openid.mode=id_res&openid.claimed_id=${claimed}&lang=de`;
    const launchUrl = new URL(`${at}?${query}`);
    const replaced: string[] = [];
    const replaceLaunch = ({ href }: URL): void => void replaced.push(href);
    const strange = await browse({ launchUrl, host: { calls, replaceLaunch } as never });
    expect(replaced).toEqual([`${at}?lang=de`]);
    expect(await strange.platform.login()).toBeUndefined();
    strange.harness.host.window.sessionStorage.setItem('fxid.steam', state);
    const { platform } = await browse({ launchUrl });
    expect(await platform.login()).toEqual({ OpenId: query });
    expect(platform.player({ accountId: 'a', name: 'Anya' })).toMatchObject({
      userId: '76561198000000001',
      displayName: 'Anya',
    });
    expect(await platform.login()).toBeUndefined();
    expect(await (await browse({ launchUrl })).platform.login()).toBeUndefined();
  });

  it('pays on Steam’s page, until the buyer returns to the game', async () => {
    const { platform, harness } = await browse();
    expect(await platform.purchases?.request?.()).toEqual({ Session: 'Web' });
    const SteamUrl = 'https://store.steampowered.com/checkout/approvetxn/900/';
    const paying = platform.purchases?.pay({ ...order, reply: { OrderId: '42', SteamUrl } });
    expect(harness.openedPages).toEqual([SteamUrl]);
    expect(await waitForValue(Promise.resolve(paying), harness)).toEqual({ outcome: 'completed' });
    expect(harness.listenerCount()).toBe(0);
    await expect(platform.purchases?.pay(order)).rejects.toMatchObject({ code: 'Unknown' });
  });

  it('reports what Steam did not return', async () => {
    const silent = new Proxy({}, { get: () => () => Promise.reject(new Error('The portal is not there.')) });
    const { platform } = await browse({ host: { calls: silent } });
    await expect(platform.friends?.list()).rejects.toMatchObject({ message: 'Steam did not return friends' });
    await expect(platform.signIn?.open()).rejects.toMatchObject({ code: 'Unknown' });
  });
});
