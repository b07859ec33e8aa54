import { expect, test } from 'vitest';
import { toFriendReply, toDisplayName } from './friend-reply.ts';

const row = {
  friend_account_id: 'friend-1',
  account_name: 'Ben',
  game_name: '',
  status: '',
  game: null,
  in_this_game: false,
  updated_at: new Date('2026-01-02T03:04:05Z'),
};

test("a friend without a status text is online, in the reader's language", () => {
  expect(toFriendReply(row, 'de')).toEqual({
    FriendAccountId: 'friend-1',
    LastUpdatedAt: '2026-01-02T03:04:05.000Z',
    Name: 'Ben',
    Status: 'Ben ist online',
  });
});

test('the name that a game uses for the friend comes first', () => {
  expect(toFriendReply({ ...row, game_name: 'Digger', status: 'digging', game: 'miner' }, 'en')).toMatchObject({
    Name: 'Digger',
    Status: 'digging',
    Game: 'miner',
  });
});

test('texts longer than the reply allows are cut', () => {
  const { Name, Status } = toFriendReply({ ...row, account_name: 'a'.repeat(300), status: 's'.repeat(300) }, 'en');
  expect([Name.length, Status.length]).toEqual([80, 200]);
  expect(toDisplayName('a'.repeat(300), 'en')).toHaveLength(80);
  expect(toDisplayName('', 'en')).toBe('Player');
});
