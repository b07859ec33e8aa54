// From the answer to a created payment to the way in which it is paid. Browser halves are loaded by the name of their folder;
// here they are asked for an address only: their forms run in the checkout frame.
import type { RuntimeConfig } from '#model/runtime-config.ts';
import { webAddress } from '#model/safe-destination.ts';
import type { BrowserHalf } from '#payments/port.browser.ts';
import type { PaymentResult, PaymentWay } from './purchase.ts';

/** Undefined: no provider's block is in it that this portal knows. */
export async function findWay(
  result: PaymentResult,
  ways: NonNullable<RuntimeConfig['paymentWays']>,
  load = loadHalf,
): Promise<PaymentWay | undefined> {
  const blocks: Readonly<Record<string, unknown>> = result;
  for (const [provider, { folder, key }] of Object.entries(ways)) {
    const block = blocks[key];
    if (block === undefined) continue;
    const tabUrl = webAddress((await load(folder)).redirectUrl?.(block));
    return { provider, folder, block, ...(tabUrl !== undefined && { tabUrl }) };
  }
  return undefined;
}

const halves = import.meta.glob<BrowserHalf>('../../payments/*/adapter.browser.ts', { import: 'half' });

async function loadHalf(folder: string): Promise<BrowserHalf> {
  const load = halves[`../../payments/${folder}/adapter.browser.ts`];
  if (!load) throw new Error(`payments/${folder} has no adapter.browser.ts.`);
  return load();
}
