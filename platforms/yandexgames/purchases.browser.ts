// Purchases. Yandex Games tells nobody but this browser, so that it carries what was signed to the server, and consumes what the
// server has granted and nothing else: what is consumed is gone for good, and what is not comes back with the next start.
import { PlatformError, type AllGroups, type BrowserHost, type PaymentSeen } from '../port.browser.ts';
import { attempt, pause, personMs } from '../kit/attempt.browser.ts';
import { fieldsOf, textOf } from '../kit/fields.browser.ts';
import type { yandexgames } from './platform.ts';
import type { Payments, Signed } from './client.browser.ts';

type Host = Pick<BrowserHost<typeof yandexgames>, 'calls' | 'game' | 'inTime' | 'log' | 'window'>;
type Purchases = AllGroups<undefined, { readonly StoreSpecificOrderProductSku: string }>['purchases'];

export function createPurchases(host: Host, payments: Payments): Purchases {
  const { inTime, log } = host;
  const consuming = new Map<string, Promise<boolean>>();
  const consumeNow = async (token: string): Promise<boolean> => {
    try {
      await inTime('The end of a purchase at Yandex Games', payments.consumePurchase(token));
      return true;
    } catch (error) {
      consuming.delete(token);
      log.warn('A purchase at Yandex Games could not be consumed; the next start does it', error);
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
  const finish = async ({ signature }: Signed, isList: boolean): Promise<boolean> => {
    if (!signature) throw new PlatformError('Unknown', 'Yandex Games has not signed the purchase');
    const tokens = await validate(host, signature, isList);
    let areAll = isList || tokens.length > 0;
    for (const { PurchaseToken, Success } of tokens) areAll = Success && (await consume(PurchaseToken)) && areAll;
    return areAll;
  };
  const restore = async (): Promise<void> => {
    const left = await inTime('The purchases at Yandex Games', payments.getPurchases());
    if (!(await finish(left, true))) log.warn('Some purchases at Yandex Games were not validated and stay there');
  };
  return {
    async pay({ orderId, reply }) {
      const wish = { id: reply.StoreSpecificOrderProductSku, developerPayload: orderId };
      let bought: Signed;
      try {
        bought = await inTime('A purchase at Yandex Games', payments.purchase(wish), personMs);
      } catch (error) {
        // The window may say no to what was paid: the server hears of it before anybody else does.
        await attempt(log, 'Reading what was bought at Yandex Games', undefined, () =>
          inTime('what was bought', restore()),
        );
        return endOf(error);
      }
      try {
        if (await finish(bought, false)) return { outcome: 'completed' };
      } catch (error) {
        log.warn('A purchase at Yandex Games could not be validated; the next start does it', error);
      }
      return { outcome: 'failed', message: 'Purchase not validated' };
    },
    restore,
  };
}

/** A closed window, a lack of money and an unknown product look the same; only a failure of the payment has a name. */
function endOf(error: unknown): PaymentSeen {
  const message = textOf(fieldsOf(error)['message']) || 'The payment window was closed';
  const isFailed = error instanceof PlatformError || message.includes('PAYMENT_FAILURE');
  return { outcome: isFailed ? 'failed' : 'cancelled', message };
}

/** It is paid: a connection that breaks is no reason to leave it. */
async function validate({ calls, game, window }: Host, signature: string, isList: boolean) {
  const request = { Game: game, YandexSignedData: signature, YandexGetPurchasesRequest: isList };
  for (const pauseMs of [1000, 3000, undefined]) {
    try {
      return (await calls.purchase(request)).TokenSuccesses;
    } catch (error) {
      if (pauseMs === undefined) throw error;
      await pause(window, pauseMs);
    }
  }
  return [];
}
