import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { withPlatformTimeout } from '#portal/platform/start-platform.ts';
import type { AdFailureReason } from '../port.browser.ts';
import { createBanner, createCheckedAdUnit, createPreloadedAdUnit, createOptimisticAdUnit } from './ads.browser.ts';
import { createOptimisticAdUnits, failedAdResult, showAd } from './ads.browser.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const warn = vi.fn();
const told: [kind: string, isAvailable: boolean][] = [];
const events = { adAvailable: (...each: (typeof told)[number]) => void told.push(each) } as never;
const host = { withPlatformTimeout, log: { warn }, events, window };

beforeEach(() => {
  told.length = 0;
  warn.mockClear();
});

it('the first result of an ad counts, and its clean-up runs', async () => {
  const stop = vi.fn();
  const shown = showAd(host, 'a platform', (end) => {
    end({ outcome: 'finished' });
    end(failedAdResult);
    return stop;
  });
  expect(await shown).toEqual({ outcome: 'finished' });
  expect(stop).toHaveBeenCalledOnce();
});

it('an ad that throws or never ends has failed, and is logged', async () => {
  const thrown = () => {
    throw new Error('no script');
  };
  expect(await showAd(host, 'a platform', thrown)).toEqual(failedAdResult);
  const endless = showAd(host, 'a platform', () => undefined, 1000);
  await vi.advanceTimersByTimeAsync(1000);
  expect(await endless).toEqual(failedAdResult);
  expect(warn).toHaveBeenCalledTimes(2);
});

it('a banner has a reason why it is not shown or hidden', async () => {
  const ends: (AdFailureReason | undefined)[] = [undefined, 'AdsNotConnected', undefined, 'NotImplemented'];
  const banner = createBanner(host, 'a platform', async () => ends.shift());
  expect(await banner.show()).toEqual({ shown: true });
  expect(await banner.show()).toEqual({ shown: false, reason: 'AdsNotConnected' });
  expect(await banner.hide()).toEqual({ hidden: true });
  expect(await banner.hide()).toEqual({ hidden: false, reason: 'NotImplemented' });
  const broken = createBanner(host, 'a platform', () => Promise.reject(new Error('broken')));
  expect(await broken.show()).toEqual({ shown: false, reason: 'Unknown' });
});

it('an error reported by the platform is logged, and the ad has failed', async () => {
  expect(await showAd(host, 'a platform', (_, fail) => fail(new Error('none')))).toEqual(failedAdResult);
  expect(warn.mock.calls).toEqual([['a platform showed no advertisement', new Error('none')]]);
});

it('a unit without availability has an ad until one fails, and again after a pause', async () => {
  const ends = [failedAdResult, { outcome: 'skipped' }, failedAdResult] as const;
  let at = 0;
  const { unit, announce, dispose } = createOptimisticAdUnit(host, 'video', async () => ends[at++] ?? failedAdResult);
  announce();
  expect([await unit.ready(), await unit.show(), await unit.ready()]).toEqual([true, failedAdResult, false]);
  await vi.advanceTimersByTimeAsync(30_000);
  expect([await unit.ready(), await unit.show()]).toEqual([true, { outcome: 'skipped' }]);
  await unit.show();
  dispose();
  expect(vi.getTimerCount()).toBe(0);
  const heard = told.map(([, isAvailable]) => isAvailable);
  expect(heard).toEqual([true, false, true, true, false]);
  await unit.show();
  expect([vi.getTimerCount(), told.length]).toEqual([0, heard.length]);
});

it('a unit that can be checked announces availability at the start and after each ad, and is always tried', async () => {
  let isThere = false;
  const unit = createCheckedAdUnit(host, 'video', {
    title: 'a platform',
    ready: async () => isThere,
    show: async () => (isThere ? { outcome: 'finished' } : Promise.reject(new Error('none'))),
  });
  expect([await unit.ready(), await unit.show()]).toEqual([false, failedAdResult]);
  isThere = true;
  expect(await unit.show()).toEqual({ outcome: 'finished' });
  await vi.waitFor(() => expect(told.map(([, isAvailable]) => isAvailable)).toEqual([false, false, true]));
});

it('a preloaded ad is announced without a request, and loaded again on request after a failure', async () => {
  const load = vi.fn<() => Promise<string>>(() => Promise.reject(new Error('blocked')));
  const unit = createPreloadedAdUnit<string>(host, 'interstitial', {
    title: 'a platform',
    load,
    show: (loaded, end) => end({ outcome: loaded === 'ad' ? 'finished' : 'skipped' }),
    maxMs: 1000,
  });
  expect(load).toHaveBeenCalledOnce();
  expect(await unit.ready()).toBe(false);
  expect(await unit.show()).toEqual({ outcome: 'failed', reason: 'AdsNotConnected' });
  load.mockResolvedValue('ad');
  expect([await unit.ready(), await unit.show(), await unit.show()]).toEqual([
    true,
    { outcome: 'finished' },
    { outcome: 'finished' },
  ]);
  expect(load).toHaveBeenCalledTimes(3);
  expect(told).toEqual([['interstitial', true]]);
});

it('a loaded ad is announced before the game requests it', async () => {
  createPreloadedAdUnit<string>(host, 'video', { title: 'a platform', load: async () => 'ad', show: () => undefined });
  await vi.waitFor(() => expect(told).toEqual([['video', true]]));
});

it('both kinds are announced together, each with its own availability, and disposed of together', async () => {
  const { units, announce, dispose } = createOptimisticAdUnits(host, {
    video: async () => ({ outcome: 'finished' }),
    interstitial: async () => failedAdResult,
  });
  announce();
  expect([await units.video.show(), await units.interstitial.show()]).toEqual([
    { outcome: 'finished' },
    failedAdResult,
  ]);
  expect(told).toEqual([
    ['video', true],
    ['interstitial', true],
    ['video', true],
    ['interstitial', false],
  ]);
  dispose();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(told).toHaveLength(4);
});
