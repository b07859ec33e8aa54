import type { Symbol } from 'typescript/unstable/sync';

/** The declarations of a property, one text each. A property that combines several types has several. */
export function declarationsOf(symbol: Symbol | undefined): string[] {
  return (symbol?.declarations ?? []).map(({ path, index, kind }) => `${path}:${index}:${kind}`);
}
