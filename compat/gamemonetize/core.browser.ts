import { createAdEvents } from '../kit/ad-events.browser.ts';
import type { PageLink } from '../kit/page-link.browser.ts';
import type { GmOptions, GmSdk } from './vendor-types.ts';

export function createGameMonetize({ openSdk }: Pick<PageLink, 'openSdk'>, options: GmOptions | undefined): GmSdk {
  const ads = createAdEvents(openSdk, options);
  const nothing = (): void => undefined;
  return {
    showBanner: async () => void (await ads.show('interstitial')),
    openConsole: nothing,
    play: nothing,
  };
}
