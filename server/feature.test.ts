import { expect, test } from 'vitest';
import { mergeRoutes } from './feature.ts';

const handler = async () => undefined as never;

test('merges the calls of an area from all features', () => {
  const news = { routes: { info: { news: handler } } };
  const account = { routes: { info: { accountExists: handler }, go: { follow: handler } } };
  expect(mergeRoutes([news, {}, account])).toEqual({
    info: { news: handler, accountExists: handler },
    go: { follow: handler },
  });
});

test('refuses two features that implement the same call', () => {
  const news = { routes: { info: { news: handler } } };
  expect(() => mergeRoutes([news, news])).toThrow('Two features implement info.news.');
});
