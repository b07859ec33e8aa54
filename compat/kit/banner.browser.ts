// The platform has one banner, in a place of its own. It is shown while the game has requested any.
import type { Sdk } from '#sdk/sdk.ts';

export function createBanner(sdk: () => Sdk) {
  const requested = new Set<unknown>();
  const hide = (): void =>
    void sdk()
      .ads.hideBanner()
      .catch(() => undefined);
  return {
    count: () => requested.size,
    /** False without a banner. */
    show: async (key: unknown): Promise<boolean> => {
      const { shown } = await sdk().ads.showBanner();
      if (shown) requested.add(key);
      return shown;
    },
    clear: (key: unknown): void => {
      if (requested.delete(key) && requested.size === 0) hide();
    },
    clearAll: (): void => {
      if (requested.size > 0) hide();
      requested.clear();
    },
  };
}
