// The platform has one banner, in a place of its own. It is shown while the game has requested any.
import type { Sdk } from '#sdk/sdk.ts';
import { CrazySdkError } from './crazy-error.browser.ts';

export function createBanners(sdk: () => Sdk) {
  const active = new Set<string>();
  const hide = (): void =>
    void sdk()
      .ads.hideBanner()
      .catch(() => undefined);
  return {
    count: () => active.size,
    /** @param hasContainer false: the vendor makes the container itself */
    request: async (id: unknown, hasContainer = true): Promise<void> => {
      const { ads } = sdk();
      if (typeof id !== 'string' || id === '')
        throw new CrazySdkError('missingId', 'The banner has no container id.', '');
      if (hasContainer && !document.getElementById(id))
        throw new CrazySdkError('notCreated', `There is no container with the id ${id}.`, id);
      const { shown } = await ads.showBanner().catch((error: unknown) => {
        throw new CrazySdkError('other', String(error), id);
      });
      if (!shown) throw new CrazySdkError('unfilled', 'No banner available.', id);
      active.add(id);
    },
    clear: (id: unknown): void => {
      sdk();
      if (active.delete(String(id)) && active.size === 0) hide();
    },
    clearAll: (): void => {
      sdk();
      if (active.size > 0) hide();
      active.clear();
    },
  };
}
