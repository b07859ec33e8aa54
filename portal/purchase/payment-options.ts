// From the answer to a created payment to the way in which it is paid. Browser adapters are loaded by the name of their folder;
// here they are asked for an address only, and how to find out what comes of it there: their forms run in the checkout frame.
import type { RuntimeConfig } from '#model/runtime-config.ts';
import { webAddress } from '#model/safe-destination.ts';
import type { BrowserAdapter, PageHost } from '#payments/port.browser.ts';
import { loadScript } from '#portal/checkout/load-script.ts';
import { log } from '#portal/log.ts';
import type { PaymentResult, PaymentOption, PayPlace } from './purchase.ts';

/**
 * Undefined: no provider's block is in it that this portal knows.
 * @param calls those of each provider's own, by its folder
 */
export async function findWay(
  result: PaymentResult,
  ways: NonNullable<RuntimeConfig['paymentOptions']>,
  calls: Readonly<Record<string, unknown>>,
  load = loadAdapter,
): Promise<PaymentOption | undefined> {
  const blocks: Readonly<Record<string, unknown>> = result;
  for (const [provider, { folder, key }] of Object.entries(ways)) {
    const block = blocks[key];
    if (block === undefined) continue;
    const adapter = await load(folder);
    const tabUrl = webAddress(adapter.redirectUrl?.(block));
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

const createPageHost = (place: PayPlace, calls: unknown): PageHost => ({
  ...place,
  calls,
  loadScript: (address) => loadScript(address),
  // The modal is as high as what is in it.
  setHeight: () => undefined,
  log: { warn: (text, detail) => log.warn(text, detail ?? '') },
});

function bindWatch({ tabWatch }: BrowserAdapter, calls: unknown): PaymentOption['tabWatch'] {
  if (!tabWatch) return undefined;
  const { everyMs, forMs } = tabWatch;
  const pace = { delayMs: everyMs, firstPauseMs: everyMs, maxPauseMs: everyMs, endMs: forMs };
  return { pace, ask: (orderId) => tabWatch.ask(calls, orderId) };
}

const adapters = import.meta.glob<BrowserAdapter>('../../payments/*/adapter.browser.ts', { import: 'adapter' });

async function loadAdapter(folder: string): Promise<BrowserAdapter> {
  const load = adapters[`../../payments/${folder}/adapter.browser.ts`];
  if (!load) throw new Error(`payments/${folder} has no adapter.browser.ts.`);
  return load();
}
