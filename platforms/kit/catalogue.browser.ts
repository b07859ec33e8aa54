import type { AllCapabilities, BrowserHost, CatalogueItem } from '../port.browser.ts';
import { tryOrFallback } from './waiting.browser.ts';

/** Caches the platform's price list while the game runs. After a failure the next call retries. */
export function createCachedCatalogue(
  { withPlatformTimeout, log }: Pick<BrowserHost, 'withPlatformTimeout' | 'log'>,
  title: string,
  ask: () => Promise<readonly CatalogueItem[]>,
): NonNullable<AllCapabilities['purchases']['catalogue']> {
  let reading: Promise<readonly CatalogueItem[]> | undefined;
  return async () => {
    const items = await tryOrFallback<readonly CatalogueItem[] | undefined>(
      log,
      `The catalogue of ${title}`,
      undefined,
      () => {
        reading ??= withPlatformTimeout(`the catalogue of ${title}`, ask());
        return reading;
      },
    );
    if (items === undefined) reading = undefined;
    return items;
  };
}
