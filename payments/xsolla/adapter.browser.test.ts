// The half over the simulated widget, which has the faults of the real one, and over widgets that are worse.
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CheckoutHost } from '../port.browser.ts';
import { half } from './adapter.browser.ts';

const vendor = 'https://vendor.example';
const block = { PaymentToken: 'tok_1', Sandbox: true, ScriptUrl: `${vendor}/lab/widget.min.js` };
const closed = { outcome: 'cancelled', message: 'Payment widget closed before payment completed!' };

let simulated: unknown;
beforeAll(async () => {
  Object.defineProperty(document, 'currentScript', { value: { src: block.ScriptUrl }, configurable: true });
  // A script and no module of ours: it leaves its global behind.
  const path = './simulator-widget.js';
  await import(path);
  Reflect.deleteProperty(document, 'currentScript');
  simulated = Reflect.get(globalThis, 'XPayStationWidget');
});

const setWidget = (widget: unknown): void => void Reflect.set(globalThis, 'XPayStationWidget', widget);
beforeEach(() => setWidget(undefined));
afterEach(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
});

function createHost(given: Partial<CheckoutHost> = {}) {
  const closing = new AbortController();
  const told = { scripts: [] as string[], busy: [] as boolean[], heights: [] as number[], logged: [] as unknown[] };
  const host: CheckoutHost = {
    container: document.createElement('div'),
    loadScript: async (address) => {
      told.scripts.push(address);
      setWidget(simulated);
    },
    locale: 'en',
    closing: closing.signal,
    setBusy: (isBusy) => void told.busy.push(isBusy),
    setHeight: (px) => void told.heights.push(px),
    log: { warn: (...line) => void told.logged.push(line) },
    ...given,
  };
  return { host, told, close: () => closing.abort() };
}

const frame = () => document.querySelector('iframe');
async function opened(): Promise<void> {
  await vi.waitFor(() => expect(frame()).not.toBeNull());
}

/** As Pay Station says it, or whoever else. */
function say(
  command: string,
  data: object = {},
  { origin = vendor, source = frame()?.contentWindow ?? null } = {},
): void {
  window.dispatchEvent(new MessageEvent('message', { data: JSON.stringify({ command, data }), origin, source }));
}
const status = (name: string) => ({ paymentInfo: { status: name, invoice: 900001 } });

