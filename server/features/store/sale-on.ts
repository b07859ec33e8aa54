// How things are sold where a game is played: who takes the money, and for which unit. It is in the manifests of the platforms.
import { isCurrency } from '#model/currency.ts';
import type { PlatformManifest } from '#platforms/port.ts';
import * as registry from '#platforms/registry.ts';

export interface Sale {
  readonly title: string;
  /** Who takes the money; absent: nothing is sold there. */
  readonly by?: NonNullable<PlatformManifest['purchases']>;
  /** The unit that things are sold for; absent: any currency. */
  readonly unit?: string;
  /** Units that a buyer may have there instead. */
  readonly otherUnits?: readonly string[];
  /** Each buyer has one currency there, and a platform that takes the money takes no other. */
  readonly isBuyerCurrency?: true;
}

/** @param platform its name on the wire; absent: our own portal */
export function findSale(platform: string | undefined): Sale {
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

/** The unit that a buyer pays in: the one that was asked for, if things are sold for it there. Undefined: any currency. */
export const chooseUnit = ({ unit, otherUnits = [] }: Sale, asked: string | undefined): string | undefined =>
  asked !== undefined && otherUnits.includes(asked) ? asked : unit;

/** How things are sold on a platform, and for what. No money: a unit of a platform buys nothing anywhere else. */
export function chooseMoney(
  platform: string | undefined,
  asked: string | undefined,
): { readonly sale: Sale; readonly money?: { readonly currency: string | undefined; readonly isOnly?: true } } {
  const sale = findSale(platform);
  const unit = chooseUnit(sale, asked);
  if (unit !== undefined) return { sale, money: { currency: unit, isOnly: true } };
  return asked !== undefined && isStoreUnit(asked) ? { sale } : { sale, money: { currency: asked } };
}

/** What a platform sells for in the place of money. Nobody pays with it elsewhere. */
export const isStoreUnit = (code: string): boolean => storeUnits.has(code);

const storeUnits: ReadonlySet<string> = new Set(
  Object.values<PlatformManifest>(registry).flatMap(({ storeCurrency, otherStoreCurrencies = [] }) =>
    storeCurrency === undefined || isCurrency(storeCurrency) ? [] : [storeCurrency, ...otherStoreCurrencies],
  ),
);

const byId: ReadonlyMap<string, PlatformManifest> = new Map(
  Object.values<PlatformManifest>(registry).map((manifest) => [manifest.id, manifest]),
);

const own: Sale = { title: 'the portal', by: 'portal' };
