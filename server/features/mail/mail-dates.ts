import type { Locale } from '#model/locale.ts';

/** In UTC with its name, because the reader's time zone is unknown. */
export function formatMailTime(instant: string, locale: Locale): string {
  return new Intl.DateTimeFormat(locale, {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: 'UTC',
    timeZoneName: 'short',
  }).format(new Date(instant));
}

export function formatMailDuration(count: number, locale: Locale, unit: 'minute' | 'hour' = 'minute'): string {
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count);
}
