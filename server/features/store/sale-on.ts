// How things are sold where a game is played: who takes the money, and for which unit. It is in the manifests of the platforms.
import { isCurrency } from '#model/currency.ts';
import type { PlatformManifest } from '#platforms/port.ts';
import * as registry from '#platforms/registry.ts';

export interface Sale {
  readonly title: string;
  /** Who takes the money; absent: nothing is sold there. */
  readonly by?: NonNullable<PlatformManifest['purchases']>;
  /** The only unit that things are sold for; absent: any currency. */
  readonly unit?: string;
}

/** @param platform its name on the wire; absent: our own portal */
export function findSale(platform: string | undefined): Sale {
  if (platform === undefined) return own;
  const found = byId.get(platform);
  if (!found) return { title: platform };
  const { title, purchases, storeCurrency } = found;
  return { title, ...(purchases && { by: purchases }), ...(storeCurrency !== undefined && { unit: storeCurrency }) };
}

/** How things are sold on a platform, and for what. No money: a unit of a platform buys nothing anywhere else. */
export function chooseMoney(
  platform: string | undefined,
  asked: string | undefined,
): { readonly sale: Sale; readonly money?: { readonly currency: string | undefined } } {
  const sale = findSale(platform);
  if (sale.unit !== undefined) return { sale, money: { currency: sale.unit } };
  return asked !== undefined && isStoreUnit(asked) ? { sale } : { sale, money: { currency: asked } };
}

/** What a platform sells for in the place of money. Nobody pays with it elsewhere. */
export const isStoreUnit = (code: string): boolean => storeUnits.has(code);

const storeUnits: ReadonlySet<string> = new Set(
  Object.values<PlatformManifest>(registry).flatMap(({ storeCurrency }) =>
    storeCurrency === undefined || isCurrency(storeCurrency) ? [] : [storeCurrency],
  ),
);

const byId: ReadonlyMap<string, PlatformManifest> = new Map(
  Object.values<PlatformManifest>(registry).map((manifest) => [manifest.id, manifest]),
);

const own: Sale = { title: 'the portal', by: 'portal' };
