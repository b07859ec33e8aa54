import { expect, it, vi } from 'vitest';
import { createReviewCapability } from './reviews.browser.ts';

it('a dialog is shown if the platform allows it, and an error counts as not shown', async () => {
  const warn = vi.fn();
  const ask = vi.fn(async () => undefined);
  const reviews = (canAsk: () => Promise<boolean>) =>
    createReviewCapability({ log: { warn } }, { title: 'A platform', canAsk, ask });
  const open = reviews(async () => true);
  expect([await open.canAsk(), await open.ask(), await open.info()]).toEqual([true, true, { available: false }]);
  expect(ask).toHaveBeenCalledOnce();
  const closed = reviews(async () => false);
  expect([await closed.canAsk(), await closed.ask()]).toEqual([false, false]);
  const broken = reviews(() => Promise.reject(new Error('broken')));
  expect([await broken.canAsk(), await broken.ask()]).toEqual([false, false]);
  expect(ask).toHaveBeenCalledOnce();
  expect(warn).toHaveBeenCalledTimes(2);
});
