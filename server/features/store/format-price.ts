// Formats a price for players, including platforms' own units, whose names come from their manifests.
import { formatUnits, type UnitName } from '#model/format-units.ts';
import { formatMoney, toMajorUnits, type Money } from '#model/money.ts';
import type { PlatformManifest } from '#platforms/port.ts';
import * as registry from '#platforms/registry.ts';

/** `4,99 €`, or `50 ⭐` on a platform, in the style of the locale. */
export function formatPrice(money: Money, locale: string): string {
  const name = unitNames.get(money.currency);
  return name ? formatUnits(toMajorUnits(money), name, locale) : formatMoney(money, locale);
}

const unitNames: ReadonlyMap<string, UnitName> = new Map(
  Object.values<PlatformManifest>(registry).flatMap(({ unitNames: names }) => Object.entries(names ?? {})),
);
