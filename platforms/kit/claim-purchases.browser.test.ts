import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { withPlatformTimeout } from '#portal/platform/start-platform.ts';
import { createBrowserReportedPurchases } from './claim-purchases.browser.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type End = boolean | 'down';

interface Choices {
  readonly ends?: End[];
  readonly shelf?: string[];
  readonly window?: Error;
}

function open({ ends = [true], shelf = [], window: closes }: Choices = {}) {
  const steps: string[] = [];
  const warned: string[] = [];
  const broken = new Set<string>();
  const host = { withPlatformTimeout, window, log: { warn: (text: string) => void warned.push(text) } };
  const purchases = createBrowserReportedPurchases<{ token: string; isSigned: boolean }>(host, {
    title: 'A platform',
    async buy({ reply: { token, isSigned } }) {
      if (closes?.message !== 'nothing was bought') shelf.push(token);
      if (closes) throw closes;
      return isSigned ? token : undefined;
    },
    async list() {
      if (broken.has('list')) throw new Error('No list');
      return `all:${shelf.join(',')}`;
    },
    async consume(token) {
      if (broken.has(token)) throw new Error('broken');
      steps.push(`consumed ${token}`);
      shelf.splice(shelf.indexOf(token), 1);
    },
    async claim(signed, isList) {
      const end = ends.length > 1 ? ends.shift() : ends[0];
      steps.push(`${isList ? 'list' : 'one'} ${String(end)}`);
      if (end === 'down') throw new Error('There is no network');
      const tokens = signed.replace('all:', '').split(',').filter(Boolean);
      return tokens.map((PurchaseToken) => ({ PurchaseToken, Success: end === true }));
    },
    isFailure: (message) => message === 'FAILURE',
  });
  const pay = async (isSigned = true) => {
    const paying = purchases.pay({ orderId: 'o', sku: 'gems', reply: { token: 't1', isSigned } });
    await vi.advanceTimersByTimeAsync(10_000);
    return paying;
  };
  return { purchases, pay, steps, warned, broken, shelf };
}
const notValidated = { outcome: 'failed', message: 'Purchase not validated' };

it('is consumed only after the server has granted it', async () => {
  const { pay, steps } = open();
  expect(await pay()).toEqual({ outcome: 'completed' });
  expect(steps).toEqual(['one true', 'consumed t1']);
  const refused = open({ ends: [false] });
  expect(await refused.pay()).toEqual(notValidated);
  expect([refused.steps, refused.shelf]).toEqual([['one false'], ['t1']]);
});

it('is reported again after a network error; one that cannot be reported waits for the next start', async () => {
  const { pay, steps } = open({ ends: ['down', 'down', true] });
  expect(await pay()).toEqual({ outcome: 'completed' });
  expect(steps).toEqual(['one down', 'one down', 'one true', 'consumed t1']);
  const later = open({ ends: ['down', 'down', 'down', true] });
  expect(await later.pay()).toEqual(notValidated);
  expect(later.shelf).toEqual(['t1']);
  await later.purchases.restore();
  expect(later.steps.slice(-2)).toEqual(['list true', 'consumed t1']);
});

it('that is not signed is not validated and not reported', async () => {
  const { pay, steps } = open();
  expect(await pay(false)).toEqual(notValidated);
  expect(steps).toEqual([]);
});

it.each([
  ['FAILURE', { outcome: 'failed', message: 'FAILURE' }],
  ['', { outcome: 'cancelled', message: 'The payment window was closed' }],
])('whose window ends with “%s” is still reported, and has that result', async (message, seen) => {
  const { pay, steps } = open({ window: new Error(message) });
  expect(await pay()).toEqual(seen);
  expect(steps).toEqual(['list true', 'consumed t1']);
});

it('whose window was closed is cancelled, even if the purchases cannot be read', async () => {
  const { pay, purchases, broken, warned } = open({ window: new Error('') });
  broken.add('list');
  expect(await pay()).toMatchObject({ outcome: 'cancelled' });
  expect(warned).toEqual(['Reading what was bought at A platform did not work']);
  await expect(purchases.restore()).rejects.toThrow('No list');
});

it('whose window was closed without a purchase leaves nothing to consume', async () => {
  const { pay, steps } = open({ window: new Error('nothing was bought') });
  expect(await pay()).toMatchObject({ outcome: 'cancelled' });
  expect(steps).toEqual(['list true']);
});

it('that is finished twice at the same time is consumed once', async () => {
  const { purchases, steps, warned } = open({ shelf: ['a', 'b'] });
  await Promise.all([purchases.restore(), purchases.restore()]);
  expect(steps.filter((step) => step.startsWith('consumed'))).toEqual(['consumed a', 'consumed b']);
  expect(warned).toEqual([]);
});

it('that cannot be consumed does not block others, and is consumed later', async () => {
  const { purchases, steps, broken, warned } = open({ shelf: ['a', 'b'] });
  broken.add('a');
  await purchases.restore();
  expect(steps).toEqual(['list true', 'consumed b']);
  expect(warned).toHaveLength(2);
  broken.clear();
  await purchases.restore();
  expect(steps.at(-1)).toBe('consumed a');
});
