// Localised numbers and days. The server leaves its formatted texts in the page, because creating the first formatter
// takes a phone 100 ms.
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { toLocale, type Locale } from '#model/locale.ts';
import { formatDateInUtc } from './format-date.ts';

export interface Formats {
  readonly number: (value: number) => string;
  /** With one decimal. */
  readonly rating: (value: number) => string;
  readonly day: (instant: string) => string;
}

export function useFormats(): Formats {
  const { i18n } = useTranslation();
  const queries = useQueryClient();
  const locale = toLocale(i18n.language);
  const find = (format: keyof Formats, value: number | string, write: () => string): string => {
    const key = ['written', locale, format, value] as const;
    const written = queries.getQueryData<string>(key) ?? write();
    if (import.meta.env.SSR) queries.setQueryData(key, written);
    return written;
  };
  return {
    number: (value) => find('number', value, () => formatterFor(locale, 0).format(value)),
    rating: (value) => find('rating', value, () => formatterFor(locale, 1).format(value)),
    day: (instant) => find('day', instant, () => formatDateInUtc(instant, locale)),
  };
}

const formatters = new Map<string, Intl.NumberFormat>();

/** Kept, because creating one takes longer than rendering a game's tile. */
function formatterFor(locale: Locale, minimumFractionDigits: 0 | 1): Intl.NumberFormat {
  const key = locale + minimumFractionDigits;
  const known =
    formatters.get(key) ??
    new Intl.NumberFormat(
      locale,
      minimumFractionDigits === 0 ? {} : { minimumFractionDigits, maximumFractionDigits: 1 },
    );
  formatters.set(key, known);
  return known;
}
