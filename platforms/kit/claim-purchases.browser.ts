// Purchases of a platform that reports only to the browser. Only purchases that the server granted are consumed: a
// consumed purchase is gone for good, while an unconsumed one is listed again at the next start.
import {
  PlatformError,
  type AllCapabilities,
  type BrowserHost,
  type CreatedOrder,
  type BrowserPaymentHint,
} from '../port.browser.ts';
import { tryOrFallback, delay, personDecisionTimeoutMs } from './waiting.browser.ts';
import { readUntrustedFields, readUntrustedText } from './fields.browser.ts';

interface ClaimedPurchasesVendor<Reply> {
  readonly title: string;
  /** Opens the payment window and returns the signed purchase. Undefined: nothing was signed. */
  readonly buy: (order: CreatedOrder<Reply>) => Promise<string | undefined>;
  readonly list: () => Promise<string | undefined>;
  readonly consume: (token: string) => Promise<unknown>;
  /** Sends the signed data to the server, which reports for each token whether it was granted. */
  claim(
    signed: string,
    isList: boolean,
  ): Promise<readonly { readonly PurchaseToken: string; readonly Success: boolean }[]>;
  /** Whether the window's error is a failure. Otherwise the player closed it. */
  readonly isFailure: (message: string) => boolean;
}

type Host = Pick<BrowserHost, 'withPlatformTimeout' | 'log' | 'window'>;

export function createBrowserReportedPurchases<Reply>(
  host: Host,
  vendor: ClaimedPurchasesVendor<Reply>,
): Required<Pick<AllCapabilities<undefined, Reply>['purchases'], 'pay' | 'restore'>> {
  const { withPlatformTimeout, log } = host;
  const { title } = vendor;
  const consuming = new Map<string, Promise<boolean>>();
  const consumeNow = async (token: string): Promise<boolean> => {
    try {
      await withPlatformTimeout(`the end of a purchase at ${title}`, vendor.consume(token));
      return true;
    } catch (error) {
      consuming.delete(token);
      log.warn(`A purchase at ${title} is consumed at the next start`, error);
      return false;
    }
  };
  // `pay` and `restore` may finish the same purchase at the same time.
  const consume = (token: string): Promise<boolean> => {
    const begun = consuming.get(token) ?? consumeNow(token);
    consuming.set(token, begun);
    return begun;
  };
  const finish = async (signed: string | undefined, isList: boolean): Promise<boolean> => {
    if (!signed) throw new PlatformError('Unknown', `${title} has not signed the purchase`);
    const tokens = await claim(host, () => vendor.claim(signed, isList));
    let areAll = isList || tokens.length > 0;
    for (const { PurchaseToken, Success } of tokens) areAll = Success && (await consume(PurchaseToken)) && areAll;
    return areAll;
  };
  const restore = async (): Promise<void> => {
    const left = await withPlatformTimeout(`the purchases at ${title}`, vendor.list());
    if (!(await finish(left, true))) log.warn(`Some purchases at ${title} were not validated`);
  };
  const readError = (error: unknown): BrowserPaymentHint => {
    // Not `instanceof Error`: the script's errors may come from another window.
    const message = readUntrustedText(readUntrustedFields(error)['message']) || 'The payment window was closed';
    const isFailed = error instanceof PlatformError || vendor.isFailure(message);
    return { outcome: isFailed ? 'failed' : 'cancelled', message };
  };
  return {
    async pay(order) {
      let signed: string | undefined;
      try {
        signed = await withPlatformTimeout(`a purchase at ${title}`, vendor.buy(order), personDecisionTimeoutMs);
      } catch (error) {
        // The window may report an error for a paid purchase, so all purchases are sent to the server first.
        const bring = () => withPlatformTimeout('what was bought', restore());
        await tryOrFallback(log, `Reading what was bought at ${title}`, undefined, bring);
        return readError(error);
      }
      const isFinished = await tryOrFallback(log, `Validating a purchase at ${title}`, false, () =>
        finish(signed, false),
      );
      return isFinished ? { outcome: 'completed' } : { outcome: 'failed', message: 'Purchase not validated' };
    },
    restore,
  };
}

/** The purchase is already paid, so network errors are retried. */
async function claim<T>({ window }: Host, ask: () => Promise<T>): Promise<T> {
  for (const pauseMs of [1000, 3000]) {
    try {
      return await ask();
    } catch {
      await delay(window, pauseMs);
    }
  }
  return ask();
}
