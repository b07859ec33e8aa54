import type { Leaderboard } from '#model/leaderboard.ts';
import type { Locale } from '#model/locale.ts';

/** Milliseconds are shown as `1:02.345`. */
export function formatScore(score: number, format: Leaderboard['Format'], locale: Locale): string {
  if (format !== 'Milliseconds') return new Intl.NumberFormat(locale).format(score);
  const part = (value: number, digits: number): string =>
    new Intl.NumberFormat(locale, { minimumIntegerDigits: digits, useGrouping: false }).format(value);
  const ms = Math.abs(score);
  const minutes = Math.floor(ms / 60_000);
  const time = `${part(minutes, 1)}:${part(Math.floor(ms / 1000) % 60, 2)}.${part(ms % 1000, 3)}`;
  return score < 0 ? `-${time}` : time;
}
