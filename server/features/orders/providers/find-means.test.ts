import { expect, test } from 'vitest';
import { findMeans } from './find-means.ts';
import * as registry from '#payments/registry.ts';

const provider = { means: [{ means: 'Card' }, { means: 'Sbp', countries: ['RU'] }] } as const;

test('what only some countries have is shown there, and where the country is unknown', () => {
  expect(findMeans(provider, 'RU')).toEqual(['Card', 'Sbp']);
  expect(findMeans(provider, undefined)).toEqual(['Card', 'Sbp']);
  expect(findMeans(provider, 'DE')).toEqual(['Card']);
});

test.each(Object.entries(registry))('%s has means in every country, each once', (_, manifest) => {
  const everywhere = findMeans(manifest, 'AQ');
  expect(everywhere.length).toBeGreaterThan(0);
  const all = findMeans(manifest, undefined);
  expect(new Set(all).size).toBe(all.length);
});
