interface Listed {
  readonly GameSystemName: string;
  readonly Title: string;
  readonly Genre: string;
}

/** A player's own games: favourites, and those that are connected to the account. */
export interface OwnGames {
  readonly favorites: ReadonlySet<string>;
  readonly connected: ReadonlySet<string>;
}

/** The favourites come first, then the games that are connected; otherwise the order stays. */
export function ownFirst<G extends Listed>(games: readonly G[], { favorites, connected }: OwnGames): G[] {
  const rank = ({ GameSystemName: name }: G): number => (favorites.has(name) ? 0 : connected.has(name) ? 1 : 2);
  return games.toSorted((a, b) => rank(a) - rank(b));
}

/** Whether a game has every word that is looked for, in its title or genre. */
export function matches({ Title, Genre }: Listed, wanted: string, locale: string): boolean {
  const words = wanted.toLocaleLowerCase(locale).split(/\s+/).filter(Boolean);
  const text = `${Title} ${Genre}`.toLocaleLowerCase(locale);
  return words.every((word) => text.includes(word));
}
