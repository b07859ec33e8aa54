import { expect, test } from 'vitest';
import { joinWords, splitWords } from './words.ts';

test('words are lines, each once and without spaces around them', () => {
  expect(splitWords(' fudge \n\ntwo words\nfudge')).toEqual(['fudge', 'two words']);
  expect(splitWords(joinWords(['a', 'b']))).toEqual(['a', 'b']);
});
