import { expect, test } from 'vitest';
import { locales } from '#model/locale.ts';
import { formatPrice } from './format-price.ts';

const write = (minor: number, currency: string, locale: string): string =>
  formatPrice({ minor, currency }, locale).replaceAll('\u00a0', ' ');

test.each([
  ['XTR', 'en', 50, '50 ⭐'],
  ['XTR', 'ru', 1, '1 ⭐'],
  ['YAN', 'ru', 79, '79 Ян'],
  ['YAN', 'tr', 79, '79 YAN'],
  ['HOP', 'en', 1, '1 hop'],
  ['HOP', 'de', 25, '25 hops'],
  ['VKV', 'ru', 1, '1 голос'],
  ['VKV', 'ru', 3, '3 голоса'],
  ['VKV', 'pl', 22, '22 głosy'],
  ['VKV', 'es', 1_000_000, '1.000.000 de votos'],
  ['EUR', 'de', 499, '4,99 €'],
])('%s is formatted for %s: %d is %s', (currency, locale, minor, text) => {
  expect(write(minor, currency, locale)).toBe(text);
});

test('nine votes are formatted in every language', () => {
  expect(locales.map((locale) => write(9, 'VKV', locale))).toEqual([
    '9 votes',
    '9 Stimmen',
    '9 votos',
    '۹ رأی',
    '9 votes',
    '9 voti',
    '9票',
    '9 표',
    '9 votos',
    '9 голосов',
    '9 oy',
    '9票',
    '9 голосів',
    '9 głosów',
  ]);
});
