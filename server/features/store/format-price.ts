// A price as players read it, a unit of a platform included. What units are called is in the manifests of the platforms.
import { formatUnits, type UnitName } from '#model/format-units.ts';
import { formatMoney, toMajor, type Money } from '#model/money.ts';
import type { PlatformManifest } from '#platforms/port.ts';
import * as registry from '#platforms/registry.ts';

/** `4,99 €`, or `50 ⭐` of a platform, as people of that language write it. */
export function formatPrice(money: Money, locale: string): string {
  const name = unitNames.get(money.currency);
  return name ? formatUnits(toMajor(money), name, locale) : formatMoney(money, locale);
}

const unitNames: ReadonlyMap<string, UnitName> = new Map(
  Object.values<PlatformManifest>(registry).flatMap(({ unitNames: names }) => Object.entries(names ?? {})),
);
