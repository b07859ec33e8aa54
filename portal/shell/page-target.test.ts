import { expect, test } from 'vitest';
import { resolvePageTarget } from './page-target.ts';

const query = (text: string) => new URLSearchParams(text);

test('the configuration comes before the path, and the path before the query', () => {
  expect(
    resolvePageTarget({ game: 'a', adapter: 'x' }, { game: 'b', adapter: 'y' }, query('game=c&adapter=z')),
  ).toEqual({
    game: 'a',
    adapter: 'x',
  });
  expect(resolvePageTarget({}, { game: 'b', adapter: 'Y' }, query('game=c&adapter=z'))).toEqual({
    game: 'b',
    adapter: 'y',
  });
  expect(resolvePageTarget({}, {}, query('game=c&adapter=z'))).toEqual({ game: 'c', adapter: 'z' });
});

test('by default the adapter is our own portal', () => {
  expect(resolvePageTarget({}, {}, query(''))).toEqual({ game: undefined, adapter: 'fxid' });
});
