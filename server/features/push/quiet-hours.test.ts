import { expect, test } from 'vitest';
import { findQuietEnd, isTimeZone } from './quiet-hours.ts';

const end = (now: string, timeZone: string, from = 22, until = 8) =>
  findQuietEnd(new Date(now), { timeZone, from, until })?.toISOString();

test.each([
  ['in the evening', '2026-11-16T21:30:00Z', 'Europe/Berlin', '2026-11-17T07:00:00.000Z'],
  ['after midnight', '2026-11-16T02:00:00Z', 'UTC', '2026-11-16T08:00:00.000Z'],
  [
    'where a zone lies at three quarters of an hour',
    '2026-11-16T17:00:00Z',
    'Asia/Kathmandu',
    '2026-11-17T02:15:00.000Z',
  ],
  ['in the night in which clocks go forward', '2026-03-28T22:30:00Z', 'Europe/Berlin', '2026-03-29T06:00:00.000Z'],
])('quiet hours end in the morning of the player, %s', (_, now, zone, expected) => {
  expect(end(now, zone)).toBe(expected);
});

test("by day, and without quiet hours, messages aren't delayed", () => {
  expect(end('2026-11-16T08:00:00Z', 'UTC')).toBeUndefined();
  expect(end('2026-11-16T21:59:59Z', 'UTC')).toBeUndefined();
  expect(end('2026-11-16T03:00:00Z', 'UTC', 5, 5)).toBeUndefined();
  expect(end('2026-11-16T13:30:00Z', 'UTC', 13, 14)).toBe('2026-11-16T14:00:00.000Z');
});

test('uses time zones', () => {
  expect([isTimeZone('Europe/Berlin'), isTimeZone('Mars/North'), isTimeZone('')]).toEqual([true, false, false]);
});
