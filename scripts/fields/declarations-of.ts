import type { Symbol } from 'typescript/unstable/sync';

/** Where a property is declared, as one text each. A property that is made from several types has several. */
export function declarationsOf(symbol: Symbol | undefined): string[] {
  return (symbol?.declarations ?? []).map(({ path, index, kind }) => `${path}:${index}:${kind}`);
}
