import { expect, test } from 'vitest';
import { computeContrast } from './contrast.ts';

test.each([
  ['rgb(0, 0, 0)', 'rgb(255, 255, 255)', 21],
  ['rgb(255, 255, 255)', 'rgb(0, 0, 0)', 21],
  ['rgb(9, 9, 9)', 'rgb(9, 9, 9)', 1],
  // The grey that just passes on white.
  ['rgb(118, 118, 118)', 'rgb(255, 255, 255)', 4.54],
])('%s on %s', (one, other, contrast) => {
  expect(computeContrast(one, other)).toBeCloseTo(contrast, 2);
});

test.each(['rgba(0, 0, 0, 0.5)', 'red', ''])('rejects "%s", which has no contrast of its own', (color) => {
  expect(() => computeContrast(color, 'rgb(0, 0, 0)')).toThrow('no opaque rgb() colour');
});
