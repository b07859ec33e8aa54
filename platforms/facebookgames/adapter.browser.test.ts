// Tests specific to Facebook's canvas. ../every-platform.browser.test.ts tests what all adapters share. The published types
// of Facebook's script check our declarations.
/// <reference types="facebook-js-sdk" />
import { describe, expect, it, vi } from 'vitest';
import { createAdapterHarness, samplePlayer } from '../kit/testing/adapter-harness.browser.ts';
import type { BrowserAdapterHarnessOptions } from '../simulator-harness.browser.ts';
import { adapter } from './adapter.browser.ts';
import type { CanvasSdk, FacebookLoginResponse } from './client.browser.ts';
import { facebookgames } from './platform.ts';
import { page } from './simulator.browser.ts';

const { begin, open } = createAdapterHarness('facebookgames', facebookgames, adapter, page);

const visitor = { ...samplePlayer, isGuest: true };

interface Choices extends Partial<BrowserAdapterHarnessOptions> {
  readonly change?: (sdk: CanvasSdk) => object;
}

async function start({ change, ...parts }: Choices = {}) {
  const asked: [string, ...unknown[]][] = [];
  let tell: (answer: FacebookLoginResponse) => void = () => undefined;
  const played = await begin(parts, ({ host }) => ({
    ...host,
    loadScript: async (address) => {
      await host.loadScript(address);
      const window = host.window as Window & { FB?: CanvasSdk };
      const { FB: sdk } = window;
      if (!sdk) return;
      window.FB = {
        ...sdk,
        init: (options) => {
          asked.push(['init', options]);
          sdk.init(options);
        },
        api: (path, params, answered) => {
          asked.push([path, params]);
          sdk.api(path, params, answered);
        },
        Event: {
          ...sdk.Event,
          subscribe: (event, heard) => {
            tell = heard;
            sdk.Event.subscribe(event, heard);
          },
        },
        ...change?.(sdk),
      };
    },
  }));
  return { ...played, asked, tell: (answer: FacebookLoginResponse) => tell(answer) };
}

const answering =
  (answer: FacebookLoginResponse) =>
  (answered: (given: FacebookLoginResponse) => void): void =>
    answered(answer);

/** If this compiles, the script has these methods and response types. */
const judge = (
  sdk: facebook.FacebookStatic,
): Pick<CanvasSdk, 'init' | 'getLoginStatus' | 'login' | 'api' | 'Event' | 'AppEvents'> => sdk;

describe('connecting', () => {
  it("calls only methods that the script's published types have", async () => {
    const { harness } = await start();
    const { FB: sdk } = harness.host.window as Window & { FB?: facebook.FacebookStatic };
    if (!sdk) throw new Error('There is no script.');
    for (const name of ['init', 'getLoginStatus', 'login', 'api', 'Event', 'AppEvents'] as const)
      expect(judge(sdk)[name], name).toBeDefined();
  });

  it('starts the script once, in its old version and without a cookie', async () => {
    const { asked } = await start();
    expect(asked[0]).toEqual([
      'init',
      { appId: '1110000000000111', version: 'v3.0', cookie: false, status: false, xfbml: false },
    ]);
  });

  it("loads Facebook's own script in the player's language, and needs the app id", async () => {
    const loadScript = vi.fn(async () => undefined);
    const launchUrl = new URL('https://play.example/play/gem-miner/iframe/facebookgames#fb_locale=pt_BR');
    const harness = await open({ data: { SdkUrl: undefined }, launchUrl, host: { loadScript } });
    await expect(adapter.connect(harness.host as never)).rejects.toThrow('loaded but defines nothing');
    expect(loadScript).toHaveBeenCalledWith('https://connect.facebook.net/pt_BR/sdk.js');
    const without = await open({ data: { AppId: undefined } });
    await expect(adapter.connect(without.host as never)).rejects.toThrow('No AppId');
  });
});

