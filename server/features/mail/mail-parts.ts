// What a mail consists of before it becomes text and HTML, and how values get into a text.
import type { Locale } from '#model/locale.ts';

/** A text with places such as `{{portal}}`, and what belongs there. */
export interface Line {
  readonly text: string;
  readonly values: Readonly<Record<string, string>>;
}

export interface MailParts {
  readonly locale: Locale;
  readonly direction: 'ltr' | 'rtl';
  readonly subject: string;
  readonly portal: string;
  readonly title: Line;
  readonly text: Line;
  readonly button: string;
  /** The one link. */
  readonly link: string;
  readonly note: Line;
  /** What somebody wrote, line by line. */
  readonly quote?: readonly string[];
  /** In a mail that proves who owns the address. */
  readonly proof?: {
    readonly codeLabel: string;
    readonly code: string;
    readonly mark: Line;
    readonly markHint: string;
    readonly about: readonly Line[];
  };
}

/** The text with its values, each of them made fit for where it will stand. */
export function fill(text: string, values: Line['values'], fit: (value: string) => string): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined)
      throw new Error(`A text of a mail has a place for "${name}", and there is no value for it.`);
    return fit(value);
  });
}

/**
 * Mail programs make links of what looks like an address. In a name that somebody chose that would be a second link, to
 * where he likes; a space of no width prevents it and cannot be seen.
 */
export function preventAutomaticLinks(text: string): string {
  return text.replaceAll(/(?<=[.:/@])(?=\S)/g, '\u200b');
}
