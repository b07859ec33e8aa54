import { expect, test } from 'vitest';
import { readArticleForm, toArticleFields } from './article-form-values.ts';

test('an article is the same after it was shown in the form', () => {
  const article = {
    Messages: [{ Locale: 'en', Header: 'News', Message: 'Text' } as const],
    Priority: 'Alert' as const,
    ImageUrl: '/pictures/a/whole.webp',
    Tags: ['event'],
  };
  expect(toArticleFields(readArticleForm({ Id: 'x', CreatedAt: 'y', ...article }))).toEqual(article);
});

test('a new article begins in English', () => {
  expect(readArticleForm(undefined)).toMatchObject({ messages: { en: { header: '', message: '' } }, priority: 'News' });
});
