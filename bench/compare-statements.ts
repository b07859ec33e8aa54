// One of our reads and the bare statement for the same rows, in turns over one connection. Machines are noisy: each round
// is compared with its neighbour, and the median of the ratios counts.
export interface Comparison {
  readonly name: string;
  readonly ours: (value: string) => Promise<unknown>;
  readonly bare: (value: string) => Promise<unknown>;
  /** What both are called with, one after the other. */
  readonly values: readonly string[];
  readonly maxRatio: number;
}

const rounds = 15;
const warmUpRounds = 3;

export async function compareStatements({ name, ours, bare, values, maxRatio }: Comparison): Promise<object> {
  const time = async (run: (value: string) => Promise<unknown>): Promise<number> => {
    const begun = performance.now();
    for (const value of values) await run(value);
    return (performance.now() - begun) / values.length;
  };
  const pairs: { readonly ours: number; readonly bare: number }[] = [];
  for (let round = -warmUpRounds; round < rounds; round += 1) {
    const pair = { ours: await time(ours), bare: await time(bare) };
    if (round >= 0) pairs.push(pair);
  }
  const ratio = median(pairs.map((pair) => pair.ours / pair.bare));
  return {
    measure: 'console-search',
    name,
    oursMs: rounded(median(pairs.map((pair) => pair.ours))),
    bareMs: rounded(median(pairs.map((pair) => pair.bare))),
    ratio: rounded(ratio),
    maxRatio,
    isWithin: ratio <= maxRatio,
  };
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const rounded = (value: number): number => Number(value.toFixed(3));
