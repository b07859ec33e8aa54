import { expect, test } from 'vitest';
import type { Scalars } from '#bridge/shapes.ts';
import { toStatColumns } from './stat-columns.ts';

const columns = (parameters: Scalars) => toStatColumns('miner', { name: 'level_up', parameters });

test('the game and the name have their columns, the parameters are one text', () => {
  expect(columns({ level: 4, hero: 'miner', isFirst: true })).toEqual({
    columns: { S1: 'miner', S2: 'level_up', J1: '{"level":4,"hero":"miner","isFirst":true}' },
    leftOut: [],
  });
  expect(columns({}).columns).toEqual({ S1: 'miner', S2: 'level_up' });
});

test('a parameter that is called like a free column and fits goes there', () => {
  expect(columns({ I1: 4, F10: 0.5, S3: 'x', J2: 'y' }).columns).toMatchObject({ I1: 4, F10: 0.5, S3: 'x', J2: 'y' });
  const { J1, ...rest } = columns({ I1: 'four', S1: 'mine', S2: 'mine', J1: 'mine', S16: 'none' }).columns;
  expect(rest).toEqual({ S1: 'miner', S2: 'level_up' });
  expect(JSON.parse(String(J1))).toEqual({ I1: 'four', S1: 'mine', S2: 'mine', J1: 'mine', S16: 'none' });
});

test('what JSON cannot say is not there', () => {
  expect(columns({ a: null, b: Number.NaN, c: -Infinity, d: 'Infinity' }).columns.J1).toBe('{"d":"Infinity"}');
});

test('what has no room is named, and the text stays one that can be read', () => {
  const long = 'x'.repeat(1980);
  const { columns: filled, leftOut } = columns({ a: long, b: long, c: long, d: 1 });
  expect(leftOut).toEqual(['c']);
  expect(Object.keys(JSON.parse(String(filled.J1)) as object)).toEqual(['a', 'b', 'd']);
  expect(String(filled.J1).length).toBeLessThanOrEqual(4000);
});
