import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { isCurrency } from '#model/currency.ts';
import { formatMoney } from '#model/money.ts';

/** Numbers, times and amounts as the language of the page writes them. */
export function useFormats() {
  const { i18n } = useTranslation();
  return useMemo(() => createFormats(i18n.language), [i18n.language]);
}

export function createFormats(language: string) {
  const number = new Intl.NumberFormat(language);
  const compact = new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 1 });
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 });
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium' });
  const time = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
  const exact = new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'long', timeZone: 'UTC' });
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  return {
    number: (value: number) => number.format(value),
    compact: (value: number) => compact.format(value),
    percent: (share: number) => percent.format(share),
    day: (instant: string | Date) => day.format(new Date(instant)),
    time: (instant: string | Date) => time.format(new Date(instant)),
    /** With seconds, in UTC: for titles. */
    exactTime: (instant: string | Date) => exact.format(new Date(instant)),
    /** Such as "5 minutes ago". */
    ago: (instant: string | Date, now = Date.now()) => formatRelative(relative, new Date(instant).getTime() - now),
    /** Units of platforms, such as votes, are no currencies: their name follows the number. */
    money: (minor: number, currency: string) =>
      isCurrency(currency) ? formatMoney({ minor, currency }, language) : `${number.format(minor)} ${currency}`,
    bytes: (bytes: number) => formatBytes(language, bytes),
  };
}

const units = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

function formatRelative(format: Intl.RelativeTimeFormat, differenceMs: number): string {
  const seconds = Math.round(differenceMs / 1000);
  for (const [unit, size] of units)
    if (Math.abs(seconds) >= size) return format.format(Math.trunc(seconds / size), unit);
  return format.format(seconds, 'second');
}

function formatBytes(language: string, bytes: number): string {
  const names = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;
  const step = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), names.length - 1);
  const unit = names[step] ?? 'byte';
  // Short units are not inflected: "534 byte".
  const unitDisplay = unit === 'byte' ? 'long' : 'short';
  const options = { style: 'unit', unit, unitDisplay, maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(language, options).format(bytes / 1000 ** step);
}
