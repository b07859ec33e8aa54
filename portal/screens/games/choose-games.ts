interface Listed {
  readonly GameSystemName: string;
  readonly Title: string;
  readonly Genre: string;
}

/** The games that are connected to the account come first; otherwise the order stays. */
export function connectedFirst<G extends Listed>(games: readonly G[], connected: ReadonlySet<string>): G[] {
  const rank = ({ GameSystemName }: G): number => (connected.has(GameSystemName) ? 0 : 1);
  return games.toSorted((a, b) => rank(a) - rank(b));
}

/** Whether a game has every word that is looked for, in its title or genre. */
export function matches({ Title, Genre }: Listed, wanted: string, locale: string): boolean {
  const words = wanted.toLocaleLowerCase(locale).split(/\s+/).filter(Boolean);
  const text = `${Title} ${Genre}`.toLocaleLowerCase(locale);
  return words.every((word) => text.includes(word));
}
