import { expect, test } from 'vitest';
import { createExcerpt } from './create-excerpt.ts';
import { sortNews, type NewsItem } from './sort-news.ts';

test.each([
  ['Sign in once, **wherever you play**.', 'Sign in once, wherever you play.'],
  ['# Spring\n\n- _new_ level\n- more `gems`', 'Spring • new level • more gems'],
  ['See [the page](https://x.example/a) and ![a picture](b.png).', 'See the page and a picture.'],
  ['2 * 3 = 6, snake_case stays', '2 * 3 = 6, snake_case stays'],
  ['<b>stays text</b>', '<b>stays text</b>'],
])('%s reads %s', (markdown, plain) => expect(createExcerpt(markdown)).toBe(plain));

test('a long text ends at a word, and never in the middle of a character', () => {
  expect(createExcerpt('word '.repeat(100), 22)).toBe('word word word word…');
  expect(createExcerpt('🙂'.repeat(100), 21)).toBe(`${'🙂'.repeat(10)}…`);
  // The time is linear in the length of the text.
  expect(createExcerpt('[('.repeat(100_000), 10)).toHaveLength(11);
});

test('important news come first, for two weeks', () => {
  const item = (Priority: NewsItem['Priority'], day: number): NewsItem => ({
    Id: `${Priority} ${day}`,
    CreatedAt: `2026-03-${String(day).padStart(2, '0')}T00:00:00Z`,
    Messages: [],
    Priority,
    Tags: [],
  });
  const items = [item('News', 20), item('Alert', 19), item('Low', 18), item('Critical', 17), item('Critical', 2)];
  expect(sortNews(items, new Date('2026-03-20T12:00:00Z')).map(({ Id }) => Id)).toEqual([
    'Critical 17',
    'Alert 19',
    'News 20',
    'Low 18',
    'Critical 2',
  ]);
});
