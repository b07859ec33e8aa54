import { expect, test } from 'vitest';
import { buildThemeCss } from './build-theme.ts';

test.each([
  ['no theme', undefined],
  ['only colours', { accent: '#0a7f5a' }],
  ['the dark scheme', { scheme: 'dark' }],
])('a portal with %s stays dark', (_, theme) => {
  expect(buildThemeCss(theme).isLight).toBe(false);
});

test('only a theme with the light scheme is light', () => {
  expect(buildThemeCss({ scheme: 'light' })).toEqual({ css: '', isLight: true });
});
