import { expect, test } from 'vitest';
import { locales } from '#model/locale.ts';

const files = import.meta.glob<Record<string, string>>('./locales/*.json', { eager: true, import: 'default' });
const read = (locale: string): Record<string, string> => files[`./locales/${locale}.json`] ?? {};

test('there is a file for every language, and no other', () => {
  expect(Object.keys(files).sort()).toEqual(locales.map((locale) => `./locales/${locale}.json`).sort());
});

test.each(locales)('%s has every text, none besides, and none that is empty', (locale) => {
  const texts = read(locale);
  expect(Object.keys(texts)).toEqual(Object.keys(read('en')));
  expect(Object.values(texts).every((text) => text.trim() !== '')).toBe(true);
});

test.each(locales.filter((locale) => locale !== 'en'))('%s is translated, not copied', (locale) => {
  const english = read('en');
  const same = Object.entries(read(locale)).filter(([key, text]) => english[key] === text);
  expect(same).toEqual([]);
});
