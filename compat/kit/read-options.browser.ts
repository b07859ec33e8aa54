/** The fields of an object that a game passed, or none: games pass null, texts and numbers too. */
export const readOptions = <T extends object>(given: T | null | undefined): Partial<T> =>
  typeof given === 'object' && given !== null ? given : {};

/** The entries of a list that a game passed, without those that are no objects. */
export const readList = <T extends object>(given: readonly T[] | null | undefined): Partial<T>[] =>
  Array.isArray(given) ? (given as readonly (T | null)[]).map(readOptions) : [];

/** Objects become JSON. Nothing is an empty text. */
export function toText(given: unknown): string {
  if (given === undefined || given === null) return '';
  return typeof given === 'string' ? given : (JSON.stringify(given) ?? '');
}
