import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestLink } from '../testing/create-test-link.ts';
import { testMembers } from '../testing/test-members.ts';
import { outcomeOf } from '../testing/walk-members.ts';
import { manifest } from './compat.ts';
import { createCore } from './core.browser.ts';
import { createV1 } from './v1.browser.ts';
import { createV2 } from './v2.browser.ts';
import { createV3 } from './v3.browser.ts';

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal('confirm', () => true);
  document.body.replaceChildren(Object.assign(document.createElement('div'), { id: 'banner' }));
});

const versions = { '1': createV1, '2': createV2, '3': createV3 };
const open = (version: keyof typeof versions, ...given: Parameters<typeof createTestLink>) => {
  const testing = createTestLink(...given);
  return { ...testing, sdk: versions[version](createCore(testing.link)) };
};
/** The vendor's documented codes. */
const codes = [
  'initFailed',
  'sdkNotInitialized',
  'sdkDisabled',
  'userNotAuthenticated',
  'userAlreadySignedIn',
  'userCancelled',
  'showAuthPromptInProgress',
  'unexpectedError',
  'missingXsollaConfig',
  'invalidScoreFormat',
  'dataLimitExcedeed',
  'dataModuleDisabled',
  'missingId',
  'notCreated',
  'unfilled',
  'other',
];

describe.each(['1', '2', '3'] as const)('version %s', (version) =>
  testMembers({
    create: (link) => versions[version](createCore(link)),
    connect: (sdk) => sdk.init(),
    described: manifest.calls.filter((call) => call.versions?.includes(version)).map(({ call }) => call),
    codes,
    args: [[{ id: 'banner', width: 300, height: 250 }], ['banner'], [['banner']]],
    except: (path) => path.startsWith('game.settings.'),
  }),
);

describe('ads', () => {
  const heard = (sdk: ReturnType<typeof createV3>, type: 'midgame' | 'rewarded') => {
    const events: string[] = [];
    const done = sdk.ad.requestAd(type, {
      adStarted: () => events.push('adStarted'),
      adFinished: () => events.push('adFinished'),
      adError: ({ code }) => events.push(code),
    });
    return done.then(() => events);
  };

  it.each([
    ['finished', 'midgame', ['adStarted', 'adFinished']],
    ['finished', 'rewarded', ['adStarted', 'adFinished']],
    ['skipped', 'midgame', ['adStarted', 'adFinished']],
    ['skipped', 'rewarded', ['adStarted', 'other']],
    ['failed', 'rewarded', ['adStarted', 'other']],
  ] as const)('%s, %s: %j', async (ads, type, events) => {
    const { sdk } = open('3', { ads });
    await (sdk as ReturnType<typeof createV3>).init();
    expect(await heard(sdk as ReturnType<typeof createV3>, type)).toEqual(events);
  });

  it('open one at a time, and an error in a callback does not stop the next', async () => {
    const sdk = open('3').sdk as ReturnType<typeof createV3>;
    await sdk.init();
    const failed = vi.fn();
    const first = heard(sdk, 'midgame');
    await sdk.ad.requestAd('rewarded', { adError: failed });
    expect(failed).toHaveBeenCalledWith(expect.objectContaining({ code: 'other' }));
    expect(await first).toEqual(['adStarted', 'adFinished']);
    expect(sdk.ad.isAdPlaying).toBe(false);
    expect(await heard(sdk, 'rewarded')).toEqual(['adStarted', 'adFinished']);
  });
});

describe('the player', () => {
  it('is null as a guest, signs in once, and listeners hear it', async () => {
    const sdk = open('3').sdk as ReturnType<typeof createV3>;
    await sdk.init();
    expect(await sdk.user.getUser()).toBeNull();
    expect(await outcomeOf(() => sdk.user.getUserToken())).toBe('userNotAuthenticated');
    const signedIn = sdk.user.showAuthPrompt();
    expect(await outcomeOf(() => sdk.user.showAuthPrompt())).toBe('showAuthPromptInProgress');
    expect(await signedIn).toMatchObject({
      username: 'Local Player',
      profilePictureUrl: expect.stringMatching(/^data:/),
    });
    expect(await outcomeOf(() => sdk.user.showAuthPrompt())).toBe('userAlreadySignedIn');
    expect(await sdk.user.showAccountLinkPrompt()).toEqual({ response: 'no' });
    expect(await outcomeOf(() => sdk.user.getXsollaUserToken())).toBe('missingXsollaConfig');
  });

  it('lists friends by page', async () => {
    const sdk = open('3').sdk as ReturnType<typeof createV3>;
    await sdk.init();
    expect(await sdk.user.listFriends({ page: 1, size: 5 })).toMatchObject({
      friends: [{ id: 'local-friend', username: 'Ada Local' }],
      total: 1,
      hasMore: false,
    });
    expect(await sdk.user.listFriends({ page: 2, size: 5 })).toMatchObject({ friends: [], total: 1 });
  });
});

describe('the save', () => {
  it('is read and written at once, and reaches the portal', async () => {
    const first = open('3').sdk as ReturnType<typeof createV3>;
    await first.init();
    expect(first.data.getItem('gold')).toBeNull();
    first.data.setItem('gold', 100);
    expect(first.data.getItem('gold')).toBe('100');
    await vi.waitFor(async () => {
      const second = open('3').sdk as ReturnType<typeof createV3>;
      await second.init();
      expect(second.data.getItem('gold')).toBe('100');
    });
    first.data.clear();
    expect(first.data.getItem('gold')).toBeNull();
  });
});

describe('events', () => {
  it('reach the portal as ours, and the loading screen ends once', async () => {
    const { sdk, calls } = open('3');
    const { game, user } = sdk as ReturnType<typeof createV3>;
    await sdk.init();
    calls.length = 0;
    game.loadingStart();
    game.loadingStop();
    game.gameplayStart();
    game.gameplayStop();
    game.happytime();
    user.addScore(7);
    await vi.waitFor(() =>
      expect(calls).toEqual([
        'LoadingProgress',
        'LoadingReady',
        'GameStarted',
        'GameStopped',
        'SendInGameEvent',
        'SubmitScore',
      ]),
    );
  });

  it('ask the game to be quiet while the portal has the focus', async () => {
    const { sdk, emit } = open('3');
    const { game } = sdk as ReturnType<typeof createV3>;
    await sdk.init();
    const listener = vi.fn();
    game.addSettingsChangeListener(listener);
    emit('FocusChanged', { focused: false, reason: 'other' });
    expect(game.settings.muteAudio).toBe(true);
    emit('FocusChanged', { focused: true });
    expect(listener.mock.calls).toEqual([
      [{ disableChat: false, muteAudio: true }],
      [{ disableChat: false, muteAudio: false }],
    ]);
  });
});

describe('version 2', () => {
  it('calls back with an error or a result, and returns a promise without a callback', async () => {
    const sdk = open('2').sdk as ReturnType<typeof createV2>;
    const callback = vi.fn();
    await sdk.user.getUser(callback);
    await sdk.user.getUserToken(callback);
    expect(callback.mock.calls).toEqual([[null, null], [expect.objectContaining({ code: 'userNotAuthenticated' })]]);
    expect(await sdk.game.inviteLink({ room: '1' })).toBe('https://play.example/play/miner#room=1');
    expect(await outcomeOf(() => sdk.user.getUserToken())).toBe('userNotAuthenticated');
  });
});
