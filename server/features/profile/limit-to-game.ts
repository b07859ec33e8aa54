// Limits what a session opened by a game's token sees of an account. The game may hold that session itself, so other
// games, devices, addresses and sign-in methods are removed.
import type { AccountOverview } from '#model/account.ts';

interface AccountLike {
  readonly Email?: string;
  readonly ConnectedGames: readonly { readonly Game: string }[];
  readonly SocialIdentifiers: readonly unknown[];
}

export function limitAccountToGame<A extends AccountLike>(account: A, game: string): A {
  const { Email: _, ...rest } = account;
  const ConnectedGames = account.ConnectedGames.filter((each) => each.Game === game);
  // The email is optional in all these types.
  return { ...rest, ConnectedGames, SocialIdentifiers: [] } as unknown as A;
}

export function limitOverviewToGame(overview: AccountOverview, game: string): AccountOverview {
  return {
    ...overview,
    Account: limitAccountToGame(overview.Account, game),
    Identities: [],
    Games: overview.Games.filter((each) => each.Game === game),
    Devices: overview.Devices.filter(({ Current }) => Current),
    Merges: [],
  };
}