describe('the player', () => {
  it('is in the request that the canvas posted, with name and picture read by its token', async () => {
    const { platform, harness, asked } = await start({ scenario: { language: 'de' } });
    const posted = new URLSearchParams(harness.host.launchUrl.hash.slice(1)).get('signed_request');
    expect(await platform.login()).toEqual({ SignedRequest: posted });
    expect(platform.player(undefined)).toEqual({
      userId: samplePlayer.id,
      displayName: 'Ada Koval',
      firstName: 'Ada',
      lastName: 'Koval',
      gender: 'female',
      photo: { url: expect.stringContaining('/picture.svg') as string, width: 200, height: 200 },
      socialLocale: 'de_DE',
    });
    expect(platform.language).toBe('de_DE');
    expect(asked).toContainEqual([
      '/me',
      expect.objectContaining({ access_token: expect.stringMatching(/^EAA/) as string }),
    ]);
  });

  it('is requested from the script the second time, because the posted request works once', async () => {
    const { platform, asked } = await start();
    const first = await platform.login();
    const second = await platform.login();
    expect(second).not.toEqual(first);
    expect(second?.SignedRequest).toContain('.');
    await platform.friends?.list();
    expect(asked.at(-1)).toEqual([
      '/me/friends',
      expect.not.objectContaining({ access_token: expect.anything() as string }),
    ]);
  });

  it('is requested from the script after a reload too', async () => {
    const { platform, harness } = await start();
    // jsdom doesn't report how a page was loaded.
    Object.assign(harness.host.window.performance, { getEntriesByType: () => [{ type: 'reload' }] });
    const posted = new URLSearchParams(harness.host.launchUrl.hash.slice(1)).get('signed_request');
    expect((await platform.login())?.SignedRequest).not.toBe(posted);
  });

  it('may be a visitor, whom Facebook identifies once they authorise the app', async () => {
    const { platform, harness } = await start({ player: visitor });
    expect(await platform.login()).toBeUndefined();
    expect(harness.warnings).toEqual(['Facebook is not logged in']);
    expect(platform.player({ accountId: 'a', name: 'Guest 7' })).toMatchObject({ userId: '', displayName: 'Guest 7' });
    await platform.signIn?.open();
    expect(harness.dialogTitles).toEqual(['Continue as Sasha?']);
    expect(await platform.login()).toMatchObject({ SignedRequest: expect.stringContaining('.') as string });
    expect(platform.player(undefined)).toMatchObject({ userId: `${samplePlayer.id}7`, displayName: 'Sasha Ivanova' });
    expect(harness.events).toEqual([]);
  });

  it('is not signed in if they don’t authorise the app', async () => {
    const { platform } = await start({ player: visitor, answers: ['no'] });
    await expect(platform.signIn?.open()).rejects.toMatchObject({
      code: 'UserCancelled',
      message: 'Facebook is not logged in',
    });
  });

  it('cannot be proved without a signed request', async () => {
    const getLoginStatus = answering({ status: 'connected', authResponse: { userID: '7' } });
    const { platform } = await start({ player: visitor, change: () => ({ getLoginStatus }) });
    await expect(platform.login()).rejects.toMatchObject({
      code: 'Unknown',
      message: 'Facebook player does not have signedRequest',
    });
  });

  it.each(['not_authorized', 'unknown', 'authorization_expired'])(
    'is not signed in with the status %s',
    async (status) => {
      const getLoginStatus = answering({ status, authResponse: null });
      const { platform } = await start({ player: visitor, change: () => ({ getLoginStatus }) });
      expect(await platform.login()).toBeUndefined();
    },
  );

  it('is reported when another player signs in, or a player known to the script signs out', async () => {
    const { platform, harness, tell } = await start();
    await platform.login();
    // With blocked cookies the script knows no player, which is not reported as a change.
    tell({ status: 'unknown', authResponse: null });
    tell({ status: 'connected', authResponse: { userID: samplePlayer.id } });
    expect(harness.events).toEqual([]);
    tell({ status: 'connected', authResponse: { userID: '999' } });
    expect(harness.events).toEqual(['player']);
    await platform.login();
    tell({ status: 'unknown', authResponse: null });
    expect(harness.events).toEqual(['player', 'player']);
  });
});

