import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { CheckoutHost } from './port.browser.ts';
import { showCheckout, type CheckoutControls } from './show-checkout.browser.ts';
import { createCheckoutHarness } from './simulator-checkout.browser.ts';

beforeEach(() => vi.stubGlobal('Vendor', { version: 1 }));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const rules = {
  subject: "Vendor's form",
  scriptUrl: 'https://v.example/v.js',
  globalName: 'Vendor',
  timeoutMs: 20_000,
  leftMessage: 'left',
};

function put(checkout: CheckoutControls, container: HTMLElement): void {
  const form = document.createElement('form');
  container.append(form);
  checkout.onEnd(() => form.remove());
}

test('a form is shown after its script, grows with its content, and is removed at the end', async () => {
  const { host, scripts, heights, busy } = createCheckoutHarness();
  let shown: CheckoutControls | undefined;
  const outcome = showCheckout(host, rules, {}, (checkout) => {
    shown = checkout;
    put(checkout, host.container);
    checkout.followHeight(host.container);
  });
  await vi.waitFor(() => expect(host.container.childElementCount).toBe(1));
  expect(scripts).toEqual(['https://v.example/v.js']);
  expect(heights).toHaveLength(1);
  shown?.end({ outcome: 'completed' });
  shown?.leave();
  expect(await outcome).toEqual({ outcome: 'completed' });
  expect(host.container.childElementCount).toBe(0);
  expect(busy).toEqual([false]);
});

test('the form uses the global that its script defines, or is not shown', async () => {
  const rulesOnce = { ...rules, loadsOnce: true, blockedMessage: 'no script' };
  const { host, scripts, warnings } = createCheckoutHarness();
  const pay = () =>
    showCheckout(host, rulesOnce, {}, (checkout, script) => {
      expect(script).toEqual({ version: 1 });
      checkout.end({ outcome: 'completed' });
    });
  expect(await pay()).toEqual({ outcome: 'completed' });
  expect(scripts).toEqual([]);
  vi.stubGlobal('Vendor', undefined);
  expect(await pay()).toEqual({ outcome: 'failed', message: 'no script' });
  expect(scripts).toEqual([rules.scriptUrl]);
  expect(warnings).toHaveLength(1);
});

test('closing the modal cancels the payment', async () => {
  const { host, close, warnings } = createCheckoutHarness();
  const outcome = showCheckout(host, rules, {}, (checkout) => put(checkout, host.container));
  await vi.waitFor(() => expect(host.container.childElementCount).toBe(1));
  close();
  expect(await outcome).toEqual({ outcome: 'cancelled', message: 'left' });
  expect(host.container.childElementCount).toBe(0);
  expect(warnings).toEqual([]);
});

test('nothing is loaded for a modal that is already closed', async () => {
  const { host, close, scripts } = createCheckoutHarness();
  close();
  expect(await showCheckout(host, rules, {}, () => expect.unreachable())).toMatchObject({ outcome: 'cancelled' });
  await new Promise((resolve) => setTimeout(resolve));
  expect(scripts).toEqual([]);
});

test('the next form waits until the previous one is removed, also if that was still loading', async () => {
  const first = createCheckoutHarness();
  const making = Promise.withResolvers<void>();
  const left = showCheckout(first.host, rules, {}, async (checkout) => {
    checkout.onEnd(() => making.promise);
    await checkout.withTimeout(making.promise);
  });
  await vi.waitFor(() => expect(first.scripts).toHaveLength(1));
  first.close();
  await left;
  const second = createCheckoutHarness();
  const paid = showCheckout(second.host, rules, {}, (checkout) => checkout.end({ outcome: 'completed' }));
  await new Promise((resolve) => setTimeout(resolve));
  expect(second.scripts).toEqual([]);
  making.resolve();
  expect(await paid).toEqual({ outcome: 'completed' });
});

const failures: [what: string, changes: Partial<CheckoutHost>, show: () => void | Promise<void>][] = [
  ['a script that is blocked', { loadScript: () => Promise.reject(new Error('blocked')) }, () => undefined],
  [
    'a form that throws',
    {},
    () => {
      throw new Error('no');
    },
  ],
  ['a form that rejects', {}, () => Promise.reject(new Error('no'))],
];
test.each(failures)('%s ends the checkout, and is logged', async (_, changes, show) => {
  const { host, warnings } = createCheckoutHarness(changes);
  expect(await showCheckout(host, rules, {}, show)).toEqual({ outcome: 'failed', message: 'Unknown error' });
  expect(warnings).toHaveLength(1);
});

test('a provider that does not respond ends the checkout', async () => {
  vi.useFakeTimers();
  const { host, warnings } = createCheckoutHarness();
  const outcome = showCheckout(host, rules, {}, (checkout: CheckoutControls): Promise<void> =>
    checkout.withTimeout(new Promise<void>(() => undefined)),
  );
  await vi.advanceTimersByTimeAsync(20_000);
  expect(await outcome).toEqual({ outcome: 'failed', message: 'Unknown error' });
  expect(warnings).toHaveLength(1);
});

test('a form that cannot be removed is logged, and does not block the next', async () => {
  const { host, warnings } = createCheckoutHarness();
  const end = (checkout: CheckoutControls) => checkout.end({ outcome: 'completed' });
  await showCheckout(host, rules, {}, (checkout) => {
    checkout.onEnd(() => {
      throw new Error('stuck');
    });
    end(checkout);
  });
  await vi.waitFor(() => expect(warnings).toHaveLength(1));
  expect(await showCheckout(createCheckoutHarness().host, rules, {}, end)).toEqual({ outcome: 'completed' });
});

test('a form has the height it reports, if it is valid', async () => {
  const { host, heights } = createCheckoutHarness();
  await showCheckout(host, rules, {}, (checkout) => {
    for (const height of [undefined, null, 'much', 0, -5, Infinity, 512, '640']) checkout.setHeight(height);
    checkout.end({ outcome: 'completed' });
  });
  expect(heights).toEqual([512, 640]);
});

test('a form that is shown has no timeout', async () => {
  vi.useFakeTimers();
  const { host } = createCheckoutHarness();
  let shown: CheckoutControls | undefined;
  const outcome = showCheckout(host, rules, {}, async (checkout) => {
    shown = checkout;
    await checkout.withTimeout(Promise.resolve());
  });
  await vi.advanceTimersByTimeAsync(3_600_000);
  shown?.end({ outcome: 'completed' });
  expect(await outcome).toEqual({ outcome: 'completed' });
});
