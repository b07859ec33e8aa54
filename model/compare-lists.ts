// The shortest edit script between two lists: E. W. Myers, "An O(ND) difference algorithm" (1986). A maximum number of
// edits bounds the time.

export type ListEdit = 'same' | 'added' | 'removed';

/** Undefined if more than `most` edits are needed. */
export function compareLists(
  before: readonly string[],
  after: readonly string[],
  most: number,
): { readonly kind: ListEdit; readonly item: string }[] | undefined {
  const start = countSame(before, after, (list, index) => list[index]);
  const rest = Math.min(before.length, after.length) - start;
  const end = Math.min(
    rest,
    countSame(before, after, (list, index) => list[list.length - 1 - index]),
  );
  const middle = findEdits(before.slice(start, before.length - end), after.slice(start, after.length - end), most);
  if (!middle) return undefined;
  const same = (item: string) => ({ kind: 'same' as const, item });
  return [
    ...before.slice(0, start).map((item) => same(item)),
    ...middle,
    ...before.slice(before.length - end).map((item) => same(item)),
  ];
}

function countSame(
  one: readonly string[],
  other: readonly string[],
  at: (list: readonly string[], index: number) => string | undefined,
): number {
  const most = Math.min(one.length, other.length);
  let count = 0;
  while (count < most && at(one, count) === at(other, count)) count += 1;
  return count;
}

/** Each round allows one more edit and stores how far it gets on every diagonal. Backtracking yields the edits. */
function findEdits(before: readonly string[], after: readonly string[], most: number) {
  const [from, to] = numberItems(before, after);
  const limit = Math.min(most, from.length + to.length);
  const reached = new Int32Array(2 * limit + 3);
  const at = (diagonal: number): number => diagonal + limit + 1;
  const rounds: Int32Array[] = [];
  for (let edits = 0; edits <= limit; edits += 1) {
    rounds.push(reached.slice(at(-edits) - 1, at(edits) + 2));
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const isDown = comesFromAbove(reached, at(diagonal), diagonal, edits);
      let x = isDown ? (reached[at(diagonal + 1)] ?? 0) : (reached[at(diagonal - 1)] ?? 0) + 1;
      while (x < from.length && x - diagonal < to.length && from[x] === to[x - diagonal]) x += 1;
      reached[at(diagonal)] = x;
      if (x >= from.length && x - diagonal >= to.length) return walkBack(before, after, rounds);
    }
  }
  return undefined;
}

const comesFromAbove = (reached: Int32Array, place: number, diagonal: number, edits: number): boolean =>
  diagonal === -edits || (diagonal !== edits && (reached[place - 1] ?? 0) < (reached[place + 1] ?? 0));

function walkBack(before: readonly string[], after: readonly string[], rounds: readonly Int32Array[]) {
  const edits: { kind: ListEdit; item: string }[] = [];
  let x = before.length;
  let y = after.length;
  const takeSame = (untilX: number, untilY: number): void => {
    while (x > untilX && y > untilY) {
      x -= 1;
      y -= 1;
      edits.push({ kind: 'same', item: before[x] ?? '' });
    }
  };
  for (let round = rounds.length - 1; round > 0; round -= 1) {
    const reached = rounds[round] ?? new Int32Array();
    // Index 0 is the diagonal `-round - 1`.
    const place = x - y + round + 1;
    const isDown = comesFromAbove(reached, place, x - y, round);
    const beforeX = (isDown ? reached[place + 1] : reached[place - 1]) ?? 0;
    const beforeY = beforeX - (x - y + (isDown ? 1 : -1));
    takeSame(isDown ? beforeX : beforeX + 1, isDown ? beforeY + 1 : beforeY);
    if (isDown) edits.push({ kind: 'added', item: after[beforeY] ?? '' });
    else edits.push({ kind: 'removed', item: before[beforeX] ?? '' });
    x = beforeX;
    y = beforeY;
  }
  takeSame(0, 0);
  return edits.toReversed();
}

function numberItems(one: readonly string[], other: readonly string[]): [Int32Array, Int32Array] {
  const numbers = new Map<string, number>();
  const numberOf = (item: string): number => {
    const number = numbers.get(item) ?? numbers.size;
    numbers.set(item, number);
    return number;
  };
  return [Int32Array.from(one, numberOf), Int32Array.from(other, numberOf)];
}
