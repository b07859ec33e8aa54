// How products are sold on each platform: who handles payments, and in which unit. Defined by the platforms' manifests.
import { isCurrency } from '#model/currency.ts';
import type { PlatformManifest } from '#platforms/port.ts';
import * as registry from '#platforms/registry.ts';

export interface PlatformSaleTerms {
  readonly title: string;
  readonly by?: NonNullable<PlatformManifest['purchases']>;
  readonly unit?: string;
  readonly otherUnits?: readonly string[];
  /** Each buyer has one currency there, and a platform that handles payments accepts no other. */
  readonly isBuyerCurrency?: true;
}

export function findPlatformSaleTerms(platform: string | undefined): PlatformSaleTerms {
  if (platform === undefined) return own;
  const found = byId.get(platform);
  if (!found) return { title: platform };
  const { title, purchases, storeCurrency, otherStoreCurrencies: otherUnits, sellsInBuyerCurrency } = found;
  return {
    title,
    ...(purchases && { by: purchases }),
    ...(storeCurrency !== undefined && { unit: storeCurrency }),
    ...(otherUnits && { otherUnits }),
    ...(sellsInBuyerCurrency && { isBuyerCurrency: true }),
  };
}

/**
 * The buyer's unit: the requested one if the platform accepts it, otherwise the platform's. Undefined if any currency
 * is accepted.
 */
export const choosePlatformCurrencyUnit = (
  { unit, otherUnits = [] }: PlatformSaleTerms,
  asked: string | undefined,
): string | undefined => (asked !== undefined && otherUnits.includes(asked) ? asked : unit);

/**
 * The platform's selling rules and the currency or unit to pay in. `money` is absent if another platform's unit is
 * requested.
 */
export function choosePlatformCurrency(
  platform: string | undefined,
  asked: string | undefined,
): {
  readonly sale: PlatformSaleTerms;
  readonly money?: { readonly currency: string | undefined; readonly isOnly?: true };
} {
  const sale = findPlatformSaleTerms(platform);
  const unit = choosePlatformCurrencyUnit(sale, asked);
  if (unit !== undefined) return { sale, money: { currency: unit, isOnly: true } };
  return asked !== undefined && isPlatformCurrencyUnit(asked) ? { sale } : { sale, money: { currency: asked } };
}

/** Whether the code is a platform's own unit, which can't be used elsewhere. */
export const isPlatformCurrencyUnit = (code: string): boolean => storeUnits.has(code);

const storeUnits: ReadonlySet<string> = new Set(
  Object.values<PlatformManifest>(registry).flatMap(({ storeCurrency, otherStoreCurrencies = [] }) =>
    storeCurrency === undefined || isCurrency(storeCurrency) ? [] : [storeCurrency, ...otherStoreCurrencies],
  ),
);

const byId: ReadonlyMap<string, PlatformManifest> = new Map(
  Object.values<PlatformManifest>(registry).map((manifest) => [manifest.id, manifest]),
);

const own: PlatformSaleTerms = { title: 'the portal', by: 'portal' };
