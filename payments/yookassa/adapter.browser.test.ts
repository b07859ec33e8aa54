import { afterEach, describe, expect, it, vi } from 'vitest';
import type { CheckoutHost } from '../port.browser.ts';
import { createCheckoutHarness } from '../simulator-checkout.browser.ts';
import { adapter } from './adapter.browser.ts';

const block = { Redirect: false, ConfirmationToken: 'ct-1' };

interface Options {
  confirmation_token: string;
  customization: { modal: boolean };
  return_url?: string;
  error_callback: (error: { error?: string }) => void;
}

function installWidget(render: () => Promise<void> = async () => undefined) {
  const listeners = new Map<string, () => void>();
  const made = { options: [] as Options[], destroyed: 0, tell: (event: string) => listeners.get(event)?.() };
  vi.stubGlobal(
    'YooMoneyCheckoutWidget',
    class {
      constructor(options: Options) {
        made.options.push(options);
      }
      on(event: string, listener: () => void): void {
        listeners.set(event, listener);
      }
      async render(containerId: string): Promise<void> {
        document.querySelector(`#${containerId}`)?.append(document.createElement('iframe'));
        await render();
      }
      destroy(): void {
        made.destroyed += 1;
      }
    },
  );
  return made;
}

const shown = ({ container }: CheckoutHost) =>
  vi.waitFor(() => expect(container.querySelector('iframe')).not.toBeNull());

afterEach(() => vi.unstubAllGlobals());

describe("YooKassa's widget", () => {
  it('is rendered into the frame with the token, and ends with completion', async () => {
    const widget = installWidget();
    const { host, scripts, heights, warnings } = createCheckoutHarness();
    const outcome = adapter.pay(block, host);
    await shown(host);
    expect(scripts).toEqual(['https://yookassa.ru/checkout-widget/v1/checkout-widget.js']);
    expect(widget.options).toMatchObject([{ confirmation_token: 'ct-1', customization: { modal: false } }]);
    // With a return URL, the widget would navigate away by itself.
    expect(widget.options[0]).not.toHaveProperty('return_url');
    expect(heights).toHaveLength(1);
    widget.tell('success');
    widget.tell('modal_close');
    expect(await outcome).toEqual({ outcome: 'completed' });
    expect(widget.destroyed).toBe(1);
    expect(host.container.childElementCount).toBe(0);
    expect(warnings).toEqual([]);
  });

  it.each([
    ['fail', { outcome: 'failed', message: 'Payment failed for some reason!' }],
    ['modal_close', { outcome: 'cancelled', message: 'Widget closed before payment completed' }],
  ])('ends on %s', async (event, expected) => {
    const widget = installWidget();
    const { host } = createCheckoutHarness();
    const outcome = adapter.pay(block, host);
    await shown(host);
    widget.tell(event);
    expect(await outcome).toEqual(expected);
    expect(widget.destroyed).toBe(1);
  });

  it('that cannot use the token ends, and logs the code', async () => {
    const widget = installWidget();
    const { host, warnings } = createCheckoutHarness();
    const outcome = adapter.pay(block, host);
    await shown(host);
    widget.options[0]?.error_callback({ error: 'token_expired' });
    expect(await outcome).toEqual({ outcome: 'failed', message: 'Unknown error' });
    expect(JSON.stringify(warnings)).toContain('token_expired');
  });

  it.each([{}, { Redirect: false }, { ConfirmationToken: '' }, { Redirect: true }])(
    'is an error without a token and without a page: %o',
    async (nothing) => {
      expect(adapter.redirectUrl(nothing)).toBeUndefined();
      await expect(adapter.pay(nothing, createCheckoutHarness().host)).rejects.toThrow(
        'neither a token nor a payment address',
      );
    },
  );
});
