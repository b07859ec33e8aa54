import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestLink } from '../testing/create-test-link.ts';
import { testMembers } from '../testing/test-members.ts';
import { outcomeOf } from '../testing/walk-members.ts';
import { manifest } from './compat.ts';
import { createPoki } from './core.browser.ts';

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal('confirm', () => true);
  vi.stubGlobal('open', vi.fn());
});

const open = (...given: Parameters<typeof createTestLink>) => {
  const testing = createTestLink(...given);
  return { ...testing, poki: createPoki(testing.link) };
};

describe('members', () =>
  testMembers({
    create: createPoki,
    connect: (poki) => poki.init(),
    described: manifest.calls.map(({ call }) => call),
    codes: [/^fault: Error: PokiSDK: /],
    args: [[document.body, '300x250']],
  }));

describe('breaks', () => {
  it.each([
    ['finished', true],
    ['skipped', false],
    ['failed', false],
  ] as const)('%s: the reward is %s, and the game hears of the start', async (ads, reward) => {
    const { poki } = open({ ads });
    const onStart = vi.fn();
    expect(await poki.rewardedBreak({ size: 'small', onStart })).toBe(reward);
    expect(await poki.rewardedBreak(onStart)).toBe(reward);
    await poki.commercialBreak(onStart);
    expect(onStart).toHaveBeenCalledTimes(3);
  });

  it('without a portal start nothing and resolve', async () => {
    const { poki } = open({}, true);
    const onStart = vi.fn();
    await poki.commercialBreak(onStart);
    expect(await poki.rewardedBreak(onStart)).toBe(false);
    expect(onStart).not.toHaveBeenCalled();
  });

  it('happen one at a time', async () => {
    const { poki } = open();
    await poki.init();
    const first = poki.rewardedBreak();
    expect(await poki.rewardedBreak()).toBe(false);
    expect(await first).toBe(true);
  });

  it('leave a banner empty where there is none', async () => {
    const heard: unknown[] = [];
    const { poki } = open();
    poki.displayAd(
      document.body,
      '728x90',
      () => heard.push('can destroy'),
      (isEmpty) => heard.push(isEmpty),
    );
    await vi.waitFor(() => expect(heard).toEqual([true, 'can destroy']));
  });
});

it('tells the portal of loading and play, also before init', async () => {
  const { poki, calls } = open();
  poki.gameLoadingStart();
  poki.gameLoadingProgress({ percentageDone: 50 });
  poki.gameLoadingFinished();
  poki.gameplayStart();
  poki.gameplayStop();
  poki.happyTime(0.5);
  poki.measure('level', '1', 'start');
  poki.sendHighscore(7);
  await vi.waitFor(() => expect(calls).toContain('SubmitScore'));
  expect(calls.filter((call) => !['GetInfo', 'GetUrlHash'].includes(call))).toEqual([
    'LoadingProgress',
    'LoadingProgress',
    'LoadingReady',
    'GameStarted',
    'GameStopped',
    'SendInGameEvent',
    'SendInGameEvent',
    'SubmitScore',
  ]);
});

it('has no player for guests, and signs in', async () => {
  const { poki } = open();
  expect([await poki.getUser(), await poki.getToken()]).toEqual([null, null]);
  await poki.login();
  expect(await poki.getUser()).toEqual({ username: 'Local Player', avatarUrl: expect.stringMatching(/^data:/) });
});

it('makes links, and reads their parameters', async () => {
  const { poki, sdk } = open();
  expect(await poki.shareableURL({ id: 'a b', level: 3 })).toBe('https://play.example/play/miner#id=a+b&level=3');
  await sdk.init();
  await sdk.platform.setUrlHash('#id=7');
  await poki.init();
  expect([poki.getURLParam('id'), poki.getURLParam('toString')]).toEqual(['7', '']);
});

it('opens web pages only', async () => {
  const { poki } = open();
  for (const url of ['javascript:alert(1)', 'data:text/html,x', '//x.example', 'https://x.example/'])
    expect(await outcomeOf(() => poki.openExternalLink(url))).toBe('ok');
  await vi.waitFor(() => expect(window.open).toHaveBeenCalledTimes(1));
  expect(window.open).toHaveBeenCalledWith('https://x.example/', '_blank', 'noopener,noreferrer');
});
