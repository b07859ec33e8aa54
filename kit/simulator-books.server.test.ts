import { expect, test } from 'vitest';
import { createBooks, createOnePerPlace } from './simulator-books.server.ts';

test('books know what was opened, and forget the oldest', () => {
  const books = createBooks<{ id: string; attempt: string }>(2);
  for (const id of ['1', '2', '3']) books.add(id, { id, attempt: 'a' });
  expect(books.all().map(({ id }) => id)).toEqual(['2', '3']);
  expect(books.latest().map(({ id }) => id)).toEqual(['3', '2']);
  expect(books.get('1')).toBeUndefined();
  expect(books.find(({ attempt }) => attempt === 'a')).toBe(books.get('3'));
});

test('each address has its own', () => {
  const booksAt = createOnePerPlace(() => createBooks());
  expect(booksAt({ at: 'http://a' })).toBe(booksAt({ at: 'http://a' }));
  expect(booksAt({ at: 'http://a' })).not.toBe(booksAt({ at: 'http://b' }));
});
