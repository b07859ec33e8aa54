import { expect, test } from 'vitest';
import { joinDocumentLanguages, splitDocumentLanguages } from './document-languages.ts';

test('languages are joined in order and split again', () => {
  const texts = [
    { Locale: 'ru', Text: '# Условия' },
    { Locale: 'en', Text: '# Terms\n\n---\n\nmore' },
  ] as const;
  const joined = joinDocumentLanguages(texts);
  expect(joined).toBe('**English**\n\n# Terms\n\n---\n\nmore\n\n---\n\n**Русский**\n\n# Условия\n');
  const split = splitDocumentLanguages(joined);
  expect(split.map(({ Locale, Text }) => [Locale, Text.trim()])).toEqual([
    ['en', '# Terms\n\n---\n\nmore'],
    ['ru', '# Условия'],
  ]);
  expect(joinDocumentLanguages(split)).toBe(joined);
});

test('a text without titles is one language and stays as it is', () => {
  for (const text of ['# Terms\n', '**English**\n\nonly\n', 'one\n---\n\ntwo'])
    expect(splitDocumentLanguages(text)).toEqual([{ Locale: 'en', Text: text }]);
});
