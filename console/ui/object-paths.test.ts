import { expect, test } from 'vitest';
import { findObjectPath } from './object-paths.ts';

const accountId = 'b9f9ca50-cbfd-851a-a18b-f97c69329922';

test('an object of the audit log leads to its page', () => {
  expect(findObjectPath('player', accountId)).toBe(`/players/${accountId}`);
  expect(findObjectPath('leaderboard-entry', accountId)).toBe(`/players/${accountId}`);
  expect(findObjectPath('product', 'gem-miner')).toBe('/games/gem-miner?tab=store');
  expect(findObjectPath('build', 'gem-miner/7')).toBe('/games/gem-miner');
});

test('what names no single object has no page', () => {
  for (const [kind, id] of [
    ['player', 'list'],
    ['player', 'search'],
    ['player', 'names'],
    ['player', 'reports'],
    ['ticket', 'list'],
    ['leaderboard-entry', 'depth'],
    ['product', 'rates'],
    ['content', 'all'],
    ['toString', 'x'],
  ] as const)
    expect.soft(findObjectPath(kind, id), `${kind} ${id}`).toBeUndefined();
});
