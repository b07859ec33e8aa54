/** Sums of the second and the first half: the last 24 hours, and those before. */
export function comparePeriods(values: readonly number[]): { readonly last: number; readonly before: number } {
  const half = Math.floor(values.length / 2);
  const sum = (some: readonly number[]): number => some.reduce((total, value) => total + value, 0);
  return { last: sum(values.slice(half)), before: sum(values.slice(0, half)) };
}
