// What the six simulated stores share: purchases that somebody has made, and what each store does with them.
import type { SimulatedWebhook } from '#kit/simulator-webhooks.server.ts';
import type { SimulatorApi } from '#kit/simulator-api.server.ts';
import type { SimulatorRecords } from '#kit/simulator-records.server.ts';

export interface SimulatedPurchase {
  readonly id: string;
  readonly productId: string;
  /** What the app gave the store to keep with it. */
  readonly orderId?: string;
  readonly isTest: boolean;
  readonly boughtAt: Date;
  state: 'paid' | 'pending' | 'refunded';
  changedAt: Date;
  isConsumed: boolean;
  isAcknowledged: boolean;
}

/** What a device sends to the portal about a purchase. */
export interface SimulatedReceipt {
  readonly Receipt: string;
  readonly Signature?: string;
  readonly StoreUserId?: string;
}

export interface StorePlace {
  /** Where this store is, such as `http://localhost:8080/lab/vendors/fxnative/google-play`. */
  readonly at: string;
  readonly isLive: boolean;
  readonly now: () => Date;
  readonly records: SimulatorRecords<SimulatedPurchase>;
}

export interface SimulatedStore {
  /** Its name in addresses. */
  readonly path: string;
  /** Of a new purchase. */
  makeId(): string;
  mount(api: SimulatorApi, place: StorePlace): void;
  settings(place: Pick<StorePlace, 'at'>): object;
  receipt(purchase: SimulatedPurchase, place: StorePlace): SimulatedReceipt;
  /** What it tells the portal when a purchase has changed; absent: nothing. */
  webhook?(purchase: SimulatedPurchase, place: StorePlace): Promise<SimulatedWebhook>;
}

export const packageName = 'com.example.game';
