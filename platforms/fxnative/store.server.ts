// What an app store is to the rest of this folder: it is asked about a purchase, and says what it knows of it, for this app and this
// product alone. What cannot be known is thrown, and asked again.
import type { PaymentHost } from '#model/payment-verbs.server.ts';
import { readJson } from '#kit/read-json.server.ts';

/** A purchase as a device has brought it, and the product that it has to be. */
export interface BroughtPurchase {
  readonly receipt: string;
  readonly signature?: string | undefined;
  readonly userId?: string | undefined;
  /** From our settings. */
  readonly productId: string;
}

export type StoreWord =
  | ({ readonly outcome: 'paid' | 'pending' | 'refunded' } & KnownPurchase)
  | { readonly outcome: 'refused'; readonly why: Doubt };

export interface KnownPurchase {
  /** The store's own id of it, unique there. */
  readonly id: string;
  readonly isTest: boolean;
  /** The operator lets it count all the same. */
  readonly isTestTaken?: boolean;
  /** The receipt is a plain number: it proves nothing without an order that the store repeats. */
  readonly isGuessable?: boolean;
  /** What the app gave the store to keep with it: the id of our order. */
  readonly orderId?: string | undefined;
  /** Where the store tells it; 0 for what was given away. */
  readonly amountMinor?: number | undefined;
  readonly currency?: string | undefined;
}

export type Doubt =
  | 'Unproved'
  | 'NotPaid'
  | 'OtherApp'
  | 'OtherProduct'
  /** Several of it in one purchase: an order is one. */
  | 'SeveralAtOnce'
  | 'Subscription';

export type StoreHost<Settings> = PaymentHost<Settings>;

export interface Store<Settings> {
  readonly title: string;
  prove(this: void, purchase: BroughtPurchase, host: StoreHost<Settings>): Promise<StoreWord>;
  /** The store's id, before anything is proved, where it answers only once about a purchase. */
  readId?(this: void, purchase: BroughtPurchase): string | undefined;
  /** Tells the store that it is granted. Absent: the device alone does. */
  finish?(this: void, purchase: BroughtPurchase, isConsumable: boolean, host: StoreHost<Settings>): Promise<void>;
}

export const doubt = (why: Doubt): StoreWord => ({ outcome: 'refused', why });

/** Unity wraps what the store gave: `Payload` around all of them, `json` and `signature` inside for Google Play. */
export function unwrapUnity(purchase: BroughtPurchase): BroughtPurchase {
  const outer = readObject(purchase.receipt);
  if (typeof outer?.['Payload'] === 'string') return unwrapUnity({ ...purchase, receipt: outer['Payload'] });
  const { json, signature } = outer ?? {};
  if (typeof json !== 'string') return purchase;
  return { ...purchase, receipt: json, ...(typeof signature === 'string' && { signature }) };
}

/** Undefined: it is no object. */
export function readObject(content: string): Readonly<Record<string, unknown>> | undefined {
  if (!content.trimStart().startsWith('{')) return undefined;
  const value = readJson(content);
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
}
