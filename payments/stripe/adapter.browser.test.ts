import { afterEach, describe, expect, it, vi } from 'vitest';
import { createCheckoutHarness } from '../simulator-checkout.browser.ts';
import { adapter } from './adapter.browser.ts';

const block = { SessionClientSecret: 'cs_1_secret_x', PublishableKey: 'pk_test_unit' };

interface PageOptions {
  clientSecret: string;
  onComplete: () => void;
  onAnalyticsEvent: (event: { eventType: string }) => void;
}

/** A fake of Stripe's script. Like Stripe, it allows only one form at a time. */
function installScript(name: 'createEmbeddedCheckoutPage' | 'initEmbeddedCheckout' = 'createEmbeddedCheckoutPage') {
  const made = {
    keys: [] as string[],
    options: [] as PageOptions[],
    open: 0,
    destroyed: 0,
    finish: [] as (() => void)[],
  };
  let isSlow = false;
  const create = async (options: PageOptions) => {
    if (made.open > 0) throw new Error('You cannot have multiple Embedded Checkout objects.');
    made.open += 1;
    made.options.push(options);
    if (isSlow) await new Promise<void>((resolve) => made.finish.push(resolve));
    const form = document.createElement('form');
    return {
      mount: (element: HTMLElement) => element.append(form),
      destroy: () => {
        form.remove();
        made.open -= 1;
        made.destroyed += 1;
      },
    };
  };
  vi.stubGlobal('Stripe', (key: string) => {
    made.keys.push(key);
    return { [name]: create };
  });
  return Object.assign(made, { slowDown: () => void (isSlow = true) });
}

afterEach(() => vi.unstubAllGlobals());

describe("Stripe's form", () => {
  it.each(['createEmbeddedCheckoutPage', 'initEmbeddedCheckout'] as const)(
    'is rendered by %s and ends with completion',
    async (name) => {
      const script = installScript(name);
      const { host, scripts } = createCheckoutHarness();
      const outcome = adapter.pay(block, host);
      await vi.waitFor(() => expect(host.container.querySelector('form')).not.toBeNull());
      expect(scripts).toEqual(['https://js.stripe.com/endive/stripe.js']);
      expect(script.keys).toEqual(['pk_test_unit']);
      expect(script.options[0]?.clientSecret).toBe('cs_1_secret_x');
      script.options[0]?.onComplete();
      expect(await outcome).toEqual({ outcome: 'completed' });
      await vi.waitFor(() => expect(script.destroyed).toBe(1));
      expect(host.container.childElementCount).toBe(0);
    },
  );

  it('is busy from the press of its button until Stripe rejects the payment', async () => {
    const script = installScript();
    const { host, busy } = createCheckoutHarness();
    const outcome = adapter.pay(block, host);
    await vi.waitFor(() => expect(script.options).toHaveLength(1));
    for (const eventType of ['checkoutRendered', 'checkoutSubmitted', 'checkoutSubmitFailed', 'checkoutSubmitted'])
      script.options[0]?.onAnalyticsEvent({ eventType });
    expect(busy).toEqual([true, false, true]);
    script.options[0]?.onComplete();
    await outcome;
    expect(busy.at(-1)).toBe(false);
  });

  it('that is closed while it is created is removed before the next is created', async () => {
    const script = installScript();
    script.slowDown();
    const first = createCheckoutHarness();
    const cancelled = adapter.pay(block, first.host);
    await vi.waitFor(() => expect(script.options).toHaveLength(1));
    first.close();
    expect(await cancelled).toMatchObject({ outcome: 'cancelled' });
    const second = createCheckoutHarness();
    const outcome = adapter.pay(block, second.host);
    script.finish[0]?.();
    await vi.waitFor(() => expect(script.options).toHaveLength(2));
    expect(first.host.container.childElementCount).toBe(0);
    script.finish[1]?.();
    script.options[1]?.onComplete();
    expect(await outcome).toEqual({ outcome: 'completed' });
    await vi.waitFor(() => expect(script.open).toBe(0));
  });

  it.each([
    ['has no such form', () => ({})],
    ['refuses the secret', () => ({ createEmbeddedCheckoutPage: () => Promise.reject(new Error('no')) })],
  ])('ends when the script %s', async (_, script) => {
    vi.stubGlobal('Stripe', script);
    const { host, warnings } = createCheckoutHarness();
    expect(await adapter.pay(block, host)).toEqual({ outcome: 'failed', message: 'Unknown error' });
    expect(warnings).toHaveLength(1);
  });

  it('cannot be shown without a secret', async () => {
    const { host } = createCheckoutHarness();
    expect(await adapter.pay({ PublishableKey: 'pk_test_unit' }, host)).toEqual({
      outcome: 'failed',
      message: 'Stripe not in result',
    });
  });
});
