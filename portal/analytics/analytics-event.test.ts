import { expect, test } from 'vitest';
import { Value } from 'typebox/value';
import { AnalyticsEvent } from '#model/analytics.ts';
import { buildAnalyticsEvent, fitAnalyticsColumn } from './analytics-event.ts';

const at = new Date('2026-05-01T10:00:00.000Z');

test('leaves out missing values, and keeps zero and empty text', () => {
  const columns = { I1: 0, I2: null, F1: undefined, S1: '', S2: null };
  expect(buildAnalyticsEvent(1802, { columns, at })).toEqual({
    EventId: 1802,
    CreatedAt: '2026-05-01T10:00:00.000Z',
    I1: 0,
    S1: '',
  });
});

test.each([
  ['I1', 3, 3],
  ['I10', true, 1],
  ['I1', 1.5, undefined],
  ['I1', '3', undefined],
  ['I11', 3, undefined],
  ['I0', 3, undefined],
  ['F2', 1.5, 1.5],
  ['F2', Number.NaN, undefined],
  ['F2', Infinity, undefined],
  ['S15', 7, '7'],
  ['S16', 'x', undefined],
  ['J4', 'x', 'x'],
  ['J5', 'x', undefined],
  ['level', 3, undefined],
  ['S1', null, undefined],
] as const)('the column %s takes %s as %s', (name, value, expected) => {
  expect(fitAnalyticsColumn(name, value)).toBe(expected);
});

test('the server accepts the event, whatever a game sends', () => {
  // A cut inside the last character, a lone surrogate, and NUL.
  const texts = [`${'x'.repeat(999)}😀`, '\ud83d', 'a\0b', 'x'.repeat(5000)];
  for (const S3 of texts) {
    const event = buildAnalyticsEvent(1802, { columns: { S3, J1: S3 }, at });
    expect(Value.Check(AnalyticsEvent, event)).toBe(true);
    const json = JSON.stringify(event);
    expect(json).not.toMatch(/\\u0000|\\ud83d/);
  }
});
