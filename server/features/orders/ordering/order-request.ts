import type { Locale } from '#model/locale.ts';
import type { OrderContext } from './read-order-context.ts';

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
  readonly hints?: { readonly name?: string; readonly description?: string } | undefined;
  readonly successUrl?: string | undefined;
  readonly failureUrl?: string | undefined;
  readonly continuesUntil?: Date | undefined;
  /** What a platform has already charged: this is the price, and nothing is left to confirm. */
  readonly taken?: { readonly amountMinor: number; readonly currency: string } | undefined;
  readonly context?: OrderContext | undefined;
}

export const portalPlatformName = 'FxId';
