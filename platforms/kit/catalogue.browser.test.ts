import { expect, it, vi } from 'vitest';
import { withPlatformTimeout } from '#portal/platform/start-platform.ts';
import { createCachedCatalogue } from './catalogue.browser.ts';

const items = [{ sku: 'gems-100', price: 49, currency: 'YAN', priceText: '49 YAN' }];

it('a catalogue is read once; after a failure it is undefined, and read again', async () => {
  const warn = vi.fn();
  const ask = vi.fn(async () => items);
  ask.mockRejectedValueOnce(new Error('offline'));
  const read = createCachedCatalogue({ withPlatformTimeout, log: { warn } }, 'A platform', ask);
  expect(await read()).toBeUndefined();
  expect(await Promise.all([read(), read()])).toEqual([items, items]);
  expect(await read()).toEqual(items);
  expect(ask).toHaveBeenCalledTimes(2);
  expect(warn.mock.calls).toEqual([['The catalogue of A platform did not work', new Error('offline')]]);
});
