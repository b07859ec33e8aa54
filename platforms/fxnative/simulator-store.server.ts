import type { SimulatedWebhook } from '#kit/simulator-webhooks.server.ts';
import type { SimulatorApi } from '#kit/simulator-api.server.ts';
import type { SimulatorRecords } from '#kit/simulator-records.server.ts';

export interface SimulatedPurchase {
  readonly id: string;
  readonly productId: string;
  readonly orderId?: string;
  readonly isTest: boolean;
  /** In kopecks, at stores that report it. */
  readonly priceMinor?: number;
  readonly boughtAt: Date;
  state: 'paid' | 'pending' | 'refunded';
  changedAt: Date;
  isConsumed: boolean;
  isAcknowledged: boolean;
}

export interface SimulatedReceipt {
  readonly Receipt: string;
  readonly Signature?: string;
  readonly StoreUserId?: string;
}

export interface SimulatedStoreEnvironment {
  readonly at: string;
  readonly isLive: boolean;
  readonly now: () => Date;
  readonly records: SimulatorRecords<SimulatedPurchase>;
}

export interface SimulatedStore {
  readonly path: string;
  makeId(): string;
  mount(api: SimulatorApi, place: SimulatedStoreEnvironment): void;
  settings(place: Pick<SimulatedStoreEnvironment, 'at'>): object;
  receipt(purchase: SimulatedPurchase, place: SimulatedStoreEnvironment): SimulatedReceipt;
  /** The webhook after a purchase changed. Absent: the store sends none. */
  webhook?(purchase: SimulatedPurchase, place: SimulatedStoreEnvironment): Promise<SimulatedWebhook>;
}

export const simulatedPackageName = 'com.example.game';
