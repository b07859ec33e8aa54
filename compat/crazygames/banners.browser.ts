import type { Sdk } from '#sdk/sdk.ts';
import { createBanner } from '../kit/banner.browser.ts';
import { CrazySdkError } from './crazy-error.browser.ts';

export function createBanners(sdk: () => Sdk) {
  const banner = createBanner(sdk);
  return {
    count: banner.count,
    /** @param hasContainer false: the vendor makes the container itself */
    request: async (id: unknown, hasContainer = true): Promise<void> => {
      sdk();
      if (typeof id !== 'string' || id === '')
        throw new CrazySdkError('missingId', 'The banner has no container id.', '');
      if (hasContainer && !document.getElementById(id))
        throw new CrazySdkError('notCreated', `There is no container with the id ${id}.`, id);
      const isShown = await banner.show(id).catch((error: unknown) => {
        throw new CrazySdkError('other', String(error), id);
      });
      if (!isShown) throw new CrazySdkError('unfilled', 'No banner available.', id);
    },
    clear: (id: unknown): void => {
      sdk();
      banner.clear(String(id));
    },
    clearAll: (): void => {
      sdk();
      banner.clearAll();
    },
  };
}
