import { localeNames, locales } from '#model/locale.ts';

export interface TextChange {
  readonly locale: string;
  readonly before: string;
  readonly after: string;
}

/** Texts of documents and articles that differ, by language. */
export function listTextChanges(before: unknown, after: unknown): TextChange[] {
  const [old, next] = [readTexts(before), readTexts(after)];
  return locales.flatMap((locale) => {
    const change = { locale: localeNames[locale], before: old.get(locale) ?? '', after: next.get(locale) ?? '' };
    return change.before === change.after ? [] : [change];
  });
}

function readTexts(value: unknown): Map<string, string> {
  const { Texts, Messages } = (value ?? {}) as { readonly Texts?: unknown; readonly Messages?: unknown };
  const list = [Texts, Messages].find((each) => Array.isArray(each)) as
    | readonly {
        readonly Locale: string;
        readonly Text?: string;
        readonly Header?: string;
        readonly Message?: string;
      }[]
    | undefined;
  return new Map(
    (list ?? []).map(({ Locale, Text, Header, Message }) => [Locale, Text ?? `${Header ?? ''}\n\n${Message ?? ''}`]),
  );
}
