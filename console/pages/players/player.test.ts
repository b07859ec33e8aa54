import { expect, test } from 'vitest';
import { allPermissions, rolePermissions } from '#model/operator.ts';
import { listPlayerActions } from './player-actions.ts';
import { readPlayerFilter } from './player.ts';

test('what is typed and not complete yet filters nothing', () => {
  expect(readPlayerFilter({ Text: '', Country: 'US', Since: '2026-1' })).toEqual({});
  expect(readPlayerFilter({ Kind: 'guest', State: 'blocked', Country: 'USA', Since: '2026-11-01' })).toEqual({
    IsGuest: true,
    IsBlocked: true,
    Country: 'USA',
    CreatedSince: '2026-11-01T00:00:00Z',
  });
});

test('offers what fits the account', () => {
  const everything = () => true;
  const at = '2026-11-01T00:00:00Z';
  expect(listPlayerActions({ Features: [] }, everything)).toEqual([
    'block',
    'endSessions',
    'rename',
    'setFeature',
    'export',
    'erase',
  ]);
  const shown = listPlayerActions({ BlockedAt: at, DeleteAfter: at, Features: ['ListGames'] }, everything);
  expect(shown).toEqual(['unblock', 'endSessions', 'rename', 'takeFeature', 'restore', 'export', 'erase']);
});

test('support changes players, but neither exports nor erases them', () => {
  const allowed = listPlayerActions({ Features: [] }, (permission) => rolePermissions.support.includes(permission));
  expect(allowed).toEqual(['block', 'endSessions', 'rename', 'setFeature']);
  expect(listPlayerActions({ Features: [] }, () => false)).toEqual([]);
  expect(listPlayerActions({ Features: [] }, (permission) => allPermissions.includes(permission))).toContain('erase');
});