describe("Xsolla's widget", () => {
  it('is opened once, in a frame, and ends with done', async () => {
    const { host, told } = createHost();
    const outcome = half.pay(block, host);
    await opened();
    expect(told.scripts).toEqual([block.ScriptUrl]);
    expect(frame()?.src).toBe(`${vendor}/lab/paystation2/?access_token=tok_1`);
    say('dimensions', { dimensions: { width: 460, height: 512 } });
    expect(told.heights).toEqual([640, 512]);
    say('status', status('invoice'));
    say('status', status('done'));
    expect(await outcome).toEqual({ outcome: 'completed' });
    expect(frame()).toBeNull();
    expect(told.logged).toEqual([]);
  });

  it('that is closed before is no payment', async () => {
    const { host } = createHost();
    const outcome = half.pay(block, host);
    await opened();
    say('status', status('invoice'));
    say('close');
    expect(await outcome).toEqual(closed);
    expect(frame()).toBeNull();
  });

  it('is closed with the modal', async () => {
    const { host, close } = createHost();
    const outcome = half.pay(block, host);
    await opened();
    close();
    expect(await outcome).toEqual(closed);
    expect(frame()).toBeNull();
  });

  it('that is closed while the money is on its way was paid', async () => {
    const { host, told } = createHost();
    const outcome = half.pay(block, host);
    await opened();
    say('status', status('delivering'));
    expect(told.busy).toEqual([true]);
    say('close');
    expect(await outcome).toEqual({ outcome: 'completed' });
    expect(told.busy.at(-1)).toBe(false);
  });

  it.each([
    ['the page of a bank in its frame', { origin: 'https://bank.example' }],
    ['the real Xsolla while it is simulated', { origin: 'https://secure.xsolla.com' }],
    ['nobody', { origin: '' }],
  ])('does not believe %s', async (_, sender) => {
    const { host, told } = createHost();
    let hasEnded = false;
    const outcome = half.pay(block, host).finally(() => (hasEnded = true));
    await opened();
    say('status', status('delivering'), sender);
    say('status', status('done'), sender);
    say('close', {}, sender);
    await Promise.resolve();
    expect(hasEnded).toBe(false);
    expect(told.busy).toEqual([]);
    say('close');
    expect(await outcome).toEqual(closed);
  });

  it.each([
    [true, 'https://sandbox-secure.xsolla.com'],
    [false, 'https://secure.xsolla.com'],
  ])('trusts one origin (sandbox: %s)', async (Sandbox, origin) => {
    const { host, told } = createHost();
    const outcome = half.pay({ PaymentToken: 'tok_1', Sandbox }, host);
    await opened();
    expect(told.scripts).toEqual(['https://cdn.xsolla.net/embed/paystation/1.2.9/widget.min.js']);
    const other = Sandbox ? 'https://secure.xsolla.com' : 'https://sandbox-secure.xsolla.com';
    say('status', status('delivering'), { origin: other });
    expect(told.busy).toEqual([]);
    say('status', status('done'), { origin });
    expect(await outcome).toEqual({ outcome: 'completed' });
  });

  it('is not upset by other messages', async () => {
    const { host, told } = createHost();
    const outcome = half.pay(block, host);
    await opened();
    const source = frame()?.contentWindow ?? null;
    for (const data of ['no JSON', '{"command":7}', 'null', { command: 'close' }, undefined])
      window.dispatchEvent(new MessageEvent('message', { data, origin: vendor, source }));
    say('dimensions', { dimensions: null });
    say('dimensions', { dimensions: { height: 'much' } });
    expect(told.heights).toEqual([640]);
    say('status', status('done'));
    expect(await outcome).toEqual({ outcome: 'completed' });
  });

  it('never tells a second purchase what happened to the first', async () => {
    const first = createHost();
    const one = half.pay(block, first.host);
    await opened();
    say('close');
    expect(await one).toEqual(closed);
    const second = createHost();
    const two = half.pay({ ...block, PaymentToken: 'tok_2' }, second.host);
    await opened();
    expect(document.querySelectorAll('iframe')).toHaveLength(1);
    expect(second.told.scripts).toEqual([]);
    say('status', status('delivering'));
    expect(first.told.busy).toEqual([false]);
    say('status', status('done'));
    expect(await two).toEqual({ outcome: 'completed' });
  });

  it('is one at a time: the second waits for the end of the first', async () => {
    const one = half.pay(block, createHost().host);
    const two = half.pay({ ...block, PaymentToken: 'tok_2' }, createHost().host);
    await opened();
    expect(document.querySelectorAll('iframe')).toHaveLength(1);
    say('status', status('done'));
    expect(await one).toEqual({ outcome: 'completed' });
    await vi.waitFor(() => expect(frame()?.src).toContain('tok_2'));
    say('close');
    expect(await two).toEqual(closed);
  });

  it('is not asked for when the modal is closed already', async () => {
    const { host, told, close } = createHost();
    close();
    expect(await half.pay(block, host)).toEqual(closed);
    expect(told.scripts).toEqual([]);
  });

  it.each<[string, Partial<CheckoutHost>, number]>([
    ['is blocked', { loadScript: () => Promise.reject(new Error('blocked')) }, 1],
    ['leaves nothing behind', { loadScript: async () => {} }, 0],
  ])('says so when its script %s', async (_, given, lines) => {
    const { host, told } = createHost(given);
    expect(await half.pay(block, host)).toEqual({ outcome: 'failed', message: 'No Xsolla widget in window!' });
    expect(told.logged).toHaveLength(lines);
  });

  it('ends when it throws, also while it is taken away', async () => {
    const fault = () => {
      throw new TypeError("Cannot read properties of null (reading 'focus')");
    };
    setWidget({ init: () => {}, open: fault, close: fault, on: () => {}, off: () => {} });
    const { host, told } = createHost();
    expect(await half.pay(block, host)).toEqual({ outcome: 'failed', message: 'Unknown error' });
    expect(told.logged).toHaveLength(2);
  });

  it('ends when Pay Station is silent, and not when it has spoken', async () => {
    vi.useFakeTimers();
    const silent = createHost();
    const one = half.pay(block, silent.host);
    await vi.advanceTimersByTimeAsync(45_000);
    expect(await one).toEqual({ outcome: 'failed', message: 'Unknown error' });
    const slow = createHost();
    const two = half.pay(block, slow.host);
    await vi.advanceTimersByTimeAsync(44_000);
    say('fcp');
    await vi.advanceTimersByTimeAsync(3600_000);
    say('status', status('done'));
    expect(await two).toEqual({ outcome: 'completed' });
  });

  it('gives way to a page of its own where the block has one', () => {
    expect(half.redirectUrl(block)).toBeUndefined();
    const ConfirmationUrl = 'https://secure.xsolla.com/paystation4/?token=tok_1';
    expect(half.redirectUrl({ ...block, ConfirmationUrl })).toBe(ConfirmationUrl);
  });
});
