import { expect, test } from 'vitest';
import { listTextChanges } from './list-text-changes.ts';

test('only changed languages are listed, of documents and articles', () => {
  const before = {
    Texts: [
      { Locale: 'en', Text: 'one' },
      { Locale: 'ru', Text: 'один' },
    ],
  };
  const after = {
    Texts: [
      { Locale: 'en', Text: 'two' },
      { Locale: 'ru', Text: 'один' },
    ],
  };
  expect(listTextChanges(before, after)).toEqual([{ locale: 'English', before: 'one', after: 'two' }]);
  const article = { Messages: [{ Locale: 'en', Header: 'News', Message: 'Text' }] };
  expect(listTextChanges(undefined, article)).toEqual([{ locale: 'English', before: '', after: 'News\n\nText' }]);
  expect(listTextChanges({ Theme: 'dark' }, undefined)).toEqual([]);
});
