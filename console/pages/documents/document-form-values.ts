import type { Locale } from '#model/locale.ts';

export interface DocumentFormValues {
  readonly texts: Readonly<Partial<Record<Locale, string>>>;
  /** Empty: the document has texts. */
  readonly url: string;
  readonly mustAccept: boolean;
  readonly isActive: boolean;
}

/** @param value a document as drafts have it; undefined for a new one */
export function readDocumentForm(value: unknown): DocumentFormValues {
  const {
    Texts = [],
    Url = '',
    NeedUserAcceptance = true,
    Active = true,
  } = (value ?? {}) as {
    readonly Texts?: readonly { readonly Locale: Locale; readonly Text: string }[];
    readonly Url?: string;
    readonly NeedUserAcceptance?: boolean;
    readonly Active?: boolean;
  };
  const texts = Object.fromEntries(Texts.map(({ Locale, Text }) => [Locale, Text]));
  return {
    texts: Texts.length === 0 && Url === '' ? { en: '' } : texts,
    url: Url,
    mustAccept: NeedUserAcceptance,
    isActive: Active,
  };
}
