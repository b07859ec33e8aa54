import { expect, test } from 'vitest';
import { compareLists } from './compare-lists.ts';
import { compareTexts } from './compare-texts.ts';

/** Renders the comparison as text: [-removed-] and {+added+}. */
const read = (before: string, after: string): string[] | undefined =>
  compareTexts(before, after)?.map((line) =>
    'skipped' in line
      ? `… ${line.skipped}`
      : line.pieces
          .map(({ kind, text }) => (kind === 'same' ? text : kind === 'added' ? `{+${text}+}` : `[-${text}-]`))
          .join(''),
  );

test('shows changed words, and leaves out unchanged lines', () => {
  const before = ['# Terms', 'One.', 'Two.', 'Be kind to others at all times.', 'Three.', 'Four.'].join('\n\n');
  const after = before.replace('kind to others', 'kind and fair to others');
  expect(read(before, after)).toEqual(['… 2', 'Two.', 'Be kind {+and fair +}to others at all times.', 'Three.', '… 1']);
  expect(read(before, `${before}\n\nFive.`)).toEqual(['… 5', 'Four.', '{+Five.+}']);
  expect(read('a\nb', 'b')).toEqual(['[-a-]', 'b']);
  expect(read('Nobody may.', 'Everything is otherwise now')).toEqual([
    '[-Nobody may.-]',
    '{+Everything is otherwise now+}',
  ]);
  expect(read(before, before)).toEqual(['… 6']);
  expect(read('', 'a')).toEqual(['{+a+}']);
});

test('scripts without spaces are compared letter by letter', () => {
  expect(read('親切にしてください', '親切にして遊んでください')).toEqual(['親切にして{+遊んで+}ください']);
});

test('both texts can be reconstructed from the comparison', () => {
  let seed = 7;
  const random = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed % below;
  };
  for (let times = 0; times < 300; times += 1) {
    const list = (): string[] => Array.from({ length: random(12) }, () => 'abc'.charAt(random(3)));
    const [before, after] = [list(), list()];
    const edits = compareLists(before, after, 100) ?? [];
    const without = (kind: string) => edits.filter((edit) => edit.kind !== kind).map(({ item }) => item);
    expect(without('added')).toEqual(before);
    expect(without('removed')).toEqual(after);
    expect(edits.filter(({ kind }) => kind === 'same').length).toBe(longestCommon(before, after));
  }
});

/** By definition, for small lists. */
function longestCommon(one: readonly string[], other: readonly string[]): number {
  const [first, ...rest] = one;
  if (first === undefined || other.length === 0) return 0;
  const found = other.indexOf(first);
  const without = longestCommon(rest, other);
  return found === -1 ? without : Math.max(without, 1 + longestCommon(rest, other.slice(found + 1)));
}

test.each([
  ['lines', Array.from({ length: 100_000 }, (_, index) => `${index % 7}`).join('\n')],
  ['words', 'a b '.repeat(50_000)],
  ['one word', 'a'.repeat(200_000)],
])('texts of 200,000 characters in many %s without common parts are not compared', (_, text) => {
  const other = text.replaceAll(/\w/g, 'z').replaceAll(' ', ' y ').slice(0, 200_000);
  const compared = compareTexts(text, other);
  // Neither line by line nor, for one long line, word by word.
  expect(compared === undefined || compared.every((line) => 'pieces' in line && line.pieces.length === 1)).toBe(true);
});
