// Loads the operator's tag manager once the player has consented, never on a page with a token or a payment. Its script
// can't be removed from a page, so such a page is reloaded without it, and so is the page when consent is withdrawn.
import type { TagManagerConfig, RuntimeConfig } from '#model/runtime-config.ts';
import { isSensitivePage } from '#model/sensitive-page.ts';
import { log } from '#portal/log.ts';
import { trustedScriptUrl } from '#portal/trusted-types.ts';
import { consent, subscribeToConsent, type ConsentStatus } from './consent.ts';
import type { DataLayer } from './create-data-layer.ts';
import { pageDataLayer } from './page-data-layer.ts';
import { routePath } from './route-path.ts';
import { watchNavigation } from './watch-navigation.ts';

export interface TagManagerPage {
  readonly address: () => { readonly pathname: string; readonly hash: string };
  readonly dataLayer: () => Pick<DataLayer, 'startTags' | 'endUnread'>;
  /** Resolves to whether the script was loaded. */
  readonly loadScript: (url: string) => Promise<boolean>;
  readonly onPage: (listener: () => void) => void;
  readonly consent: () => ConsentStatus;
  readonly onConsent: (listener: (status: ConsentStatus) => void) => void;
  readonly reload: () => void;
  readonly nowMs: () => number;
}

export type TagManagerSettings = Pick<RuntimeConfig, 'routerType' | 'basePath'> & {
  readonly tagManager: TagManagerConfig;
};

export function runTagManager(config: TagManagerSettings, page: TagManagerPage = browserPage(config)): void {
  let isLoaded = false;
  const load = async (): Promise<void> => {
    const layer = page.dataLayer();
    layer.startTags(page.nowMs());
    if (!(await page.loadScript(config.tagManager.url)))
      log.warn('The tag manager could not be loaded. The browser or an extension may block it.');
    layer.endUnread();
  };
  const update = (): void => {
    const isSensitive = isSensitivePage(routePath(page.address(), config));
    if (isLoaded) {
      if (isSensitive || page.consent() === 'denied') page.reload();
    } else if (!isSensitive && page.consent() === 'granted') {
      isLoaded = true;
      void load();
    }
  };
  page.onPage(update);
  page.onConsent(update);
  update();
}

function browserPage(config: TagManagerSettings): TagManagerPage {
  return {
    address: () => window.location,
    dataLayer: pageDataLayer,
    loadScript: (url) =>
      new Promise((resolve) => {
        const script = document.createElement('script');
        script.addEventListener('load', () => resolve(true));
        script.addEventListener('error', () => resolve(false));
        script.async = true;
        // The tag manager gives the nonce to inline scripts of its tags.
        script.nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '';
        script.src = trustedScriptUrl(url, config);
        document.head.append(script);
      }),
    onPage: (listener) => watchNavigation(window, listener),
    consent,
    onConsent: (listener) => void subscribeToConsent(listener),
    reload: () => window.location.reload(),
    nowMs: () => Date.now(),
  };
}
