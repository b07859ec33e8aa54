import { expect, test } from 'vitest';
import { listPages } from './Pagination.tsx';
import { linkToCategory, readGameFilter, toGameSearch, writeGameFilter } from './search-address.ts';

const read = (query: string) => readGameFilter(new URLSearchParams(query));

test('a search survives being written to and read from the address', () => {
  const query = '?q=dragn&genre=Arcade&tag=turn-based&screen=vertical&sort=new&page=3';
  expect(writeGameFilter(read(query))).toBe(query);
  expect(toGameSearch(read(query), 'pl')).toEqual({
    Locale: 'pl',
    Search: 'dragn',
    Genre: 'Arcade',
    Tag: 'turn-based',
    Orientation: 'Vertical',
    Sort: 'New',
    Page: 3,
  });
  expect([writeGameFilter(read('')), toGameSearch(read(''), 'en')]).toEqual(['', { Locale: 'en' }]);
});

test.each([
  ['?page=0', ''],
  ['?page=-1', ''],
  ['?page=1.5', ''],
  ['?page=99999999', ''],
  ['?page=x', ''],
  ['?sort=worst&screen=round', ''],
  ['?q=%20%20', ''],
  ['?sort=NAME', '?sort=name'],
  [`?q=${'x'.repeat(200)}`, `?q=${'x'.repeat(100)}`],
])('an address with %j becomes a valid search', (query, expected) => {
  expect(writeGameFilter(read(query))).toBe(expected);
});

test('a category has its own address, whatever its name contains', () => {
  expect(linkToCategory('Genre', 'Arcade')).toBe('/Games?genre=Arcade');
  expect(read(linkToCategory('Tag', 'a&b=c "d"').split('?')[1] ?? '').tag).toBe('a&b=c "d"');
});

test('of many pages the first, the last and the neighbours of the current one are shown', () => {
  const shown = (page: number, count: number) =>
    listPages(page, count)
      .map(({ number, isAfterGap }) => `${isAfterGap ? '… ' : ''}${number}`)
      .join(' ');
  expect(shown(1, 3)).toBe('1 2 3');
  expect(shown(1, 42)).toBe('1 2 … 42');
  expect(shown(20, 42)).toBe('1 … 19 20 21 … 42');
  expect(shown(42, 42)).toBe('1 … 41 42');
});
