import { expect, test } from 'vitest';
import { applyPresenceChange } from './apply-presence-change.ts';

test('a friend who comes online is listed once, and removed when they go offline', () => {
  const ada = { FriendAccountId: 'ada', Online: true };
  const ben = { FriendAccountId: 'ben', Online: true };
  expect(applyPresenceChange([ada], ben)).toEqual([ada, ben]);
  expect(applyPresenceChange([ada, ben], { ...ada, Game: 'gem-miner' })).toEqual([ben, { ...ada, Game: 'gem-miner' }]);
  expect(applyPresenceChange([ada, ben], { ...ada, Online: false })).toEqual([ben]);
});
