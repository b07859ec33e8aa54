// Calls as the plug-ins of engines make them, with the values that reach the engine.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestLink } from '../testing/create-test-link.ts';
import { outcomeOf } from '../testing/walk-members.ts';
import { createConstructV1, createConstructV3 } from './construct.browser.ts';
import { createCore } from './core.browser.ts';
import { createV1 } from './v1.browser.ts';
import { createV2 } from './v2.browser.ts';
import { createV3 } from './v3.browser.ts';

beforeEach(() => {
  localStorage.clear();
  history.replaceState(null, '', '/');
  vi.stubGlobal('confirm', () => true);
});

const open = (...given: Parameters<typeof createTestLink>) => {
  const testing = createTestLink(...given);
  const core = createCore(testing.link);
  return { ...testing, core, sdk: createV3(core) };
};

describe('Unity', () => {
  /** Unity takes a text or a number, and nothing else. */
  const createUnity = () => {
    const messages: [method: string, value?: string | number][] = [];
    const sendMessage = (method: string, value?: string | number): void => {
      expect(['undefined', 'string', 'number']).toContain(typeof value);
      messages.push(value === undefined ? [method] : [method, value]);
    };
    return { messages, sendMessage };
  };

  it('gets results, users and errors as JSON', async () => {
    const { sdk, core } = open({ ads: 'skipped' });
    const { messages, sendMessage } = createUnity();
    // An argument of the wrapper, which the vendor's types don't have.
    await (sdk.init as (options: object) => Promise<void>)({ wrapper: { engine: 'unity', sdkVersion: '8.0.0' } });
    sendMessage('Init');
    sendMessage('Adblock', (await sdk.ad.hasAdblock()) ? 1 : 0);
    await sdk.user.getUser().then((user) => sendMessage('User', JSON.stringify({ userJson: JSON.stringify(user) })));
    await sdk.user
      .getUserToken()
      .catch((error: unknown) => sendMessage('Token', JSON.stringify({ errorJson: JSON.stringify(error) })));
    const requested = sdk.ad.requestAd('rewarded', {
      adStarted: () => sendMessage('AdStarted'),
      adFinished: () => sendMessage('AdFinished'),
      adError: (error) => sendMessage('AdError', JSON.stringify(error)),
    });
    await requested.catch(() => sendMessage('never'));
    expect(messages).toEqual([
      ['Init'],
      ['Adblock', 0],
      ['User', '{"userJson":"null"}'],
      ['Token', expect.stringContaining('userNotAuthenticated')],
      ['AdStarted'],
      ['AdError', '{"message":"The player closed the ad","code":"other"}'],
    ]);
    expect(JSON.parse(JSON.stringify(sdk.user.systemInfo))).toMatchObject({ applicationType: 'web' });
    expect(JSON.stringify(sdk.game.settings)).toBe('{"disableChat":false,"muteAudio":false}');
    expect([typeof sdk.user.isUserAccountAvailable, typeof sdk.isQaTool, sdk.environment]).toEqual([
      'boolean',
      'boolean',
      'crazygames',
    ]);
    expect(core.inviteLink({ room: 7 })).toBe('https://play.example/play/miner#room=7');
  });

  it('reads invitation parameters from the address of its page', async () => {
    const { sdk, link } = open();
    const { platform } = await link.openSdk();
    await platform.setUrlHash('roomId=12&mode=duel');
    await sdk.init();
    expect(new URLSearchParams(location.search).get('roomId')).toBe('12');
    expect(sdk.game.getInviteParam('mode')).toBe('duel');
  });

  it('keeps texts in the data module, and knows which keys there are', async () => {
    const { sdk } = open();
    await sdk.init();
    sdk.data.setItem('level', '3');
    expect([sdk.data.getItem('level'), sdk.data.getItem('none') !== null]).toEqual(['3', false]);
    sdk.data.syncUnityGameData();
  });
});

