import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { createFriendIds } from './friend-ids.ts';

const signedWith = (...secrets: [string, ...string[]]) =>
  createFriendIds({
    signatures: (purpose, text) => {
      const [first, ...others] = secrets;
      const sign = (secret: string) => createHash('sha256').update(secret).update(purpose).update(text).digest();
      return [sign(first), ...others.map(sign)];
    },
  });

const me = 'account-1';
const player = { friend_account_id: 'friend-1', in_this_game: true };
const stranger = { friend_account_id: 'friend-2', in_this_game: false };

test('a game knows its own players by their account ids, and others by ids that are useless elsewhere', () => {
  const { idInGame } = signedWith('a');
  expect(idInGame(me, 'miner', player)).toBe('friend-1');
  const id = idInGame(me, 'miner', stranger);
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(idInGame(me, 'miner', stranger)).toBe(id);
  expect(idInGame(me, 'courier', stranger)).not.toBe(id);
  expect(idInGame('account-2', 'miner', stranger)).not.toBe(id);
});

test("only a game's session gets that game's ids", () => {
  const { idFor, idInGame } = signedWith('a');
  expect(idFor({ accountId: me }, stranger)).toBe('friend-2');
  expect(idFor({ accountId: me, game: 'miner' }, stranger)).toBe(idInGame(me, 'miner', stranger));
});

test('an id identifies its friend, even if it was issued before the secrets changed', () => {
  const before = signedWith('old').idInGame(me, 'miner', stranger);
  const { isIdOf } = signedWith('new', 'old');
  expect(isIdOf(me, 'miner', before)('friend-2')).toBe(true);
  expect(isIdOf(me, 'miner', 'friend-2')('friend-2')).toBe(true);
  expect(isIdOf(me, 'miner', before)('friend-1')).toBe(false);
  expect(isIdOf(me, 'courier', before)('friend-2')).toBe(false);
  expect(signedWith('new').isIdOf(me, 'miner', before)('friend-2')).toBe(false);
});
