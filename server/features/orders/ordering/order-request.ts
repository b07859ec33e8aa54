// What is ordered, by whom, and where the buyer goes afterwards.
import type { Locale } from '#model/locale.ts';
import type { Buyer } from './read-buyer.ts';

export interface OrderRequest {
  readonly accountId: string;
  readonly game: string;
  readonly sku: string;
  readonly currency?: string | undefined;
  readonly country?: string | undefined;
  readonly locale: Locale;
  readonly platform: string;
  readonly idempotencyKey?: string | undefined;
  readonly developerPayload?: string | undefined;
  /** What the game calls the product, for the buyer's eyes alone. */
  readonly hints?: { readonly name?: string; readonly description?: string } | undefined;
  readonly successUrl?: string | undefined;
  readonly failureUrl?: string | undefined;
  readonly continuesUntil?: Date | undefined;
  /** What a platform has taken for it already: that is its price, and nobody is asked anything any more. */
  readonly taken?: { readonly amountMinor: number; readonly currency: string } | undefined;
  /** As just read, if it was. */
  readonly buyer?: Buyer | undefined;
}

export const ownPlatform = 'FxId';
