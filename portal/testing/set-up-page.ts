// The set-up of component tests: React's test environment, the page's configuration, English texts, and dialogs, which
// jsdom lacks.
import { configure } from '@testing-library/react';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { afterEach, vi } from 'vitest';
import english from '#portal/i18n/locales/en.json';
import { log } from '#portal/log.ts';
import type { PortalRuntimeConfig } from '#portal/runtime-config.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
// Lazy chunks load slowly on a busy machine.
configure({ asyncUtilTimeout: 60_000 });
// Errors in these tests are expected.
log.setLevel('silent');

const config: PortalRuntimeConfig = {
  routerType: 'browser',
  basePath: '/',
  captchaUrl: 'https://captcha.games.example',
  checkoutUrl: 'https://checkout.games.example',
};
Object.assign(globalThis, { fxidConfig: config });
// The portal holds the same object.
const defaultConfig = { ...config };
const { runtimeConfig } = await import('#portal/runtime-config.ts');

// All test files share the page, so its state is reset after each test.
afterEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  delete window.fxidHandedToken;
  for (const name of Object.keys(runtimeConfig)) Reflect.deleteProperty(runtimeConfig, name);
  Object.assign(runtimeConfig, defaultConfig);
  vi.unstubAllGlobals();
});

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

// jsdom has no layout, so everything counts as visible.
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
