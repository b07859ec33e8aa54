import type { Locale } from '#model/locale.ts';

/** An instant as people of the language write it. Nobody's time zone is known when a mail is written, so it is named: UTC. */
export function formatTime(instant: string, locale: Locale): string {
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

export function formatDuration(minutes: number, locale: Locale): string {
  return new Intl.NumberFormat(locale, { style: 'unit', unit: 'minute', unitDisplay: 'long' }).format(minutes);
}
