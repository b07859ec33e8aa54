import { expect, it } from 'vitest';
import english from './en.json';
import russian from './ru.json';

type Texts = { readonly [key: string]: string | Texts };

const plural = /_(zero|one|two|few|many|other)$/;

function listTexts(texts: Texts, above = ''): [key: string, text: string][] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [[above + key, value] as [string, string]] : listTexts(value, `${above}${key}.`),
  );
}

const keysOf = (texts: Texts): string[] => [...new Set(listTexts(texts).map(([key]) => key.replace(plural, '')))];

it('both languages have the same texts', () => {
  expect(keysOf(russian).toSorted()).toEqual(keysOf(english).toSorted());
});

it('both languages insert the same values', () => {
  const placesOf = (text: string) => [...new Set(text.match(/\{\{\w+\}\}/g))].toSorted();
  const other = new Map(listTexts(russian));
  for (const [key, text] of listTexts(english).filter(([each]) => !plural.test(each)))
    expect([key, placesOf(other.get(key) ?? '')]).toEqual([key, placesOf(text)]);
});

it('Russian plurals have all their forms', () => {
  const keys = new Set(listTexts(russian).map(([key]) => key));
  for (const key of [...keys].filter((each) => each.endsWith('_one')))
    for (const form of ['few', 'many', 'other']) expect(keys).toContain(key.replace('_one', `_${form}`));
});
