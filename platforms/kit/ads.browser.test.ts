import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { inTime } from '#portal/platform/start-platform.ts';
import type { AdsReason } from '../port.browser.ts';
import { createBanner, failedAd, showAd } from './ads.browser.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const warn = vi.fn();
const host = { inTime, log: { warn } };

it('the first word about an advertisement counts, and what was begun is ended', async () => {
  const stop = vi.fn();
  const shown = showAd(host, 'a platform', (end) => {
    end({ outcome: 'finished' });
    end(failedAd);
    return stop;
  });
  expect(await shown).toEqual({ outcome: 'finished' });
  expect(stop).toHaveBeenCalledOnce();
});

it('an advertisement that throws or never ends has failed, and the log says so', async () => {
  const thrown = () => {
    throw new Error('no script');
  };
  expect(await showAd(host, 'a platform', thrown)).toEqual(failedAd);
  const endless = showAd(host, 'a platform', () => undefined, 1000);
  await vi.advanceTimersByTimeAsync(1000);
  expect(await endless).toEqual(failedAd);
  expect(warn).toHaveBeenCalledTimes(2);
});

it('a banner has a reason why it is not shown or hidden', async () => {
  const ends: (AdsReason | undefined)[] = [undefined, 'AdsNotConnected', undefined, 'NotImplemented'];
  const banner = createBanner(host, 'a platform', async () => ends.shift());
  expect(await banner.show()).toEqual({ shown: true });
  expect(await banner.show()).toEqual({ shown: false, reason: 'AdsNotConnected' });
  expect(await banner.hide()).toEqual({ hidden: true });
  expect(await banner.hide()).toEqual({ hidden: false, reason: 'NotImplemented' });
  const broken = createBanner(host, 'a platform', () => Promise.reject(new Error('broken')));
  expect(await broken.show()).toEqual({ shown: false, reason: 'Unknown' });
});
