import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { AdEvent } from '../kit/ad-event-types.ts';
import { createTestLink } from '../testing/create-test-link.ts';
import { testMembers } from '../testing/test-members.ts';
import { manifest } from './compat.ts';
import { createGameDistribution } from './core.browser.ts';
import { readSettings } from './read-settings.browser.ts';
import type { GdGlobals, GdOptions } from './vendor-types.ts';

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal('confirm', () => true);
  document.body.replaceChildren(Object.assign(document.createElement('div'), { id: 'banner' }));
});

const settingsOf = (options: GdOptions) => readSettings({ GD_OPTIONS: options });

/** The SDK, ready, with the names of its events. */
const open = async (options: GdOptions = {}, ...given: Parameters<typeof createTestLink>) => {
  const testing = createTestLink(...given);
  const heard: string[] = [];
  const events: AdEvent[] = [];
  const gdsdk = createGameDistribution(
    testing.link,
    settingsOf({
      ...options,
      onEvent: (event) => {
        heard.push(event.name);
        events.push(event);
      },
    }),
  );
  await gdsdk.getSession();
  const started = heard.splice(0);
  return { ...testing, gdsdk, heard, events, started };
};

/** How a promise ended, with the events before it. */
const end = async (promise: Promise<unknown>, heard: readonly string[]): Promise<readonly unknown[]> => {
  const outcome = await promise.then(
    () => 'resolved',
    (reason: unknown) => `rejected ${String(reason)}`,
  );
  return [...heard, outcome];
};

function outcomeOfCall(run: () => void): string {
  try {
    run();
    return 'ok';
  } catch (error) {
    return String(error);
  }
}

const opening = [
  'AD_SDK_MANAGER_READY',
  'LOADED',
  'CONTENT_PAUSE_REQUESTED',
  'SDK_GAME_PAUSE',
  'STARTED',
  'IMPRESSION',
];

describe('members', () =>
  testMembers({
    create: (link) => createGameDistribution(link, settingsOf({})),
    connect: (gdsdk) => gdsdk.getSession(),
    described: manifest.calls.map(({ call }) => call),
    codes: [
      /^fault: (There is no ad|Another ad is open|The ad could not be shown|The player skipped the ad)/,
      /^fault: (Error: )?Unsupported an advertisement type: /,
      /^fault: (Container id is not specified|No container is found|Display-Ads are disabled)/,
      /^fault: Error: (There is no ad|The event has no eventName|The store is not available)\.$/,
    ],
    args: [['rewarded'], ['display', { containerId: 'banner' }], [{ eventName: 'game_event', data: { score: 3 } }]],
  }));

describe('the start', () => {
  it('reports the consent, and then that the SDK is ready', async () => {
    const { started, events } = await open();
    expect(started).toEqual(['SDK_GDPR_TRACKING', 'SDK_GDPR_TARGETING', 'SDK_GDPR_THIRD_PARTY', 'SDK_READY']);
    expect(events.at(-1)).toEqual({ name: 'SDK_READY', message: 'Everything is ready.', status: 'success' });
  });

  it.each([
    ['granted', 'Allowed', 'success'],
    ['denied', 'Not allowed', 'warning'],
    ['notAsked', 'Not set', 'warning'],
    ['notRequired', 'Not set', 'warning'],
  ] as const)('consent %s is %s', async (status, message, expected) => {
    const testing = createTestLink();
    const openSdk = async () => {
      const sdk = await testing.link.openSdk();
      return { ...sdk, platform: { ...sdk.platform, consentStatus: async () => status } };
    };
    const events: AdEvent[] = [];
    const settings = settingsOf({ onEvent: (event) => events.push(event) });
    await createGameDistribution({ page: testing.link.page, openSdk }, settings).getSession();
    expect(events[0]).toEqual({ name: 'SDK_GDPR_TRACKING', message, status: expected });
  });

  it.each([
    [{ advertisementSettings: { autoplay: true } }, ['SDK_GAME_START']],
    [{ advertisementSettings: { autoplay: false } }, []],
    [{}, []],
  ])('with %j continues a game that waits for the end of a start screen: %j', async (options, expected) => {
    const { started, heard } = await open(options);
    expect([...started, ...heard].slice(4)).toEqual(expected);
  });

  it('without our SDK is an error, after which the game continues without ads', async () => {
    const { link } = createTestLink();
    const heard: string[] = [];
    const onError = vi.fn();
    const gdsdk = createGameDistribution(
      { page: link.page, openSdk: () => Promise.reject(new Error('offline')) },
      settingsOf({ onEvent: ({ name }) => heard.push(name), onError }),
    );
    await gdsdk.getSession();
    expect(heard).toEqual(['SDK_ERROR', 'SDK_GAME_START']);
    expect(onError).toHaveBeenCalledWith({ message: 'Error: offline' });
    heard.length = 0;
    expect(await end(gdsdk.showAd('rewarded'), heard)).toEqual([
      'AD_ERROR',
      'SDK_GAME_START',
      'rejected The ad could not be shown.',
    ]);
  });

  it('calls the functions of games from before there were events, which queue their settings', async () => {
    const calls: string[] = [];
    const queue: GdGlobals['gdApi'] = {
      q: [
        [
          {
            gameId: '1',
            userId: '2',
            onInit: () => calls.push('onInit'),
            pauseGame: () => calls.push('pauseGame'),
            resumeGame: () => calls.push('resumeGame'),
          },
        ],
      ],
    };
    const gdApi = createGameDistribution(createTestLink().link, readSettings({ gdApi: queue }));
    await vi.waitFor(() => expect(calls).toEqual(['onInit', 'resumeGame']));
    gdApi.showBanner();
    await vi.waitFor(() => expect(calls).toEqual(['onInit', 'resumeGame', 'pauseGame', 'resumeGame']));
  });
});

