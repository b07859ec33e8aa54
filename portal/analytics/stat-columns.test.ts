import { expect, test } from 'vitest';
import type { ScalarValues } from '#bridge/shapes.ts';
import { toStatColumns } from './stat-columns.ts';

const columns = (parameters: ScalarValues) => toStatColumns('miner', { name: 'level_up', parameters });

test('game and name have columns, the parameters are one JSON text', () => {
  expect(columns({ level: 4, hero: 'miner', isFirst: true })).toEqual({
    columns: { S1: 'miner', S2: 'level_up', J1: '{"level":4,"hero":"miner","isFirst":true}' },
    leftOut: [],
  });
  expect(columns({}).columns).toEqual({ S1: 'miner', S2: 'level_up' });
});

test('a parameter with the name and type of a free column is stored there', () => {
  expect(columns({ I1: 4, F10: 0.5, S3: 'x', J2: 'y' }).columns).toMatchObject({ I1: 4, F10: 0.5, S3: 'x', J2: 'y' });
  const { J1, ...rest } = columns({ I1: 'four', S1: 'mine', S2: 'mine', J1: 'mine', S16: 'none' }).columns;
  expect(rest).toEqual({ S1: 'miner', S2: 'level_up' });
  expect(JSON.parse(String(J1))).toEqual({ I1: 'four', S1: 'mine', S2: 'mine', J1: 'mine', S16: 'none' });
});

test('values that JSON can’t represent are left out', () => {
  expect(columns({ a: null, b: Number.NaN, c: -Infinity, d: 'Infinity' }).columns.J1).toBe('{"d":"Infinity"}');
});

test('parameters that do not fit are listed, and the JSON stays valid', () => {
  const long = 'x'.repeat(1980);
  const { columns: filled, leftOut } = columns({ a: long, b: long, c: long, d: 1 });
  expect(leftOut).toEqual(['c']);
  expect(Object.keys(JSON.parse(String(filled.J1)) as object)).toEqual(['a', 'b', 'd']);
  expect(String(filled.J1).length).toBeLessThanOrEqual(4000);
});
