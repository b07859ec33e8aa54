// Takes the place of react-i18next in the server's build. There the texts are loaded before a page is rendered and never
// change, so the hook needs no subscription, which would take longer than most components.
import type { i18n, TFunction } from 'i18next';
import { createContext, use, type ReactNode } from 'react';

interface Translation {
  readonly t: TFunction;
  readonly i18n: i18n;
}

const TextsContext = createContext<i18n | undefined>(undefined);
const translations = new WeakMap<i18n, Translation>();

export function I18nextProvider({ i18n, children }: { i18n: i18n; children: ReactNode }) {
  return <TextsContext value={i18n}>{children}</TextsContext>;
}

export function useTranslation(): Translation {
  const i18n = use(TextsContext);
  if (!i18n) throw new Error('A component that shows texts was rendered outside of I18nextProvider.');
  const translation = translations.get(i18n) ?? { t: i18n.getFixedT(i18n.language), i18n };
  translations.set(i18n, translation);
  return translation;
}
