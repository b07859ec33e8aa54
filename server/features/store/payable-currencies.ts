import type { PublicGameConfig } from '#contract/config.ts';
import { isCurrency } from '#model/currency.ts';
import type { ProviderManifest } from '#payments/port.ts';
import * as registry from '#payments/registry.ts';

const manifests = Object.values<ProviderManifest>(registry);

/**
 * Returns a function that checks whether a provider enabled for the game accepts a currency. With none enabled it
 * accepts all, so that prices can be viewed before providers are configured.
 * @param platform its name in the API
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
