import { expect, test } from 'vitest';
import { findAvatarsUrl, toPlatformFriend } from './platform-friend.ts';

test('pictures are on the game’s own host if we serve it, else on the portal', () => {
  const portal = 'https://play.example/base';
  const games = 'https://{game}.games.example';
  const at = (gameOrigin: string, gamesUrl?: string) => findAvatarsUrl({ game: 'miner', gameOrigin }, gamesUrl, portal);
  expect(at('https://miner.games.example', games)).toBe('https://miner.games.example/sdk/avatars');
  expect(at('https://miner.elsewhere.example', games)).toBe('https://play.example/base/sdk/avatars');
  expect(at('https://other.games.example', games)).toBe('https://play.example/base/sdk/avatars');
  expect(at('https://miner.games.example')).toBe('https://play.example/base/sdk/avatars');
});

test("a picture's address contains initials and a colour, but no name or id", () => {
  const { photo } = toPlatformFriend({ Uid: '6f1c', Name: 'علی رضایی' }, 'https://x.example/a');
  expect(photo?.url).toMatch(/^https:\/\/x\.example\/a\/\d{1,3}\/[%A-F0-9]+\.svg$/);
  expect(decodeURIComponent(photo?.url ?? '')).toContain('/عر.svg');
});
