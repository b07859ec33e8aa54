import { expect, test } from 'vitest';
import { readDocumentForm } from './document-form-values.ts';

test('a new document begins in English, and players must accept it', () => {
  expect(readDocumentForm(undefined)).toEqual({ texts: { en: '' }, url: '', mustAccept: true, isActive: true });
});

test('texts are shown by language, or the address of a page', () => {
  const texts = [
    { Locale: 'en', Text: 'Terms' },
    { Locale: 'ru', Text: 'Условия' },
  ];
  expect(readDocumentForm({ Texts: texts, NeedUserAcceptance: false, Active: true })).toMatchObject({
    texts: { en: 'Terms', ru: 'Условия' },
    mustAccept: false,
  });
  const page = 'https://portal.example/terms';
  expect(readDocumentForm({ Url: page, NeedUserAcceptance: true, Active: false })).toEqual({
    texts: {},
    url: page,
    mustAccept: true,
    isActive: false,
  });
});
