import { expect, test } from 'vitest';
import { countFriends } from './count-friends.ts';

test('counts friends, not lines', () => {
  expect(countFriends([])).toBe(0);
  expect(countFriends(['a', 'b', 'a'].map((FriendAccountId) => ({ FriendAccountId })))).toBe(2);
});
