import type { Locale } from '#model/locale.ts';

export type PushTexts = Readonly<Partial<Record<Locale, { readonly title: string; readonly body: string }>>>;

/** The texts as the call takes them. */
export function toPushTexts(texts: PushTexts): {
  readonly Title: Record<string, string>;
  readonly Body: Record<string, string>;
} {
  const entries = Object.entries(texts);
  return {
    Title: Object.fromEntries(entries.map(([locale, { title }]) => [locale, title.trim()])),
    Body: Object.fromEntries(entries.map(([locale, { body }]) => [locale, body.trim()])),
  };
}
