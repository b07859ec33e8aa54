export function formatRelativeTime(instant: string, nowMs: number, locale: string): string {
  // A clock that is slightly behind must not show times in the future.
  const seconds = Math.min(0, Math.round((Date.parse(instant) - nowMs) / 1000));
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const [unit, length] = units.find(([, length]) => -seconds >= length) ?? (['second', 1] as const);
  // Seconds would need constant updates, so the last minute is "now".
  return unit === 'second' ? format.format(0, 'second') : format.format(Math.ceil(seconds / length), unit);
}

export const toSentenceCase = (text: string, locale: string): string =>
  text.charAt(0).toLocaleUpperCase(locale) + text.slice(1);

const units = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['week', 7 * 86_400],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const satisfies readonly (readonly [Intl.RelativeTimeFormatUnit, number])[];
