import { expect, test } from 'vitest';
import { makeDemoDays, makeDemoHours } from './demo-figures.ts';

const days = makeDemoDays('gem-miner', { today: '2026-03-01', days: 35, players: 400 });

test('the same days come out every time, and no figure contradicts another', () => {
  expect(makeDemoDays('gem-miner', { today: '2026-03-01', days: 35, players: 400 })).toEqual(days);
  expect(days.at(0)?.day).toBe('2026-01-25');
  expect(days.at(-1)?.day).toBe('2026-02-28');
  for (const each of days) {
    expect(each.new_players).toBeLessThanOrEqual(each.players);
    expect(each.returned_day1).toBeLessThanOrEqual(each.new_players);
    expect(each.buyers).toBeLessThanOrEqual(each.orders);
    expect(each.refunded_usd_minor).toBeLessThanOrEqual(each.revenue_usd_minor);
  }
  expect(days.slice(-7).every((each) => each.returned_day7 === 0)).toBe(true);
});

test('Saturdays and Sundays have more players, evenings more plays', () => {
  const average = (some: readonly number[]): number => some.reduce((sum, each) => sum + each, 0) / some.length;
  const isWeekend = (day: string): boolean => [0, 6].includes(new Date(day).getUTCDay());
  const weekend = days.filter(({ day }) => isWeekend(day)).map(({ players }) => players);
  const week = days.filter(({ day }) => !isWeekend(day)).map(({ players }) => players);
  expect(average(weekend)).toBeGreaterThan(average(week) * 1.2);
  const hours = makeDemoHours('plays', { now: new Date('2026-03-01T09:30:00Z'), hours: 48, perDay: 900 });
  const countAt = (hour: number): number => hours.find((each) => each.hour.getUTCHours() === hour)?.count ?? 0;
  expect(countAt(20)).toBeGreaterThan(2 * countAt(8));
});
