import { expect, test } from 'vitest';
import { auditedLists } from '#model/audit-log.ts';
import { findObjectPath } from './object-paths.ts';

const accountId = 'b9f9ca50-cbfd-851a-a18b-f97c69329922';

test('an object of the audit log leads to its page', () => {
  expect(findObjectPath('player', accountId)).toBe(`/players/${accountId}`);
  expect(findObjectPath('leaderboard-entry', accountId)).toBe(`/players/${accountId}`);
  expect(findObjectPath('product', 'gem-miner')).toBe('/games/gem-miner?tab=store');
  expect(findObjectPath('build', 'gem-miner/7')).toBe('/games/gem-miner');
});

test('a list that was read has no page', () => {
  for (const { kind, id } of Object.values(auditedLists))
    expect.soft(findObjectPath(kind, id), `${kind} ${id}`).toBeUndefined();
  expect(findObjectPath('leaderboard-entry', 'depth')).toBeUndefined();
  expect(findObjectPath('product', 'rates')).toBeUndefined();
});

test('a game may have the name of a list', () => {
  expect(findObjectPath('game', 'search')).toBe('/games/search');
});

test('an unknown kind has no page', () => {
  expect(findObjectPath('toString', 'x')).toBeUndefined();
});