describe('ads', () => {
  const closing = ['SDK_GAME_START', 'CONTENT_RESUME_REQUESTED', 'ALL_ADS_COMPLETED'];

  it.each([
    ['finished', 'interstitial', [...opening, 'COMPLETE', ...closing, 'resolved']],
    ['finished', 'rewarded', [...opening, 'COMPLETE', 'SDK_REWARDED_WATCH_COMPLETE', ...closing, 'resolved']],
    ['skipped', 'interstitial', [...opening, 'SKIPPED', ...closing, 'resolved']],
    ['skipped', 'rewarded', [...opening, 'SKIPPED', ...closing, 'rejected The player skipped the ad.']],
    ['failed', 'rewarded', [...opening, 'AD_ERROR', 'SDK_GAME_START', 'rejected The ad could not be shown.']],
  ] as const)('%s, %s', async (ads, type, expected) => {
    const { gdsdk, heard } = await open({}, { ads });
    expect(await end(gdsdk.showAd(type), heard)).toEqual(expected);
  });

  it('that are not there do not stop the game, and let it continue', async () => {
    const { gdsdk, heard, events } = await open({}, {}, true);
    expect(await end(gdsdk.showAd(), heard)).toEqual(['AD_ERROR', 'SDK_GAME_START', 'rejected There is no ad.']);
    expect(events.find(({ name }) => name === 'AD_ERROR')).toMatchObject({ message: '1009', status: 'warning' });
    await expect(gdsdk.preloadAd()).rejects.toThrow('There is no ad.');
  });

  it('open one at a time, and a second request does not let the game continue', async () => {
    const { gdsdk, heard } = await open();
    const first = gdsdk.showAd();
    await expect(gdsdk.showAd('rewarded')).rejects.toBe('Another ad is open.');
    await first;
    expect(heard[0]).toBe('AD_IS_ALREADY_RUNNING');
    expect(heard.filter((name) => name === 'SDK_GAME_START')).toHaveLength(1);
  });

  it('can be cancelled before they open only', async () => {
    const cancelled = vi.fn();
    const { gdsdk, heard } = await open({ pauseGame: () => gdsdk.cancelAd().catch(cancelled) });
    await gdsdk.cancelAd();
    expect(heard.splice(0)).toEqual(['SDK_GAME_START']);
    await gdsdk.showAd();
    expect(cancelled).toHaveBeenCalledWith(new Error('An open ad can not be cancelled.'));
    expect(heard).toEqual([...opening, 'COMPLETE', ...closing]);
  });

  it('wait for the start', async () => {
    const heard: string[] = [];
    const settings = settingsOf({ onEvent: ({ name }) => heard.push(name) });
    await createGameDistribution(createTestLink().link, settings).showAd();
    expect(heard.slice(3, 5)).toEqual(['SDK_READY', 'AD_SDK_MANAGER_READY']);
  });

  it('are not stopped by an error in the game', async () => {
    const { gdsdk } = await open();
    // Where the kit reports the error.
    const delayed: (() => void)[] = [];
    vi.stubGlobal('setTimeout', (run: () => void) => delayed.push(run));
    const broken = createGameDistribution(
      createTestLink().link,
      settingsOf({
        onEvent: () => {
          throw new Error('of the game');
        },
      }),
    );
    expect(await broken.showAd()).toBe('The ad is over.');
    vi.unstubAllGlobals();
    expect(delayed.some((run) => outcomeOfCall(run) === 'Error: of the game')).toBe(true);
    expect(await gdsdk.preloadAd(gdsdk.AdType.Interstitial)).toBe('interstitial');
  });

  it('of an unknown type let the game continue, but not while another ad is open', async () => {
    const { gdsdk, heard } = await open({ pauseGame: () => gdsdk.showAd('popup').catch(() => undefined) });
    await gdsdk.showAd();
    expect(heard.splice(0)).toEqual([...opening, 'COMPLETE', ...closing]);
    expect(await end(gdsdk.showAd('popup'), heard)).toEqual([
      'SDK_GAME_START',
      'rejected Unsupported an advertisement type: popup',
    ]);
  });
});

