// A checkout host for tests of browser adapters. It records what the adapter requests.
import type { CheckoutHost } from './port.browser.ts';

export interface CheckoutHarness {
  readonly host: CheckoutHost;
  readonly scripts: string[];
  readonly busy: boolean[];
  readonly heights: number[];
  readonly warnings: unknown[];
  readonly close: () => void;
}

export function createCheckoutHarness(changes: Partial<CheckoutHost> = {}): CheckoutHarness {
  const closing = new AbortController();
  const container = document.createElement('div');
  document.body.replaceChildren(container);
  globalThis.ResizeObserver ??= SimulatedResizeObserver;
  const seen = { scripts: [] as string[], busy: [] as boolean[], heights: [] as number[], warnings: [] as unknown[] };
  const host: CheckoutHost = {
    container,
    loadScript: async (address) => void seen.scripts.push(address),
    locale: 'en',
    closing: closing.signal,
    setBusy: (isBusy) => void seen.busy.push(isBusy),
    setHeight: (px) => void seen.heights.push(px),
    log: { warn: (...line) => void seen.warnings.push(line) },
    ...changes,
  };
  return { ...seen, host, close: () => closing.abort() };
}

/** The test DOM has no ResizeObserver; this one reports a first size at once. */
class SimulatedResizeObserver implements ResizeObserver {
  readonly #tell: ResizeObserverCallback;
  constructor(tell: ResizeObserverCallback) {
    this.#tell = tell;
  }
  observe(): void {
    this.#tell([], this);
  }
  unobserve(): void {}
  disconnect(): void {}
}
