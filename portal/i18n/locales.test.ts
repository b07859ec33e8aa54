import { expect, test } from 'vitest';
import { locales, type Locale } from '#model/locale.ts';

interface Texts {
  readonly [key: string]: string | Texts;
}

const files = import.meta.glob<Texts>('./locales/*.json', { eager: true, import: 'default' });
const read = (locale: string): [string, string][] => flat(files[`./locales/${locale}.json`] ?? {});
const english = new Map(read('en'));

test('every language has a file, and there are no others', () => {
  expect(locales).toHaveLength(14);
  expect(Object.keys(files).sort()).toEqual(locales.map((locale) => `./locales/${locale}.json`).sort());
});

test.each(locales)('%s has exactly the same texts in the same order, and none is empty', (locale) => {
  const texts = read(locale);
  expect(texts.map(([key]) => key)).toEqual([...english.keys()]);
  expect(texts.filter(([, text]) => text.trim() === '')).toEqual([]);
});

test.each(locales)('%s has the same placeholders', (locale) => {
  const places = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name ?? '').sort();
  for (const [key, text] of read(locale)) expect(places(text), key).toEqual(places(english.get(key) ?? ''));
});

// Texts that are rightly the same as in English.
const sameWord: Partial<Record<Locale, readonly string[]>> = {
  de: [
    'footer.support',
    'games.genre',
    'games.name',
    'game.screenshots',
    'downloads.title',
    'downloads.build',
    'genre.Arcade',
    'genre.Action',
    'genre.Simulation',
    'supportPage.title',
    'copy.label',
    'player.support.contextBuild',
    'player.support.contextBrowser',
    'quests.title',
  ],
  es: ['genre.Arcade'],
  fr: [
    'games.genre',
    'games.portrait',
    'games.pages',
    'games.page',
    'downloads.build',
    'genre.Arcade',
    'genre.Action',
    'genre.Simulation',
    'notifications.title',
    'screen.document',
    'player.support.contextBuild',
    'leaderboards.score',
  ],
  it: ['nav.home', 'genre.Arcade', 'player.support.contextBrowser'],
  pl: ['games.tag'],
  'pt-br': ['downloads.title', 'genre.Arcade'],
  tr: ['genre.Arcade', 'player.support.contextPlatform'],
};

test.each(locales.filter((locale) => locale !== 'en'))('%s is translated, not copied', (locale) => {
  const copied = read(locale).filter(([key, text]) => english.get(key) === text);
  expect(copied.map(([key]) => key)).toEqual(sameWord[locale] ?? []);
});

function flat(texts: Texts, path = ''): [string, string][] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [[path + key, value]] : flat(value, `${path}${key}.`),
  );
}