describe('Construct 3', () => {
  it('has modules once it is initialized', async () => {
    const { core, sdk } = open();
    const construct = createConstructV3(core, sdk);
    expect(() => construct.game).toThrow('CrazySDK is not initialized');
    expect(() => construct.ensureInitialized()).toThrow('CrazySDK is not initialized');
    await construct.init();
    expect(construct.isInitialized).toBe(true);
    construct.ensureInitialized();
    construct.game.gameplayStart();
    construct.data.setItem('coins', 5);
    expect(construct.data.getItem('coins')).toBe('5');
    expect(await construct.user.getUser()).toBeNull();
    await construct.ad.requestAd('rewarded');
    expect(await construct.ad.hasAdblock()).toBe(false);
    await construct.banner.requestBanners([{ id: 'b', x: 0, y: 0, width: 300, height: 250 }]);
    await construct.banner.hideAllBanners();
  });

  it('rejects with a text if there was no ad', async () => {
    const { core, sdk } = open({ ads: 'failed' });
    const construct = createConstructV3(core, sdk);
    await construct.init();
    expect(await outcomeOf(() => construct.ad.requestAd('midgame'))).toBe(
      'fault: Failed to display midgame ad, error: The ad could not be shown',
    );
  });

  it('of version 1 waits for ads, whatever their outcome, one at a time', async () => {
    const { core } = open({ ads: 'failed' });
    const construct = createConstructV1(core, createV1(core));
    const first = construct.displayAd('midgame');
    expect(construct.displayAd('rewarded')).toBeUndefined();
    expect(await first).toBeUndefined();
    expect(await construct.displayAd('rewarded')).toBeUndefined();
    expect(construct.displayAd('other' as 'midgame')).toBeUndefined();
    expect(await construct.hasAdBlock()).toBe(false);
    expect(construct.getInviteParameter('roomId')).toBe('');
    construct.displayBanners([{ id: 'b', x: 0, y: 0, width: 300, height: 250 }]);
    construct.removeBanner('b');
  });
});

it('GameMaker and Defold read codes and messages, and plain objects', async () => {
  const { sdk } = open();
  await sdk.init();
  // GameMaker copies only what was made by `Object`.
  for (const value of [sdk.game.settings, sdk.user.systemInfo]) expect(value.constructor).toBe(Object);
  const failed = await sdk.banner.requestBanner({ id: 'banner-1', width: 300, height: 250 }).catch((error) => error);
  expect([failed.code, typeof failed.message]).toEqual(['notCreated', 'string']);
  expect(sdk.game.inviteLink(JSON.parse('{"room":true,"level":3}'))).toContain('#room=true&level=3');
  expect(sdk.game.showInviteButton({ room: 'a b' })).toContain('#room=a+b');
  expect(sdk.game.getInviteParam('none')).toBeNull();
});

it('GDevelop adds and removes a listener, and passes a callback to calls that have none', async () => {
  const { sdk } = open();
  await sdk.init();
  const listener = vi.fn();
  sdk.user.addAuthListener(listener);
  sdk.user.removeAuthListener(listener);
  const game = sdk.game as unknown as { showInviteButton: (params: object, callback: () => void) => string };
  expect(game.showInviteButton({ roomId: 'x' }, () => undefined)).toContain('#roomId=x');
  await sdk.user.showAuthPrompt();
  expect(listener).not.toHaveBeenCalled();
});

it('Godot 3 passes callbacks of its own to version 2', async () => {
  const { link } = createTestLink({ ads: 'finished' });
  const sdk = createV2(createCore(link));
  const events: unknown[] = [];
  // `JavaScript.create_object("Object")`, whose fields are set one by one.
  const callbacks: Record<string, (...args: unknown[]) => void> = {};
  callbacks['adStarted'] = () => events.push('started');
  callbacks['adFinished'] = () => events.push('finished');
  callbacks['adError'] = () => events.push('error');
  await sdk.ad.requestAd('midgame', callbacks);
  expect(events).toEqual(['started', 'finished']);
});
