import { expect, test } from 'vitest';
import { locales } from '#model/locale.ts';
import { formatRelativeTime, toSentenceCase } from './relative-time.ts';

const now = Date.parse('2026-03-20T12:00:00Z');

test.each([
  ['2026-03-20T11:59:31Z', 'now'],
  ['2026-03-20T11:58:59Z', '1 minute ago'],
  ['2026-03-20T11:00:01Z', '59 minutes ago'],
  ['2026-03-20T09:30:00Z', '2 hours ago'],
  ['2026-03-19T11:00:00Z', 'yesterday'],
  ['2026-03-17T12:00:00Z', '3 days ago'],
  ['2026-03-10T12:00:00Z', 'last week'],
  ['2026-01-15T12:00:00Z', '2 months ago'],
  ['2023-03-01T12:00:00Z', '3 years ago'],
])('%s is %s', (instant, said) => {
  expect(formatRelativeTime(instant, now, 'en')).toBe(said);
});

test('a future time is shown as now, because clocks differ', () => {
  expect(formatRelativeTime('2026-03-20T12:03:00Z', now, 'en')).toBe('now');
});

test('uses the language of the page', () => {
  expect(formatRelativeTime('2026-03-17T12:00:00Z', now, 'de')).toBe('vor 3 Tagen');
  expect(formatRelativeTime('2026-03-17T12:00:00Z', now, 'ja')).toBe('3 日前');
});

test.each(locales)('a time that stands alone begins with a capital letter in %s', (locale) => {
  for (const instant of ['2026-03-20T11:59:31Z', '2026-03-19T11:00:00Z', '2026-03-10T12:00:00Z'])
    expect(toSentenceCase(formatRelativeTime(instant, now, locale), locale)).toMatch(/^(?!\p{Ll})/u);
});

test('the capital letter is that of the language', () => {
  expect(toSentenceCase('now', 'en')).toBe('Now');
  expect(toSentenceCase('iki gün önce', 'tr')).toBe('İki gün önce');
});
