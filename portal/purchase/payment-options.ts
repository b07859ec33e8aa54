// Finds how a created payment can be paid. Browser adapters only provide a URL and a way to poll here; their forms run
// in the checkout frame.
import type { RuntimeConfig } from '#model/runtime-config.ts';
import { safeWebAddress } from '#model/safe-destination.ts';
import type { BrowserAdapter, PlatformCheckoutHost } from '#payments/port.browser.ts';
import { loadScript } from '#portal/checkout/load-script.ts';
import { log } from '#portal/log.ts';
import type { PaymentResult, PaymentOption, PagePaymentHost } from './purchase.ts';

/**
 * Undefined if the response has no block of a known provider.
 * @param calls each provider's own API calls, by its folder
 */
export async function findPaymentOption(
  result: PaymentResult,
  options: NonNullable<RuntimeConfig['paymentOptions']>,
  calls: Readonly<Record<string, unknown>>,
  load = loadAdapter,
): Promise<PaymentOption | undefined> {
  const blocks: Readonly<Record<string, unknown>> = result;
  for (const [provider, { folder, key }] of Object.entries(options)) {
    const block = blocks[key];
    if (block === undefined) continue;
    const adapter = await load(folder);
    const tabUrl = safeWebAddress(adapter.redirectUrl?.(block));
    const { payHere } = adapter;
    if (payHere)
      return {
        provider,
        folder,
        block,
        payHere: (place) => payHere(block, createPageHost(place, calls[folder])),
      };
    if (tabUrl === undefined) return { provider, folder, block };
    return { provider, folder, block, tabUrl, tabWatch: bindWatch(adapter, calls[folder]) };
  }
  return undefined;
}

const createPageHost = (place: PagePaymentHost, calls: unknown): PlatformCheckoutHost => ({
  ...place,
  calls,
  loadScript: (address) => loadScript(address),
  // The modal adapts its height to the content.
  setHeight: () => undefined,
  log: { warn: (text, detail) => log.warn(text, detail ?? '') },
});

function bindWatch({ tabWatch }: BrowserAdapter, calls: unknown): PaymentOption['tabWatch'] {
  if (!tabWatch) return undefined;
  const { everyMs, forMs } = tabWatch;
  const schedule = { delayMs: everyMs, firstPauseMs: everyMs, maxPauseMs: everyMs, endMs: forMs };
  return { schedule, ask: (orderId) => tabWatch.fetchStatus(calls, orderId) };
}

const adapters = import.meta.glob<BrowserAdapter>('../../payments/*/adapter.browser.ts', { import: 'adapter' });

async function loadAdapter(folder: string): Promise<BrowserAdapter> {
  const load = adapters[`../../payments/${folder}/adapter.browser.ts`];
  if (!load) throw new Error(`payments/${folder} has no adapter.browser.ts.`);
  return load();
}
