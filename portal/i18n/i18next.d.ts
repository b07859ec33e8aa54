// Keys are checked by the compiler: a text that does not exist in English does not compile.
import type english from './locales/en.json';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: typeof english };
  }
}
