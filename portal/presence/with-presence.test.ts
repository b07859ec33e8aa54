import { expect, test } from 'vitest';
import { withPresence } from './with-presence.ts';

test('whoever comes is there once, and whoever goes is not', () => {
  const ada = { FriendAccountId: 'ada', Online: true };
  const ben = { FriendAccountId: 'ben', Online: true };
  expect(withPresence([ada], ben)).toEqual([ada, ben]);
  expect(withPresence([ada, ben], { ...ada, Game: 'gem-miner' })).toEqual([ben, { ...ada, Game: 'gem-miner' }]);
  expect(withPresence([ada, ben], { ...ada, Online: false })).toEqual([ben]);
});
