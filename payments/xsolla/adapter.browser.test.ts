// Runs the adapter with the simulated widget, which has the real widget's bugs, and with widgets that behave worse.
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CheckoutHost } from '../port.browser.ts';
import { createCheckoutHarness } from '../simulator-checkout.browser.ts';
import { adapter } from './adapter.browser.ts';

const vendor = 'https://vendor.example';
const block = { PaymentToken: 'tok_1', Sandbox: true, ScriptUrl: `${vendor}/lab/widget.min.js` };
const closed = { outcome: 'cancelled', message: 'Payment widget closed before payment completed!' };

let simulated: unknown;
beforeAll(async () => {
  Object.defineProperty(document, 'currentScript', { value: { src: block.ScriptUrl }, configurable: true });
  const path = './simulator-script.js';
  await import(path);
  Reflect.deleteProperty(document, 'currentScript');
  simulated = Reflect.get(globalThis, 'XPayStationWidget');
});

const setWidget = (widget: unknown): void => void Reflect.set(globalThis, 'XPayStationWidget', widget);
beforeEach(() => setWidget(undefined));
afterEach(() => {
  vi.useRealTimers();
  // Other test files share the document.
  setWidget(undefined);
  document.body.replaceChildren();
});

/** `loadScript` defines the widget's global variable. */
function createHarness(changes: Partial<CheckoutHost> = {}) {
  const scripts: string[] = [];
  const loadScript = async (address: string) => {
    scripts.push(address);
    setWidget(simulated);
  };
  return { ...createCheckoutHarness({ loadScript, ...changes }), scripts };
}

const frame = () => document.querySelector('iframe');
async function shown(): Promise<void> {
  await vi.waitFor(() => expect(frame()).not.toBeNull());
}

function say(
  command: string,
  data: object = {},
  { origin = vendor, source = frame()?.contentWindow ?? null } = {},
): void {
  window.dispatchEvent(new MessageEvent('message', { data: JSON.stringify({ command, data }), origin, source }));
}
const status = (name: string) => ({ paymentInfo: { status: name, invoice: 900001 } });

describe("Xsolla's widget", () => {
  it('is opened once, in a frame, and ends with completion', async () => {
    const { host, scripts, heights, warnings } = createHarness();
    const outcome = adapter.pay(block, host);
    await shown();
    expect(scripts).toEqual([block.ScriptUrl]);
    expect(frame()?.src).toBe(`${vendor}/lab/paystation2/?access_token=tok_1`);
    expect(frame()?.allow).toBe('payment');
    for (const dimensions of [null, { width: 460, height: 512 }]) say('dimensions', { dimensions });
    expect(heights).toEqual([640, 512]);
    // The widget would throw on a command that is not a string.
    const source = frame()?.contentWindow ?? null;
    window.dispatchEvent(new MessageEvent('message', { data: '{"command":7}', origin: vendor, source }));
    say('status', status('invoice'));
    say('status', status('done'));
    expect(await outcome).toEqual({ outcome: 'completed' });
    expect(frame()).toBeNull();
    expect(warnings).toEqual([]);
  });

  it.each([
    ['before the payment is cancelled', 'invoice', [], closed],
    ['during the delivery is completed', 'delivering', [true], { outcome: 'completed' }],
  ])('that is closed %s', async (_, state, whileOpen, end) => {
    const { host, busy } = createHarness();
    const outcome = adapter.pay(block, host);
    await shown();
    say('status', status(state));
    expect(busy).toEqual(whileOpen);
    say('close');
    expect(await outcome).toEqual(end);
    expect(busy.at(-1)).toBe(false);
    expect(frame()).toBeNull();
  });

  it.each([
    ['the page of a bank in its frame', { origin: 'https://bank.example' }],
    ['the real Xsolla while it is simulated', { origin: 'https://secure.xsolla.com' }],
    ['a sender without an origin', { origin: '' }],
  ])('ignores %s', async (_, sender) => {
    const { host, busy } = createHarness();
    let hasEnded = false;
    const outcome = adapter.pay(block, host).finally(() => (hasEnded = true));
    await shown();
    say('status', status('delivering'), sender);
    say('status', status('done'), sender);
    say('close', {}, sender);
    await Promise.resolve();
    expect(hasEnded).toBe(false);
    expect(busy).toEqual([]);
    say('close');
    expect(await outcome).toEqual(closed);
  });

  it.each([
    [true, 'https://sandbox-secure.xsolla.com'],
    [false, 'https://secure.xsolla.com'],
  ])('trusts one origin (sandbox: %s)', async (Sandbox, origin) => {
    const { host, scripts, busy } = createHarness();
    const outcome = adapter.pay({ PaymentToken: 'tok_1', Sandbox }, host);
    await shown();
    expect(scripts).toEqual(['https://cdn.xsolla.net/payments-bucket-prod/embed/1.5.4/widget.min.js']);
    const other = Sandbox ? 'https://secure.xsolla.com' : 'https://sandbox-secure.xsolla.com';
    say('status', status('delivering'), { origin: other });
    expect(busy).toEqual([]);
    say('status', status('done'), { origin });
    expect(await outcome).toEqual({ outcome: 'completed' });
  });

  it("never reports the first purchase's result to the second", async () => {
    const first = createHarness();
    const one = adapter.pay(block, first.host);
    await shown();
    say('close');
    expect(await one).toEqual(closed);
    const second = createHarness();
    const two = adapter.pay({ ...block, PaymentToken: 'tok_2' }, second.host);
    await shown();
    expect(document.querySelectorAll('iframe')).toHaveLength(1);
    expect(second.scripts).toEqual([]);
    say('status', status('delivering'));
    expect(first.busy).toEqual([false]);
    say('status', status('done'));
    expect(await two).toEqual({ outcome: 'completed' });
  });

  it('reports that its script defined nothing', async () => {
    const { host } = createHarness({ loadScript: async () => {} });
    expect(await adapter.pay(block, host)).toEqual({ outcome: 'failed', message: 'No Xsolla widget in window!' });
  });

  it('fails when it throws, also while it is removed', async () => {
    const fault = () => {
      throw new TypeError("Cannot read properties of null (reading 'focus')");
    };
    setWidget({ init: () => {}, open: fault, close: fault, on: () => {}, off: () => {} });
    const { host, warnings } = createHarness();
    expect(await adapter.pay(block, host)).toEqual({ outcome: 'failed', message: 'Unknown error' });
    expect(warnings).toHaveLength(2);
  });

  it('ends if Pay Station does not respond, but not once it has', async () => {
    vi.useFakeTimers();
    const silent = createHarness();
    const one = adapter.pay(block, silent.host);
    await vi.advanceTimersByTimeAsync(45_000);
    expect(await one).toEqual({ outcome: 'failed', message: 'Unknown error' });
    const slow = createHarness();
    const two = adapter.pay(block, slow.host);
    await vi.advanceTimersByTimeAsync(44_000);
    say('fcp');
    await vi.advanceTimersByTimeAsync(3600_000);
    say('status', status('done'));
    expect(await two).toEqual({ outcome: 'completed' });
  });
});
