import { expect, it } from 'vitest';
import type { Account, AccountOverview, Profile } from '#model/account.ts';
import { limitAccountToGame, limitOverviewToGame, limitProfileToGame } from './limit-to-game.ts';

// A field added later must not become visible to games.
const added = { Phone: '+10000000' };
const identities = { SocialIdentifiers: [{ Type: 'Google', Id: '1' }], Email: 'ada@example.com' };
const games = [
  { Game: 'gem-miner', GameUid: 'a' },
  { Game: 'sky-courier', GameUid: 'b' },
];

it('a game sees a profile without the address, sign-in methods, other games and fields added later', () => {
  const profile = { AccountId: 'x', Name: 'Ada', Locale: 'en', ConnectedGames: games, ...identities, ...added };
  expect(limitProfileToGame(profile as unknown as Profile, 'gem-miner')).toEqual({
    AccountId: 'x',
    Name: 'Ada',
    Locale: 'en',
    ConnectedGames: [games[0]],
    SocialIdentifiers: [],
  });
});

it('a game sees an account and an overview without fields added later', () => {
  const account = { Name: 'Ada', Guest: false, ConnectedGames: games, ...identities, ...added } as unknown as Account;
  expect(JSON.stringify(limitAccountToGame(account, 'gem-miner'))).not.toMatch(/Phone|example\.com|Google|sky-courier/);
  const overview = {
    Account: account,
    Games: games,
    Identities: [{ Id: '1' }],
    Devices: [{ Current: false, Name: 'Phone at home' }],
    Merges: [{ Name: 'Old' }],
    ...added,
  } as unknown as AccountOverview;
  const limited = limitOverviewToGame(overview, 'gem-miner');
  expect(limited).toMatchObject({ Games: [games[0]], Identities: [], Devices: [], Merges: [] });
  expect(JSON.stringify(limited)).not.toMatch(/Phone|sky-courier/);
});
