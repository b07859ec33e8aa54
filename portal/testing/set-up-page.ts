// The page of component tests: React's way of saying that nothing is left to render, what a server says of itself, the portal's
// texts in English, and the few things of a browser's dialogs that jsdom does not have.
import { configure } from '@testing-library/react';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { afterEach, vi } from 'vitest';
import english from '#portal/i18n/locales/en.json';
import { log } from '#portal/log.ts';
import type { PortalRuntimeConfig } from '#portal/runtime-config.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
// A part that is loaded on demand takes a busy machine long.
configure({ asyncUtilTimeout: 60_000 });
// What goes wrong in these tests goes wrong on purpose.
log.setLevel('silent');

// What a server's page says about itself; the portal reads it when it is loaded.
const config: PortalRuntimeConfig = {
  routerType: 'browser',
  basePath: '/',
  captchaUrl: 'https://captcha.games.example',
  checkoutUrl: 'https://checkout.games.example',
};
Object.assign(globalThis, { fxidConfig: config });
// The portal has this very object.
const defaultConfig = { ...config };
const { runtimeConfig } = await import('#portal/runtime-config.ts');

// The tests of all files share the page: nobody finds the session of another, what its address has brought, what operators have
// set for it, or what it has put in the place of the browser's own.
afterEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  delete window.fxidHandedToken;
  for (const name of Object.keys(runtimeConfig)) Reflect.deleteProperty(runtimeConfig, name);
  Object.assign(runtimeConfig, defaultConfig);
  vi.unstubAllGlobals();
});

// Enough of a dialog: shown or not, and it says when it is closed.
Object.assign(HTMLDialogElement.prototype, {
  showModal(this: HTMLDialogElement) {
    this.open = true;
  },
  close(this: HTMLDialogElement) {
    if (!this.open) return;
    this.open = false;
    this.dispatchEvent(new Event('close'));
  },
});
Object.assign(Element.prototype, { checkVisibility: () => true, hidePopover: () => undefined });

// Nothing is laid out, so everything is in sight.
class IntersectionObserver {
  readonly #tell: (seen: { isIntersecting: boolean }[]) => void;
  constructor(tell: (seen: { isIntersecting: boolean }[]) => void) {
    this.#tell = tell;
  }
  observe(): void {
    this.#tell([{ isIntersecting: true }]);
  }
  disconnect(): void {}
}
Object.assign(globalThis, { IntersectionObserver });

if (!i18next.isInitialized)
  await i18next.use(initReactI18next).init({
    lng: 'en',
    lowerCaseLng: true,
    resources: { en: { translation: english } },
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  });
