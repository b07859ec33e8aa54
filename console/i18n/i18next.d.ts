// The compiler checks text keys: a key that is missing in English does not compile.
import type english from './en.json';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: typeof english };
  }
}
