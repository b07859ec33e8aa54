// The set-up of the console's component tests: React's test environment, English texts, and what jsdom lacks.
import { cleanup, configure } from '@testing-library/react';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { afterEach } from 'vitest';
import english from '#console/i18n/en.json';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
// Lazy chunks load slowly on a busy machine.
configure({ asyncUtilTimeout: 60_000 });

// All test files share the page, so its state is reset after each test.
afterEach(() => {
  cleanup();
  localStorage.clear();
  window.history.replaceState(null, '', '/');
});

class ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}
Object.assign(globalThis, { ResizeObserver });
Object.assign(window, {
  matchMedia: (media: string) => ({
    media,
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }),
  scrollTo: () => undefined,
});
// Text areas that grow wait for the page's fonts.
Object.assign(document, { fonts: { addEventListener: () => undefined, removeEventListener: () => undefined } });
Object.assign(Element.prototype, { scrollIntoView: () => undefined });

if (!i18next.isInitialized)
  await i18next.use(initReactI18next).init({
    lng: 'en',
    resources: { en: { translation: english } },
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  });
