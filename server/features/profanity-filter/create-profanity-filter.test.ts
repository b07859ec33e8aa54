import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createProfanityFilter } from './create-profanity-filter.ts';

const filter = createProfanityFilter([
  'darn',
  'Größe',
  'ass',
  'bad word',
  'вред',
  'バカ',
  '1488',
  'sos',
  'ﬁg',
  'naïve',
]);

test.each([
  ['Oh darn it', 'Oh **** it'],
  ['DARN!', '****!'],
  ['"darn", (Darn)', '"****", (****)'],
  ['dàrñ', '****'],
  ['da\u0301rn', '****'],
  ['ｄａｒｎ', '****'],
  ['d@rn d4rn', '**** ****'],
  ['@ss a$$ a5s a$$!', '*** *** *** ***!'],
  ['GROSSE groesse größe', '****** groesse *****'],
  ['a BAD  word', 'a BAD  word'],
  ['a b4d\nword', 'a ***\n****'],
  ['вред ВРЕД вpед', '**** **** ****'],
  ['これはバカです', 'これは**です'],
  ['バカンス', 'バカンス'],
  ['1488', '****'],
  ['fig ﬁg', '*** **'],
  ['naive', '*****'],
])('masks whole words: %s', (text, masked) => {
  expect(filter(text)).toEqual({ text: masked, changed: text !== masked });
});

test.each(['darning', 'class', 'assess', 'badword', '505 5', '14880', '', ' ', 'вредный', '👍🏽 👨‍👩‍👧', '@ $ !'])(
  'keeps parts of words: %s',
  (text) => expect(filter(text)).toEqual({ text, changed: false }),
);

test('a word is found with anything invisible in it', () => {
  expect(filter('d\u200barn').text).toBe('*\u200b***');
});

test('of two words with the same beginning the longer one is used', () => {
  expect(createProfanityFilter(['red', 'red hot'])('red hot, red')).toEqual({ text: '*** ***, ***', changed: true });
});

test('without a list, or with words without letters, nothing changes', () => {
  for (const words of [[], ['\u200b', '\u0301']])
    expect(createProfanityFilter(words)('darn \u200b')).toEqual({ text: 'darn \u200b', changed: false });
});

const length = (text: string): number =>
  [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)].length;
const anyText = fc.string({ unit: 'grapheme', maxLength: 60 });
const listed = fc.array(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 4 }), { maxLength: 10 });

test('whatever the words and the text are, the length in graphemes stays', () => {
  fc.assert(
    fc.property(listed, anyText, fc.array(fc.nat(9)), (words, rest, picks) => {
      const mine = createProfanityFilter(words);
      const text = [rest, ...picks.map((pick) => words[pick] ?? '-')].join(' ');
      const once = mine(text);
      expect(length(once.text)).toBe(length(text));
      expect(once.changed).toBe(once.text !== text);
      expect(once.text.length).toBeLessThanOrEqual(text.length);
    }),
    { numRuns: 300 },
  );
});

test('every listed word of letters is masked as a separate word', () => {
  const word = fc.stringMatching(/^[a-zà-öа-я]{1,12}$/u);
  fc.assert(
    fc.property(fc.uniqueArray(word, { minLength: 1, maxLength: 20 }), fc.nat(19), (words, pick) => {
      const chosen = words[pick % words.length] ?? '';
      const { text } = createProfanityFilter(words)(`(${chosen.toUpperCase()})`);
      expect(text).toMatch(/^\(\*+\)$/);
    }),
  );
});
