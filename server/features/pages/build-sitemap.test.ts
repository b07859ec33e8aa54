import { expect, test } from 'vitest';
import { buildSitemap, buildSitemapPart } from './build-sitemap.ts';

const place = { publicUrl: new URL('https://play.example'), basePath: '/arcade/' };
const addresses = ['/', '/Games', '/Games/a&b', '/Games/c', '/Games/d'].map((path) => ({ path }));

test('all pages fit in one file', () => {
  const text = buildSitemap(addresses, place);
  expect([...text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address)).toContain(
    'https://play.example/arcade/Games/a&amp;b',
  );
  expect(buildSitemapPart(addresses, place, 1)).toBeUndefined();
});

test('too many pages are split into parts, listed by the sitemap', () => {
  expect(
    [...buildSitemap(addresses, place, 2).matchAll(/<sitemap><loc>(.*?)<\/loc>/g)].map(([, each]) => each),
  ).toEqual([
    'https://play.example/arcade/sitemap-1.xml',
    'https://play.example/arcade/sitemap-2.xml',
    'https://play.example/arcade/sitemap-3.xml',
  ]);
  const parts = [1, 2, 3].map((number) => buildSitemapPart(addresses, place, number, 2)?.match(/<url>/g)?.length);
  expect(parts).toEqual([2, 2, 1]);
  for (const number of [0, 4]) expect(buildSitemapPart(addresses, place, number, 2)).toBeUndefined();
});
