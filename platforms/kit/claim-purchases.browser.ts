// Purchases of a platform that tells nobody but this browser: it carries what was signed to the server, and consumes what the server
// has granted and nothing else. What is consumed is gone for good, and what is not comes back with the next start.
import {
  PlatformError,
  type AllGroups,
  type BrowserHost,
  type OpenedOrder,
  type BrowserPaymentHint,
} from '../port.browser.ts';
import { attempt, pause, personMs } from './attempt.browser.ts';
import { fieldsOf, textOf } from './fields.browser.ts';

export interface ClaimedPurchases<Reply> {
  /** Whose they are, for the log. */
  readonly title: string;
  /** Opens the platform's window and gives what was signed; undefined where nothing was. */
  readonly buy: (order: OpenedOrder<Reply>) => Promise<string | undefined>;
  /** What was bought and not consumed, all of it signed together. */
  readonly list: () => Promise<string | undefined>;
  readonly consume: (token: string) => Promise<unknown>;
  /** Brings it to the server, which says of each token whether it is the player's now. */
  claim(
    signed: string,
    isList: boolean,
  ): Promise<readonly { readonly PurchaseToken: string; readonly Success: boolean }[]>;
  /** Whether the error of the window is a failure; else the player has closed it. */
  readonly isFailure: (message: string) => boolean;
}

type Host = Pick<BrowserHost, 'inTime' | 'log' | 'window'>;

export function createClaimedPurchases<Reply>(
  host: Host,
  vendor: ClaimedPurchases<Reply>,
): Required<Pick<AllGroups<undefined, Reply>['purchases'], 'pay' | 'restore'>> {
  const { inTime, log } = host;
  const { title } = vendor;
  const consuming = new Map<string, Promise<boolean>>();
  const consumeNow = async (token: string): Promise<boolean> => {
    try {
      await inTime(`the end of a purchase at ${title}`, vendor.consume(token));
      return true;
    } catch (error) {
      consuming.delete(token);
      log.warn(`A purchase at ${title} is consumed at the next start`, error);
      return false;
    }
  };
  // A purchase may be finished by its own end and by the list of what was left, at the same time.
  const consume = (token: string): Promise<boolean> => {
    const begun = consuming.get(token) ?? consumeNow(token);
    consuming.set(token, begun);
    return begun;
  };
  /** Whether all of them are the player's now, and finished. */
  const finish = async (signed: string | undefined, isList: boolean): Promise<boolean> => {
    if (!signed) throw new PlatformError('Unknown', `${title} has not signed the purchase`);
    const tokens = await claim(host, () => vendor.claim(signed, isList));
    let areAll = isList || tokens.length > 0;
    for (const { PurchaseToken, Success } of tokens) areAll = Success && (await consume(PurchaseToken)) && areAll;
    return areAll;
  };
  const restore = async (): Promise<void> => {
    const left = await inTime(`the purchases at ${title}`, vendor.list());
    if (!(await finish(left, true))) log.warn(`Some purchases at ${title} were not validated`);
  };
  const readError = (error: unknown): BrowserPaymentHint => {
    // The script's errors may be of another window.
    const message = textOf(fieldsOf(error)['message']) || 'The payment window was closed';
    const isFailed = error instanceof PlatformError || vendor.isFailure(message);
    return { outcome: isFailed ? 'failed' : 'cancelled', message };
  };
  return {
    async pay(order) {
      let signed: string | undefined;
      try {
        signed = await inTime(`a purchase at ${title}`, vendor.buy(order), personMs);
      } catch (error) {
        // The window may say no to what was paid: the server hears of it before anybody else does.
        const bring = () => inTime('what was bought', restore());
        await attempt(log, `Reading what was bought at ${title}`, undefined, bring);
        return readError(error);
      }
      const isFinished = await attempt(log, `Validating a purchase at ${title}`, false, () => finish(signed, false));
      return isFinished ? { outcome: 'completed' } : { outcome: 'failed', message: 'Purchase not validated' };
    },
    restore,
  };
}

/** It is paid: a connection that breaks is no reason to leave it. */
async function claim<T>({ window }: Host, ask: () => Promise<T>): Promise<T> {
  for (const pauseMs of [1000, 3000]) {
    try {
      return await ask();
    } catch {
      // The last one counts.
      await pause(window, pauseMs);
    }
  }
  return ask();
}
