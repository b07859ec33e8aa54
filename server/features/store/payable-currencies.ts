// In which currencies the portal's own payment providers can be paid for a game.
import type { PublicGameConfig } from '#contract/config.ts';
import { isCurrency } from '#model/currency.ts';
import type { ProviderManifest } from '#payments/port.ts';
import * as registry from '#payments/registry.ts';

const manifests = Object.values<ProviderManifest>(registry);

/**
 * Says of a currency whether a provider that is on for the game takes it. While none is on nothing is sold, and every currency
 * passes: prices can be looked at before providers are set up.
 * @param platform its name on the wire
 */
export function createCurrencyCheck(
  store: PublicGameConfig['Store'],
  platform = 'FxId',
): (currency: string) => boolean {
  const flags: Readonly<Record<string, boolean | undefined>> = store;
  const isOwnWay = manifests.some(({ platforms }) => platforms?.includes(platform));
  const enabled = manifests.filter(
    ({ storeFlag, platforms }) => flags[storeFlag] === true && (platforms ? platforms.includes(platform) : !isOwnWay),
  );
  if (enabled.length === 0 || enabled.some(({ currencies }) => currencies === undefined)) return isCurrency;
  const taken = new Set(enabled.flatMap(({ currencies = [] }) => currencies));
  return (currency) => taken.has(currency);
}
