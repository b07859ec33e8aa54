import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CheckoutHost } from '../port.browser.ts';
import { half } from './adapter.browser.ts';

const block = { SessionClientSecret: 'cs_1_secret_x', PublishableKey: 'pk_test_unit' };

interface PageOptions {
  clientSecret: string;
  onComplete: () => void;
  onAnalyticsEvent: (event: { eventType: string }) => void;
}

/** A script with Stripe's functions and its one rule: never two forms. */
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

function createHost(given: Partial<CheckoutHost> = {}) {
  const closing = new AbortController();
  const told = { scripts: [] as string[], busy: [] as boolean[], heights: [] as number[], logged: [] as unknown[] };
  const host: CheckoutHost = {
    container: document.createElement('div'),
    loadScript: async (address) => void told.scripts.push(address),
    locale: 'en',
    closing: closing.signal,
    setBusy: (isBusy) => void told.busy.push(isBusy),
    setHeight: (px) => void told.heights.push(px),
    log: { warn: (...line) => void told.logged.push(line) },
    ...given,
  };
  return { host, told, close: () => closing.abort() };
}

let resized: () => void = () => undefined;
beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(callback: () => void) {
        resized = callback;
      }
      observe = () => resized();
      disconnect = () => undefined;
    },
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe("Stripe's form", () => {
  it.each(['createEmbeddedCheckoutPage', 'initEmbeddedCheckout'] as const)(
    'is drawn by %s and ends complete',
    async (name) => {
      const script = installScript(name);
      const { host, told } = createHost();
      const outcome = half.pay(block, host);
      await vi.waitFor(() => expect(host.container.querySelector('form')).not.toBeNull());
      expect(told.scripts).toEqual(['https://js.stripe.com/endive/stripe.js']);
      expect(script.keys).toEqual(['pk_test_unit']);
      expect(script.options[0]?.clientSecret).toBe('cs_1_secret_x');
      expect(told.heights).toHaveLength(1);
      script.options[0]?.onComplete();
      expect(await outcome).toEqual({ outcome: 'completed' });
      await vi.waitFor(() => expect(script.destroyed).toBe(1));
      expect(host.container.childElementCount).toBe(0);
    },
  );

  it('takes the script of a simulation where the block names one', async () => {
    const script = installScript();
    const { host, told } = createHost();
    const outcome = half.pay({ ...block, ScriptUrl: 'http://localhost:8080/lab/vendors/stripe/stripe.js' }, host);
    await vi.waitFor(() => expect(script.options).toHaveLength(1));
    expect(told.scripts).toEqual(['http://localhost:8080/lab/vendors/stripe/stripe.js']);
    script.options[0]?.onComplete();
    await outcome;
  });

  it('is busy from the press of its button until Stripe has said no', async () => {
    const script = installScript();
    const { host, told } = createHost();
    const outcome = half.pay(block, host);
    await vi.waitFor(() => expect(script.options).toHaveLength(1));
    for (const eventType of ['checkoutRendered', 'checkoutSubmitted', 'checkoutSubmitFailed', 'checkoutSubmitted'])
      script.options[0]?.onAnalyticsEvent({ eventType });
    expect(told.busy).toEqual([true, false, true]);
    script.options[0]?.onComplete();
    await outcome;
    expect(told.busy.at(-1)).toBe(false);
  });

  it('is taken away when the buyer closes the modal', async () => {
    const script = installScript();
    const { host, close } = createHost();
    const outcome = half.pay(block, host);
    await vi.waitFor(() => expect(host.container.childElementCount).toBe(1));
    close();
    expect(await outcome).toEqual({ outcome: 'cancelled', message: 'Payment not completed' });
    await vi.waitFor(() => expect(script.destroyed).toBe(1));
  });

  it('that is closed while it is being made is taken away before the next is made', async () => {
    const script = installScript();
    script.slowDown();
    const first = createHost();
    const cancelled = half.pay(block, first.host);
    await vi.waitFor(() => expect(script.options).toHaveLength(1));
    first.close();
    expect(await cancelled).toMatchObject({ outcome: 'cancelled' });
    const second = createHost();
    const outcome = half.pay(block, second.host);
    script.finish[0]?.();
    await vi.waitFor(() => expect(script.options).toHaveLength(2));
    expect(first.host.container.childElementCount).toBe(0);
    script.finish[1]?.();
    script.options[1]?.onComplete();
    expect(await outcome).toEqual({ outcome: 'completed' });
    await vi.waitFor(() => expect(script.open).toBe(0));
  });

  it('is not even asked for when the modal is closed already', async () => {
    installScript();
    const { host, close } = createHost();
    close();
    expect(await half.pay(block, host)).toMatchObject({ outcome: 'cancelled' });
    expect(host.container.childElementCount).toBe(0);
  });

  const failures: [what: string, prepare: () => Partial<CheckoutHost>][] = [
    ['its script is blocked', () => ({ loadScript: () => Promise.reject(new Error('blocked')) })],
    ['its script does nothing', () => ({})],
    ['its script has no such form', () => (vi.stubGlobal('Stripe', () => ({})), {})],
    [
      'it refuses the secret',
      () => (
        vi.stubGlobal('Stripe', () => ({ createEmbeddedCheckoutPage: () => Promise.reject(new Error('no')) })),
        {}
      ),
    ],
  ];
  it.each(failures)('ends, and says so, when %s', async (_, prepare) => {
    const { host, told } = createHost(prepare());
    expect(await half.pay(block, host)).toEqual({ outcome: 'failed', message: 'Unknown error' });
    expect(told.logged).toHaveLength(1);
  });

  it('ends when Stripe is silent', async () => {
    vi.useFakeTimers();
    vi.stubGlobal('Stripe', () => ({ createEmbeddedCheckoutPage: () => new Promise(() => undefined) }));
    const { host, told } = createHost();
    const outcome = half.pay(block, host);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await outcome).toEqual({ outcome: 'failed', message: 'Unknown error' });
    expect(told.logged).toHaveLength(1);
  });

  it('cannot be shown without a secret', async () => {
    const { host } = createHost();
    expect(await half.pay({ PublishableKey: 'pk_test_unit' }, host)).toEqual({
      outcome: 'failed',
      message: 'Stripe not in result',
    });
  });

  it("gives way to Stripe's own page where the block has one", () => {
    expect(half.redirectUrl(block)).toBeUndefined();
    expect(half.redirectUrl({ PublishableKey: 'pk', CheckoutUrl: 'https://checkout.stripe.com/x' })).toBe(
      'https://checkout.stripe.com/x',
    );
  });
});
