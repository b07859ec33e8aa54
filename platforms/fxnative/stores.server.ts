// The six stores with their settings, and the conversion of their results for the core.
import { createHash } from 'node:crypto';
import type { Static } from 'typebox';
import type { PaymentHost, ProvedPurchase } from '#model/payment-operations.server.ts';
import { isUuid } from '#kit/is-uuid.ts';
import { amazon } from './amazon.server.ts';
import { appStore } from './app-store.server.ts';
import { googlePlay } from './google-play.server.ts';
import { huawei } from './huawei.server.ts';
import type { fxnative } from './platform.ts';
import { ruStore } from './rustore.server.ts';
import { samsung } from './samsung.server.ts';
import { findStoreProductId, type NativeSettings, type StoreProductMapping } from './settings.ts';
import type { DevicePurchase, StorePurchase, StoreAdapter, StoreResult } from './store.server.ts';

export type StoreName = Static<typeof fxnative.paymentRequest.block>['Store'];
export type NativeHost = PaymentHost<NativeSettings>;

/** A purchase as sent to the API, which is also how it is stored. */
export interface SubmittedPurchase {
  readonly Store: StoreName;
  readonly Receipt: string;
  readonly Signature?: string;
  readonly StoreUserId?: string;
  readonly Sku: string;
}

export interface StoreClient {
  readonly title: string;
  readonly productId: (sku: string) => string;
  readonly prove: (brought: SubmittedPurchase) => Promise<StoreResult>;
  readonly readId: (brought: SubmittedPurchase) => string | undefined;
  readonly finish: (brought: SubmittedPurchase, isConsumable: boolean) => Promise<void>;
}

export function createStoreClient(name: StoreName, { settings, ...rest }: NativeHost): StoreClient | undefined {
  switch (name) {
    case 'AppStore':
      return settings.AppStore && open(appStore, { ...rest, settings: settings.AppStore }, settings.AppStore.Products);
    case 'GooglePlay':
      return (
        settings.GooglePlay &&
        open(googlePlay, { ...rest, settings: settings.GooglePlay }, settings.GooglePlay.Products)
      );
    case 'Huawei':
      return settings.Huawei && open(huawei, { ...rest, settings: settings.Huawei }, settings.Huawei.Products);
    case 'Samsung':
      return settings.Samsung && open(samsung, { ...rest, settings: settings.Samsung }, settings.Samsung.Products);
    case 'Amazon':
      return settings.Amazon && open(amazon, { ...rest, settings: settings.Amazon }, settings.Amazon.Products);
    case 'RuStore':
      return settings.RuStore && open(ruStore, { ...rest, settings: settings.RuStore }, settings.RuStore.Products);
  }
}

function open<S>(store: StoreAdapter<S>, host: PaymentHost<S>, products: StoreProductMapping): StoreClient {
  const productId = (sku: string): string => findStoreProductId(products, sku);
  const describe = ({ Receipt, Signature, StoreUserId, Sku }: SubmittedPurchase): DevicePurchase => ({
    receipt: Receipt,
    signature: Signature,
    userId: StoreUserId,
    productId: productId(Sku),
  });
  return {
    title: store.title,
    productId,
    prove: (brought) => store.prove(describe(brought), host),
    readId: (brought) => store.readId?.(describe(brought)),
    finish: async (brought, isConsumable) => store.finish?.(describe(brought), isConsumable, host),
  };
}

/** A purchase's id in our records: unique among all stores, and short enough. */
export function deriveStoreTransactionId(store: StoreName, id: string): string {
  const name = `${store}:${id}`;
  return name.length <= 200 ? name : `${store}:sha256-${createHash('sha256').update(id).digest('hex')}`;
}

/**
 * @param namedOrderId the order named by the device; the one that the store reports takes precedence, and for a plain number only that one counts
 */
export function toProvedPurchase(
  { Store: store, Receipt, Signature, StoreUserId, Sku }: SubmittedPurchase,
  { id, isTest, isTestAllowed = false, isGuessable = false, orderId, amountMinor, currency }: StorePurchase,
  namedOrderId?: string,
): ProvedPurchase {
  const named = isGuessable ? undefined : namedOrderId;
  const order = isUuid(orderId) ? orderId : named;
  const kept: SubmittedPurchase = {
    Store: store,
    Receipt,
    Sku,
    ...(Signature !== undefined && { Signature }),
    ...(StoreUserId !== undefined && { StoreUserId }),
  };
  return {
    transactionId: deriveStoreTransactionId(store, id),
    sku: Sku,
    ...(order !== undefined && { orderId: order }),
    ...(amountMinor !== undefined && { amountMinor }),
    ...(currency !== undefined && { currency }),
    isPlatformPriced: true,
    ...(isGuessable && { isGuessable }),
    isTest,
    isTestAllowed,
    receipt: JSON.stringify(kept),
  };
}
