import { expect, test } from 'vitest';
import { ApiError } from '#contract/api-error.ts';
import type { PlatformEntry } from '#portal/platform/platform-entry.ts';
import { PlatformError, type BrowserPaymentHint, type PlatformConnection } from '#platforms/port.browser.ts';
import { buyOnPlatform, type PlatformPurchaseDeps } from './buy-on-platform.ts';

const entry: PlatformEntry = {
  folder: 'telegram',
  id: 'Telegram',
  title: 'Telegram',
  requestKey: 'Request',
  replyKey: 'Telegram',
  purchases: 'platform',
};
const purchaseRequest = { game: 'miner', sku: 'lamp', platform: 'Telegram', from: 'game', locale: 'en' } as const;

interface World {
  readonly seen?: BrowserPaymentHint | Error;
  /** The server's replies in order; the last one repeats. */
  readonly statuses: ('Created' | 'Payed' | 'Cancelled')[];
  readonly refusal?: ApiError;
  readonly request?: () => Promise<object>;
  readonly catalogue?: () => Promise<object[] | undefined>;
  /** Whether the buyer is signed in, now and after the sign-in. */
  readonly signedIn?: boolean[];
}

function world({ seen = { outcome: 'completed' }, statuses, refusal, request, catalogue, signedIn = [true] }: World) {
  const asked: object[] = [];
  const hints: object[] = [];
  const told: string[] = [];
  const paid: object[] = [];
  const deps: PlatformPurchaseDeps = {
    calls: {
      createPayment: async (request) => {
        asked.push(request);
        if (refusal) throw refusal;
        return {
          TransactionId: 'o1',
          OrderProduct: { Sku: 'lamp', Price: 50, Currency: 'XTR', UsdPrice: 1 },
          Telegram: { InvoiceUrl: 'https://t.me/$x' },
        };
      },
      getPaymentStatus: async () => ({ CheckoutStatus: statuses.length > 1 ? statuses.shift() : statuses[0] }) as never,
      setOptimisticOrderStatus: async (hint) => {
        hints.push(hint);
        return { Status: 'Created' };
      },
    },
    newKey: () => 'key-1234',
    tell: (event) => void told.push(event),
    warn: () => undefined,
    isSignedIn: () => signedIn[0] === true,
    signIn: async () => {
      signedIn.shift();
      return signedIn[0] === true;
    },
    signal: new AbortController().signal,
  };
  const platform = {
    purchases: {
      request: request ?? (() => ({ Uid: 'u' })),
      catalogue,
      pay: async (order: object) => {
        paid.push(order);
        if (seen instanceof Error) throw seen;
        return seen;
      },
    },
  } as unknown as PlatformConnection;
  return { buy: () => buyOnPlatform({ entry, platform }, purchaseRequest, deps), asked, hints, told, paid };
}

const stats = { currency: 'XTR', currencyAmount: 50, usdAmount: 1 };

test("the order is created with the platform's block, paid there, and completed when the server confirms it", async () => {
  const { buy, asked, paid, hints, told } = world({ statuses: ['Created', 'Payed'] });
  expect(await buy()).toEqual({ outcome: 'paid', transactionId: 'o1', stats });
  expect(asked).toMatchObject([{ WebPublishingPlatform: 'Telegram', Sku: 'lamp', Request: { Uid: 'u' } }]);
  expect(paid).toEqual([{ orderId: 'o1', sku: 'lamp', reply: { InvoiceUrl: 'https://t.me/$x' } }]);
  expect(hints).toEqual([{ PublicOrderId: 'o1', Status: 'Completed' }]);
  expect(told).toEqual(['sdk_product_purchase_completed']);
});

test.each([
  [async () => [{ sku: 'lamp', currency: 'HOP' }], 'HOP'],
  [async () => [{ sku: 'other', currency: 'HOP' }], undefined],
  [async () => undefined, undefined],
])('the order is in the unit of the platform’s own price list: %#', async (catalogue, Currency) => {
  const { buy, asked } = world({ statuses: ['Payed'], catalogue });
  await buy();
  expect(asked).toMatchObject([Currency === undefined ? {} : { Currency }]);
  expect('Currency' in (asked[0] ?? {})).toBe(Currency !== undefined);
});