describe('friends', () => {
  it("are read with the player's permission, all pages", async () => {
    const person = (id: string) => ({ id, name: `Friend ${id}`, first_name: 'Friend', last_name: id });
    const pages: Record<string, object> = {
      first: { data: [person('1'), person('2')], paging: { cursors: { after: 'c2' }, next: 'https://graph.example' } },
      c2: { data: [{ ...person('3'), gender: 'male' }], paging: { cursors: { after: 'c3' } } },
    };
    const { platform, harness } = await start({
      change: (sdk) => ({
        api: (path: string, params: { after?: string }, answered: (answer: unknown) => void) =>
          path === '/me/friends' ? answered(pages[params.after ?? 'first']) : sdk.api(path, { ...params }, answered),
      }),
    });
    const friends = await platform.friends?.list();
    expect(harness.dialogTitles).toEqual(['Continue as Ada?']);
    expect(friends?.map(({ uid, gender }) => [uid, gender])).toEqual([
      ['1', 'unspecified'],
      ['2', 'unspecified'],
      ['3', 'male'],
    ]);
    expect(friends?.[0]).not.toHaveProperty('photo');
  });

  it('stay unknown if the player doesn’t', async () => {
    const { platform } = await start({ answers: ['no'] });
    await expect(platform.friends?.list()).rejects.toMatchObject({ code: 'UserCancelled' });
  });

  it.each([
    [[], { request: 'r', to: ['1', '2'] }, 2, undefined],
    [['5', '6'], { to: '5,6' }, 2, '5,6'],
  ])('are invited: %j', async (uids, answer, invited, to) => {
    const ui = vi.fn((_: object, answered: (given: unknown) => void) => answered(answer));
    const { platform } = await start({ change: () => ({ ui }) });
    expect(await platform.invites?.invite({ message: 'Dig with me!', uids })).toEqual({ outcome: 'invited', invited });
    const wish: facebook.GameRequestDialogParams = { method: 'apprequests', message: 'Dig with me!' };
    expect(ui.mock.calls[0]?.[0]).toEqual(to === undefined ? wish : { ...wish, to });
  });

  it.each([[undefined], [{ to: [] }], [{ error_code: 4201, error_message: 'User canceled the Dialog flow' }]])(
    'are not invited if the dialog is closed and returns %j',
    async (answer) => {
      const ui = (_: object, answered: (given: unknown) => void) => answered(answer);
      const { platform } = await start({ change: () => ({ ui }) });
      expect(await platform.invites?.invite({ message: 'Come!', uids: [] })).toEqual({ outcome: 'cancelled' });
    },
  );

  it.each([[{ error_code: 100, error_message: 'Invalid parameter' }], [{ error_message: 'Something else' }]])(
    'are not invited if the dialog fails and returns %j',
    async (answer) => {
      const ui = (_: object, answered: (given: unknown) => void) => answered(answer);
      const { platform } = await start({ change: () => ({ ui }) });
      await expect(platform.invites?.invite({ message: 'Come!', uids: [] })).rejects.toMatchObject({
        code: 'Unknown',
        message: 'Facebook Games could not invite friends',
      });
    },
  );
});

describe('other capabilities', () => {
  it('include a post, unless the dialog is closed', async () => {
    const { platform, harness } = await start();
    await platform.share?.share({ link: 'https://play.example/g', title: 'Gems' });
    expect(harness.notifications).toContain('Posted on the timeline.');
    const closed = await start({ answers: ['no'] });
    expect(await closed.platform.share?.share({ link: 'https://x.example', title: '' })).toEqual({
      outcome: 'cancelled',
    });
  });

  it('include the log of app events, under its name in analytics sections', async () => {
    const logEvent = vi.fn();
    const { platform } = await start({ change: () => ({ AppEvents: { logEvent } }) });
    platform.stats?.['facebook']?.('level_up', { level: 7, hero: 'Ada', isPaid: true, nothing: null });
    expect(logEvent).toHaveBeenCalledWith('level_up', null, { level: 7, hero: 'Ada', isPaid: 'true' });
    platform.stats?.['facebook']?.('x'.repeat(60), {});
    expect(logEvent).toHaveBeenLastCalledWith('x'.repeat(40), null, {});
    expect((await start({ change: () => ({ AppEvents: undefined }) })).platform.stats).toBeUndefined();
  });
});
