// The interface of an app store's client. If the result is unknown it throws, and the call is retried.
import type { PaymentHost } from '#model/payment-operations.server.ts';
import { parseJson } from '#kit/parse-json.server.ts';

export interface DevicePurchase {
  readonly receipt: string;
  readonly signature?: string | undefined;
  readonly userId?: string | undefined;
  readonly productId: string;
}

export type StoreResult =
  | ({ readonly outcome: 'paid' | 'pending' | 'refunded' } & StorePurchase)
  | { readonly outcome: 'refused'; readonly why: StoreRefusalReason };

export interface StorePurchase {
  readonly id: string;
  readonly isTest: boolean;
  /** The operator allows test purchases. */
  readonly isTestAllowed?: boolean;
  /** The receipt is a plain number: it proves nothing unless the store names the player's order. */
  readonly isGuessable?: boolean;
  /** The order id that the app attached. */
  readonly orderId?: string | undefined;
  /** If the store reports it; 0 for a free purchase. */
  readonly amountMinor?: number | undefined;
  readonly currency?: string | undefined;
}

export type StoreRefusalReason =
  | 'Unproved'
  | 'NotPaid'
  | 'OtherApp'
  | 'OtherProduct'
  /** More than one item in a purchase; an order has one. */
  | 'SeveralAtOnce'
  | 'Subscription';

export type StoreHost<Settings> = PaymentHost<Settings>;

export interface StoreAdapter<Settings> {
  readonly title: string;
  prove(this: void, purchase: DevicePurchase, host: StoreHost<Settings>): Promise<StoreResult>;
  /** Reads the store's id without verification, for stores that answer only once about a purchase. */
  readId?(this: void, purchase: DevicePurchase): string | undefined;
  /** Tells the store that the purchase was granted. Absent: only the device does that. */
  finish?(this: void, purchase: DevicePurchase, isConsumable: boolean, host: StoreHost<Settings>): Promise<void>;
}

export const buildStoreRefusal = (why: StoreRefusalReason): StoreResult => ({ outcome: 'refused', why });

/** Unity wraps the store's receipt: `Payload` around all, with `json` and `signature` inside for Google Play. */
export function unwrapUnityReceipt(purchase: DevicePurchase): DevicePurchase {
  const outer = parseJsonObject(purchase.receipt);
  if (typeof outer?.['Payload'] === 'string') return unwrapUnityReceipt({ ...purchase, receipt: outer['Payload'] });
  const { json, signature } = outer ?? {};
  if (typeof json !== 'string') return purchase;
  return { ...purchase, receipt: json, ...(typeof signature === 'string' && { signature }) };
}

export function parseJsonObject(content: string): Readonly<Record<string, unknown>> | undefined {
  if (!content.trimStart().startsWith('{')) return undefined;
  const value = parseJson(content);
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
}