test('a dialog that reports a cancelled payment may have taken the money: the server decides', async () => {
  const { buy, hints } = world({ seen: { outcome: 'cancelled', message: 'closed' }, statuses: ['Created', 'Payed'] });
  expect(await buy()).toEqual({ outcome: 'paid', transactionId: 'o1', stats });
  expect(hints).toEqual([{ PublicOrderId: 'o1', Status: 'Cancelled' }]);
});

test('an unconfirmed payment is cancelled or failed, as the dialog reports', async () => {
  const cancelled = world({ seen: { outcome: 'cancelled', message: 'closed' }, statuses: ['Cancelled'] });
  expect(await cancelled.buy()).toEqual({ outcome: 'cancelled', message: 'closed' });
  const broken = world({ seen: new Error('The window is gone.'), statuses: ['Cancelled'] });
  expect(await broken.buy()).toEqual({ outcome: 'failed', message: 'The window is gone.' });
  expect(broken.told).toEqual(['sdk_product_purchase_error']);
});

test('a rejected order is reported with its reason, and nothing is paid', async () => {
  const unaccepted = new ApiError({ title: 'Refused', status: 409 }, { Code: 'DocumentsNotAccepted' });
  expect(await world({ statuses: ['Created'], refusal: unaccepted }).buy()).toMatchObject({ outcome: 'cancelled' });
  const refusal = new ApiError({ title: 'Not found', status: 404, detail: 'lamp is not for sale in XTR.' });
  const { buy, paid } = world({ statuses: ['Created'], refusal });
  expect(await buy()).toEqual({ outcome: 'failed', message: 'lamp is not for sale in XTR.' });
  expect(paid).toEqual([]);
});

test("the platform's block may be slow to prepare, and an error is reported to the game in the platform's words", async () => {
  const slow = world({ statuses: ['Payed'], request: () => Promise.resolve({ Uid: 'late' }) });
  await slow.buy();
  expect(slow.asked).toMatchObject([{ Request: { Uid: 'late' } }]);
  const fails = (error: Error) =>
    world({
      statuses: ['Created'],
      request: async () => {
        throw error;
      },
    });
  const guest = fails(new PlatformError('Unknown', 'Not authorized'));
  expect(await guest.buy()).toEqual({ outcome: 'failed', message: 'Not authorized' });
  expect(guest.asked).toEqual([]);
  const closed = fails(new PlatformError('UserCancelled', 'closed'));
  expect(await closed.buy()).toEqual({ outcome: 'cancelled', message: 'closed' });
  const broken = fails(new Error('of no interest to the game'));
  expect(await broken.buy()).not.toMatchObject({ message: 'of no interest to the game' });
});

test("a signed-out buyer signs in first, and the purchase continues with the player's block", async () => {
  const signedIn = [false, true];
  const request = async () => ({ Uid: signedIn[0] ? 'u7' : '' });
  const { buy, asked } = world({ statuses: ['Payed'], signedIn, request });
  expect(await buy()).toEqual({ outcome: 'paid', transactionId: 'o1', stats });
  expect(asked).toMatchObject([{ Sku: 'lamp', Request: { Uid: 'u7' } }]);
});

test('a buyer who stays signed out has cancelled, without a request', async () => {
  const { buy, asked } = world({ statuses: ['Payed'], signedIn: [false, false] });
  expect(await buy()).toEqual({ outcome: 'cancelled', message: 'Payment not completed' });
  expect(asked).toEqual([]);
});

test('a guest rejected by the platform gets its message, and no sign-in', async () => {
  const signedIn = [false, true];
  const request = () => Promise.reject(new PlatformError('Unknown', 'Not authorized'));
  expect(await world({ statuses: ['Payed'], signedIn, request }).buy()).toEqual({
    outcome: 'failed',
    message: 'Not authorized',
  });
  expect(signedIn).toEqual([false, true]);
});
