import { expect, test } from 'vitest';
import {
  fitInviteMessage,
  sortInvitableFriends,
  maxInvitesAtOnce,
  countSelectableFriends,
  friendsSelectedByGame,
} from './choose-friends.ts';

const friend = (id: string, isInvited = false) => ({
  FriendAccountId: id,
  Uid: `uid-${id}`,
  ...(isInvited && { InvitedAt: '2026-01-01T00:00:00Z' }),
});
const friends = [friend('a'), friend('b', true), friend('c'), friend('d')];

test('preselects friends requested by the game, unless recently invited', () => {
  expect([...friendsSelectedByGame(friends, ['uid-d', 'uid-b', 'a', 'nobody'], 50)]).toEqual(['d']);
  expect([...friendsSelectedByGame(friends, [], 50)]).toEqual([]);
});

test('preselects no more than the daily limit', () => {
  expect(friendsSelectedByGame(friends, ['uid-a', 'uid-c', 'uid-d'], 2).size).toBe(2);
  expect(friendsSelectedByGame(friends, ['uid-a'], 0).size).toBe(0);
});

test('limits the selection to the remaining invitations', () => {
  const many = Array.from({ length: 40 }, (_, index) => friend(String(index)));
  expect(countSelectableFriends(many, 50)).toBe(maxInvitesAtOnce);
  expect(countSelectableFriends(many, 7)).toBe(7);
  expect(countSelectableFriends(friends, 50)).toBe(3);
});

test('lists requested friends first, and recently invited ones last', () => {
  expect(sortInvitableFriends(friends, ['uid-d']).map(({ FriendAccountId }) => FriendAccountId)).toEqual([
    'd',
    'a',
    'c',
    'b',
  ]);
});

test('cuts a message to the server’s limit without splitting a character', () => {
  expect(fitInviteMessage('  Dig with me  ')).toBe('Dig with me');
  expect(fitInviteMessage('x'.repeat(300))).toHaveLength(200);
  expect(fitInviteMessage(`${'x'.repeat(199)}🦊`)).toBe('x'.repeat(199));
});
