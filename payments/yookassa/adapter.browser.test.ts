import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CheckoutHost } from '../port.browser.ts';
import { half } from './adapter.browser.ts';

const block = { Redirect: false, ConfirmationToken: 'ct-1' };

interface Options {
  confirmation_token: string;
  customization: { modal: boolean };
  return_url?: string;
  error_callback: (error: { error?: string }) => void;
}

/** A script with the widget's constructor and methods. */
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

let container: HTMLElement;

function createHost(given: Partial<CheckoutHost> = {}) {
  const closing = new AbortController();
  const told = { scripts: [] as string[], heights: [] as number[], logged: [] as unknown[] };
  const host: CheckoutHost = {
    container,
    loadScript: async (address) => void told.scripts.push(address),
    locale: 'ru',
    closing: closing.signal,
    setBusy: () => undefined,
    setHeight: (px) => void told.heights.push(px),
    log: { warn: (...line) => void told.logged.push(line) },
    ...given,
  };
  return { host, told, close: () => closing.abort() };
}

const shown = () => vi.waitFor(() => expect(container.querySelector('iframe')).not.toBeNull());

beforeEach(() => {
  container = document.createElement('div');
  document.body.append(container);
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly callback: () => void;
      constructor(callback: () => void) {
        this.callback = callback;
      }
      observe = () => this.callback();
      disconnect = () => undefined;
    },
  );
});
afterEach(() => {
  container.remove();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe("YooKassa's widget", () => {
  it('is drawn into the frame with the token, and ends complete', async () => {
    const widget = installWidget();
    const { host, told } = createHost();
    const outcome = half.pay(block, host);
    await shown();
    expect(told.scripts).toEqual(['https://yookassa.ru/checkout-widget/v1/checkout-widget.js']);
    expect(widget.options).toMatchObject([{ confirmation_token: 'ct-1', customization: { modal: false } }]);
    // With one, the widget would leave for it by itself.
    expect(widget.options[0]).not.toHaveProperty('return_url');
    expect(told.heights).toHaveLength(1);
    widget.tell('success');
    widget.tell('modal_close');
    expect(await outcome).toEqual({ outcome: 'completed' });
    expect(widget.destroyed).toBe(1);
    expect(container.childElementCount).toBe(0);
    expect(told.logged).toEqual([]);
  });

  it('takes the script of a simulation where the block names one', async () => {
    const widget = installWidget();
    const { host, told } = createHost();
    const ScriptUrl = 'http://localhost:8080/lab/vendors/yookassa/checkout-widget.js';
    const outcome = half.pay({ ...block, ScriptUrl }, host);
    await shown();
    expect(told.scripts).toEqual([ScriptUrl]);
    widget.tell('success');
    await outcome;
  });

  it.each([
    ['fail', { outcome: 'failed', message: 'Payment failed for some reason!' }],
    ['modal_close', { outcome: 'cancelled', message: 'Widget closed before payment completed' }],
  ])('that says %s ends so', async (event, expected) => {
    const widget = installWidget();
    const { host } = createHost();
    const outcome = half.pay(block, host);
    await shown();
    widget.tell(event);
    expect(await outcome).toEqual(expected);
    expect(widget.destroyed).toBe(1);
  });

  it('is taken away when the buyer closes the modal', async () => {
    const widget = installWidget();
    const { host, close } = createHost();
    const outcome = half.pay(block, host);
    await shown();
    close();
    expect(await outcome).toEqual({ outcome: 'cancelled', message: 'Widget closed before payment completed' });
    expect(widget.destroyed).toBe(1);
    expect(container.childElementCount).toBe(0);
  });

  it('is not even made when the modal is closed already', async () => {
    const widget = installWidget();
    const { host, close } = createHost();
    close();
    expect(await half.pay(block, host)).toMatchObject({ outcome: 'cancelled' });
    expect(widget.options).toEqual([]);
  });

  it('that cannot take the token ends, with the code in the log', async () => {
    const widget = installWidget();
    const { host, told } = createHost();
    const outcome = half.pay(block, host);
    await shown();
    widget.options[0]?.error_callback({ error: 'token_expired' });
    expect(await outcome).toEqual({ outcome: 'failed', message: 'Unknown error' });
    expect(JSON.stringify(told.logged)).toContain('token_expired');
  });

  const failures: [what: string, prepare: () => Partial<CheckoutHost>][] = [
    ['its script is blocked', () => ({ loadScript: () => Promise.reject(new Error('blocked')) })],
    ['its script does nothing', () => ({})],
    ['it cannot draw', () => (installWidget(() => Promise.reject(new Error('no'))), {})],
  ];
  it.each(failures)('ends, and says so, when %s', async (_, prepare) => {
    const { host, told } = createHost(prepare());
    expect(await half.pay(block, host)).toEqual({ outcome: 'failed', message: 'Unknown error' });
    expect(told.logged).toHaveLength(1);
  });

  it('ends when it is silent', async () => {
    vi.useFakeTimers();
    installWidget(() => new Promise(() => undefined));
    const { host, told } = createHost();
    const outcome = half.pay(block, host);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await outcome).toEqual({ outcome: 'failed', message: 'Unknown error' });
    expect(told.logged).toHaveLength(1);
  });

  it('waits for the buyer as long as it takes once it is there', async () => {
    vi.useFakeTimers();
    const widget = installWidget();
    const { host } = createHost();
    const outcome = half.pay(block, host);
    await vi.advanceTimersByTimeAsync(3_600_000);
    widget.tell('success');
    expect(await outcome).toEqual({ outcome: 'completed' });
  });

  it.each([{}, { Redirect: false }, { ConfirmationToken: '' }, { Redirect: true }])(
    'is an error without a token and without a page: %o',
    async (nothing) => {
      expect(half.redirectUrl(nothing)).toBeUndefined();
      await expect(half.pay(nothing, createHost().host)).rejects.toThrow('neither a token nor an address');
    },
  );

  it("gives way to YooKassa's own page where the block asks for it", () => {
    const ConfirmationUrl = 'https://yoomoney.ru/checkout/1';
    expect(half.redirectUrl({ Redirect: true, ConfirmationUrl })).toBe(ConfirmationUrl);
    expect(half.redirectUrl({ Redirect: false, ConfirmationUrl })).toBeUndefined();
  });
});
