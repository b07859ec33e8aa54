// Regular expressions that are expensive to match, in families that grow with a number, and inputs for them.
import { checkPattern, maxPatternLength } from '../pattern.ts';

type WritePattern = (size: number) => string;

const repeat = (part: string, times: number): string => part.repeat(Math.max(1, times));

export const slowPatterns: readonly (readonly [name: string, write: WritePattern])[] = [
  ['optional letters before as many letters', (n) => `(?:a?){${n}}a{${n}}`],
  ['anything, many times', (n) => `(?:.*){${n}}x`],
  ['anything and a letter, many times', (n) => `(?:.*a){${n}}$`],
  ['a letter far from the end', (n) => `(a|b)*a(a|b){${n}}$`],
  ['optional letters of any script', (n) => `(?:\\pL?){${n}}\\d`],
  ['a class without regard to case', (n) => `(?i)(?:[^k]?){${n}}K$`],
  ['repetitions in repetitions', (n) => `(?:(?:a?){${Math.ceil(Math.sqrt(n))}}){${Math.ceil(Math.sqrt(n))}}$x`],
  ['edges of words', (n) => `(?:\\b.?\\B?){${n}}z$`],
  ['choices that overlap', (n) => `(?:.|a|b){${n}}$~`],
  ['classes that overlap, any number of each', (n) => `(?:[^~]*[^!]*){${n}}#`],
  ['choices of classes without regard to case', (n) => `(?i)(?:k|\\pL|.){${n}}$~`],
  ['groups that are all optional', (n) => `${repeat('(a?)(b?)(a|b?)*', n)}$~`],
  ['stars one behind the other', (n) => `${repeat('(?:a|b|c|d|e|ab)*', n)}$~`],
  ['large classes', (n) => `${repeat('(?:[^\\x{10000}-\\x{10ffff}\\pN]|\\pL)*', n)}~$`],
  ['empty choices', (n) => `(?:(?:|a)+){${n}}$~`],
  ['stars of stars', (n) => `${repeat('(?:a*)*', n)}$~`],
  ['edges of lines', (n) => `(?m)(?:^.?$?){${n}}~`],
];

export function growPattern(write: WritePattern): { readonly accepted: string; readonly refused?: string } {
  let accepted = write(1);
  for (let size = 2; size <= 1000; size += 1) {
    const next = write(size);
    if (next.length > maxPatternLength) break;
    if (checkPattern(next).outcome !== 'ok') return { accepted, refused: next };
    accepted = next;
  }
  return { accepted };
}

export const slowPatternInputs: readonly string[] = [
  ...['a', 'ab', 'aab', 'x', 'k1', '\u0436', '\u00e9 a'].map((part) =>
    part.repeat(maxPatternLength).slice(0, maxPatternLength),
  ),
  Array.from({ length: maxPatternLength }, (_, at) => ((at * 2_654_435_761) % 3 > 0 ? 'a' : 'b')).join(''),
  Array.from({ length: maxPatternLength }, (_, at) => String.fromCodePoint(0x400 + ((at * 37) % 900))).join(''),
];
