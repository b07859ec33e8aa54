// What a session opened by a game's token sees of an account. The game may hold that session itself, so every visible
// field is listed here.
import type { Account, AccountOverview, Profile } from '#model/account.ts';

export function limitProfileToGame({ AccountId, Name, Locale, ConnectedGames }: Profile, game: string): Profile {
  return { AccountId, Name, Locale, ConnectedGames: onlyOf(game, ConnectedGames), SocialIdentifiers: [] };
}

export function limitAccountToGame(account: Account, game: string): Account {
  const { AccountId, Name, EmailValidated, HasEmail, Guest, HasCompletedOrder } = account;
  const { MarketingEnabled, Locale, GeoCountry, Features, ConnectedGames } = account;
  return {
    AccountId,
    Name,
    EmailValidated,
    HasEmail,
    Guest,
    HasCompletedOrder,
    MarketingEnabled,
    Locale,
    ...(GeoCountry !== undefined && { GeoCountry }),
    Features,
    SocialIdentifiers: [],
    ConnectedGames: onlyOf(game, ConnectedGames),
  };
}

export function limitOverviewToGame(
  { Account, Games, Devices, DeleteAfter }: AccountOverview,
  game: string,
): AccountOverview {
  return {
    Account: limitAccountToGame(Account, game),
    Identities: [],
    Games: onlyOf(game, Games),
    Devices: Devices.filter(({ Current }) => Current),
    ...(DeleteAfter !== undefined && { DeleteAfter }),
    Merges: [],
  };
}

const onlyOf = <T extends { readonly Game: string }>(game: string, games: readonly T[]): T[] =>
  games.filter(({ Game }) => Game === game);
