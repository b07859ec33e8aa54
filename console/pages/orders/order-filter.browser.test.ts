import { expect, test } from 'vitest';
import { toListQuery } from './order-filter.ts';

test('sends what the call takes, and leaves out what is no filter', () => {
  expect(toListQuery({ Status: 'Completed', Amount: '4,99', Currency: 'eur', Game: ' Gem-Miner ' })).toMatchObject({
    Status: 'Completed',
    Amount: '4.99',
    Currency: 'EUR',
    Game: 'gem-miner',
  });
  const wrong = toListQuery({ Status: 'constructor', Amount: 'five', Currency: 'euro', Since: 'yesterday' });
  expect(Object.values(wrong).filter((value) => value !== undefined)).toEqual([]);
});

test('the last day is included', () => {
  const { Since = '', Until = '' } = toListQuery({ Since: '2026-11-18', Until: '2026-11-18' });
  expect(Date.parse(Until) - Date.parse(Since)).toBe(24 * 3_600_000);
});
