import type { Locale } from '#model/locale.ts';

/** A text with placeholders such as `{{portal}}`, and their values. */
export interface MailLine {
  readonly text: string;
  readonly values: Readonly<Record<string, string>>;
}

export interface MailParts {
  readonly locale: Locale;
  readonly direction: 'ltr' | 'rtl';
  readonly subject: string;
  readonly portal: string;
  readonly title: MailLine;
  readonly text: MailLine;
  readonly button: string;
  readonly link: string;
  readonly note: MailLine;
  readonly quote?: readonly string[];
  /** Only in a mail that verifies the address. */
  readonly proof?: {
    readonly codeLabel: string;
    readonly code: string;
    readonly mark: MailLine;
    readonly markHint: string;
    readonly about: readonly MailLine[];
  };
}

/** `fit` escapes each value for the output format. */
export function fillPlaceholders(text: string, values: MailLine['values'], fit: (value: string) => string): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined)
      throw new Error(`A mail text has a placeholder for "${name}", but there is no value for it.`);
    return fit(value);
  });
}

/**
 * Mail programs turn texts that look like addresses into links. In a name chosen by a user that would be a second link;
 * zero-width spaces prevent it.
 */
export function preventAutomaticLinks(text: string): string {
  return text.replaceAll(/(?<=[.:/@])(?=\S)/g, '\u200b');
}
