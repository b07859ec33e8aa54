import { expect, test } from 'vitest';
import { createDurationFormat } from './use-duration.ts';

test('shows the largest unit that fits', () => {
  const format = createDurationFormat('en');
  expect([0, 59, 60, 3599, 7200, 200_000].map(format)).toEqual([
    '0 sec',
    '59 sec',
    '1 min',
    '60 min',
    '2 hr',
    '2 days',
  ]);
});
