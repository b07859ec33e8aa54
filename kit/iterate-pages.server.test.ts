import { expect, test } from 'vitest';
import { iteratePages, type VendorPage } from './iterate-pages.server.ts';

const read = (pages: Readonly<Record<string, VendorPage<number>>>, maxPages = 5) =>
  Array.fromAsync(
    iteratePages({
      subject: 'payments',
      maxPages,
      readPage: async (cursor = 'first') => pages[cursor] ?? { items: [], next: undefined },
    }),
  );

test('all pages are read in sequence', async () => {
  const pages = { first: { items: [1, 2], next: 'b' }, b: { items: [3], next: undefined } };
  expect(await read(pages)).toEqual([1, 2, 3]);
});

test('an endless list is an error', async () => {
  await expect(read({ first: { items: [1], next: 'b' }, b: { items: [2], next: 'b' } })).rejects.toThrow(
    'does not continue after b',
  );
  await expect(read({ first: { items: [1], next: 'b' }, b: { items: [2], next: 'c' } }, 2)).rejects.toThrow('2 pages');
});
