import { expect, test } from 'vitest';
import { computeFunnel, computeRetention, type AnalyticsDay } from './compute-figures.ts';

const day = (more: Partial<AnalyticsDay>): AnalyticsDay => ({
  Day: '2026-03-01',
  IsComplete: true,
  Players: 10,
  NewPlayers: 4,
  Sessions: 12,
  Visits: 20,
  Orders: 2,
  Buyers: 2,
  RevenueUsdMinor: 900,
  RefundedUsdMinor: 0,
  ...more,
});

test('retention is the share of new players, and unknown until the day is over', () => {
  expect(computeRetention(day({ ReturnedDay1: 1 }), 1)).toBe(0.25);
  expect(computeRetention(day({}), 7)).toBeNull();
  expect(computeRetention(day({ NewPlayers: 0, ReturnedDay1: 0 }), 1)).toBeNull();
});

test('the funnel adds the days up, with shares of the first step', () => {
  expect(computeFunnel([day({}), day({})])).toEqual([
    { name: 'Visits', count: 40, share: 1 },
    { name: 'Sessions', count: 24, share: 0.6 },
    { name: 'Orders', count: 4, share: 0.1 },
  ]);
  expect(computeFunnel([day({ Visits: 0 })]).map(({ share }) => share)).toEqual([undefined, undefined, undefined]);
});
