// Finds games by name: by a part of it, or by enough shared trigrams, which tolerates typos in any language.
import { listNameGrams } from './fold-name.ts';

/** The minimum share of the query's trigrams that a name must contain. */
const minLikeness = 0.4;
const prefixLikeness = 3;
const partLikeness = 2;

export interface NameIndex {
  /** Replaces the names of a game. No names: the game is removed. */
  set(game: string, names: readonly string[]): void;
  /** How well each game found matches. A part of a name ranks above any similarity, its beginning highest. */
  search(folded: string): Map<string, number>;
}

interface IndexedName {
  readonly name: string;
  readonly games: Set<string>;
}

export function createNameIndex(): NameIndex {
  const namesByGame = new Map<string, readonly string[]>();
  const idByName = new Map<string, number>();
  let indexed: (IndexedName | undefined)[] = [];
  let idsByGram = new Map<string, number[]>();
  let counts = new Uint16Array(0);

  const add = (game: string, name: string): void => {
    const known = indexed[idByName.get(name) ?? -1];
    if (known) {
      known.games.add(game);
      return;
    }
    const id = indexed.push({ name, games: new Set([game]) }) - 1;
    idByName.set(name, id);
    for (const gram of listNameGrams(name)) {
      const ids = idsByGram.get(gram);
      if (ids) ids.push(id);
      else idsByGram.set(gram, [id]);
    }
  };

  const remove = (game: string, name: string): void => {
    const id = idByName.get(name);
    const known = id === undefined ? undefined : indexed[id];
    if (id === undefined || !known) return;
    known.games.delete(game);
    if (known.games.size > 0) return;
    idByName.delete(name);
    indexed[id] = undefined;
  };

  /** Removed names leave their ids in the lists of trigrams. */
  const compact = (): void => {
    if (indexed.length < 2 * idByName.size + minRemoved) return;
    indexed = [];
    idsByGram = new Map();
    idByName.clear();
    for (const [game, names] of namesByGame) for (const name of names) add(game, name);
  };

  const listByGrams = (grams: ReadonlySet<string>): Iterable<IndexedName | undefined> => {
    // A name that contains the query also has those of its trigrams that lie inside a word.
    const inner = [...grams].filter((gram) => !gram.includes(' ')).map((gram) => idsByGram.get(gram) ?? []);
    const fewest = inner.toSorted((a, b) => a.length - b.length)[0];
    return fewest ? fewest.map((id) => indexed[id]) : indexed;
  };

  /**
   * The names that have enough of the trigrams, and how many. Such a name is in at least one of the shortest lists, so
   * the long lists of common trigrams are only asked about names found there.
   */
  const countSharedGrams = (grams: ReadonlySet<string>): [id: number, count: number][] => {
    const lists = [...grams].map((gram) => idsByGram.get(gram) ?? []).toSorted((a, b) => a.length - b.length);
    let needed = 1;
    while (needed / grams.size < minLikeness) needed += 1;
    // A typed array, because common words are in most names. It is all zeros between searches.
    if (counts.length < indexed.length) counts = new Uint16Array(2 * indexed.length);
    const candidates: number[] = [];
    for (const [at, ids] of lists.entries()) {
      if (at <= lists.length - needed) {
        for (const id of ids) if ((counts[id] = (counts[id] ?? 0) + 1) === 1) candidates.push(id);
      } else if (ids.length < candidates.length * Math.log2(ids.length)) {
        // Reading the whole list is cheaper than looking for many names in it.
        for (const id of ids) counts[id] = (counts[id] ?? 0) + (counts[id] === 0 ? 0 : 1);
      } else for (const id of candidates) if (includesSorted(ids, id)) counts[id] = (counts[id] ?? 0) + 1;
    }
    const found: [id: number, count: number][] = [];
    for (const id of candidates) {
      const count = counts[id] ?? 0;
      if (count >= needed) found.push([id, count]);
      counts[id] = 0;
    }
    return found;
  };

  return {
    set: (game, names) => {
      const before = namesByGame.get(game) ?? [];
      if (before.length === names.length && before.every((name, at) => name === names[at])) return;
      for (const name of before) remove(game, name);
      for (const name of names) add(game, name);
      if (names.length === 0) namesByGame.delete(game);
      else namesByGame.set(game, names);
      compact();
    },
    search: (folded) => {
      const found = new Map<string, number>();
      const keep = ({ games }: IndexedName, likeness: number): void => {
        for (const game of games) {
          const known = found.get(game);
          if (known === undefined || known < likeness) found.set(game, likeness);
        }
      };
      const grams = listNameGrams(folded);
      for (const each of listByGrams(grams))
        if (each?.name.includes(folded)) keep(each, each.name.startsWith(folded) ? prefixLikeness : partLikeness);
      for (const [id, count] of countSharedGrams(grams)) {
        const each = indexed[id];
        if (each) keep(each, count / grams.size);
      }
      return found;
    },
  };
}

/** Lists of trigrams are in ascending order, because each new name has the next number. */
function includesSorted(ids: readonly number[], wanted: number): boolean {
  let [low, high] = [0, ids.length - 1];
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const id = ids[middle] ?? 0;
    if (id === wanted) return true;
    if (id < wanted) low = middle + 1;
    else high = middle - 1;
  }
  return false;
}

const minRemoved = 1000;