it('stops the game while the portal covers it, and no sooner continues it after an ad', async () => {
  const { gdsdk, heard, emit } = await open();
  emit('FocusChanged', { focused: false, reason: 'other' });
  emit('FocusChanged', { focused: true });
  expect(heard).toEqual([]);
  emit('FocusChanged', { focused: false, reason: 'hint' });
  expect(heard).toEqual(['SDK_GAME_PAUSE']);
  await gdsdk.showAd();
  expect(heard.filter((name) => name.startsWith('SDK_GAME'))).toEqual(['SDK_GAME_PAUSE']);
  emit('FocusChanged', { focused: true });
  expect(heard.at(-1)).toBe('SDK_GAME_START');
});

describe('display ads', () => {
  it('need a container, and a platform with banners', async () => {
    const { gdsdk, heard } = await open();
    const show = (containerId?: string) =>
      end(gdsdk.showAd(gdsdk.AdType.Display, containerId === undefined ? undefined : { containerId }), []);
    expect(await show()).toEqual(['rejected Container id is not specified']);
    expect(await show('none')).toEqual(['rejected No container is found with this id - none']);
    expect(await show('banner')).toEqual(['rejected Display-Ads are disabled.']);
    expect(heard).toEqual(['DISPLAYAD_ERROR']);
  });

  it.each([
    ['hides', (container: HTMLElement) => (container.style.display = 'none')],
    ['removes', (container: HTMLElement) => container.remove()],
  ])('end when the game %s their container', async (_, close) => {
    const testing = createTestLink();
    const banner = { shown: 0, hidden: 0 };
    const openSdk = async () => {
      const sdk = await testing.link.openSdk();
      const showBanner = async () => ({ shown: (banner.shown += 1) > 0 });
      const hideBanner = async () => ({ hidden: (banner.hidden += 1) > 0 });
      return { ...sdk, ads: { ...sdk.ads, showBanner, hideBanner } };
    };
    const heard: string[] = [];
    const settings = settingsOf({ onEvent: ({ name }) => heard.push(name) });
    const gdsdk = createGameDistribution({ page: testing.link.page, openSdk }, settings);
    await gdsdk.showAd('display', { containerId: 'banner' });
    await gdsdk.showAd('display', { containerId: 'banner' });
    expect(heard.slice(4)).toEqual(['DISPLAYAD_IMPRESSION', 'DISPLAYAD_IMPRESSION']);
    const container = document.getElementById('banner') as HTMLElement;
    container.style.display = 'block';
    close(container);
    await vi.waitFor(() => expect(banner).toEqual({ shown: 2, hidden: 1 }));
  });
});

describe('game events', () => {
  it('reach the portal, and their score the leaderboard', async () => {
    const { gdsdk, calls } = await open();
    calls.length = 0;
    await gdsdk.sendEvent({ eventName: 'game_event', data: { level: 3, score: 120, event: 'total' } });
    await gdsdk.sendEvent('{"eventName":"game_event","data":{"level":4,"score":0}}');
    await gdsdk.sendEvent('SDK_GAME_START');
    await vi.waitFor(() =>
      expect(calls).toEqual(['SendInGameEvent', 'SubmitScore', 'SendInGameEvent', 'SendInGameEvent']),
    );
    await expect(gdsdk.sendEvent({})).rejects.toThrow('eventName');
  });

  it('do not buy anything', async () => {
    const { gdsdk } = await open();
    await expect(gdsdk.executeStoreAction({ actionName: 'api.consume' })).rejects.toThrow('store');
  });
});

it('describes the session', async () => {
  const { gdsdk } = await open();
  expect(await gdsdk.getSession()).toEqual({
    ads: { display: { enabled: false } },
    location: {
      parentDomain: 'play.example',
      topDomain: 'play.example',
      parentURL: 'https://play.example/play/miner',
      depth: 1,
      loadedByGameZone: false,
    },
  });
});
