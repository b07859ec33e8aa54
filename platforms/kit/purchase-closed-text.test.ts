import { expect, test } from 'vitest';
import { getPurchaseClosedText } from './purchase-closed-text.ts';

test.each([
  ['de', 'im Spiel'],
  ['ru-RU', 'в игре'],
  ['tlh', 'in the game'],
  [undefined, 'in the game'],
])('a player with the language %s sees that it can’t be paid: %s', (language, words) => {
  expect(getPurchaseClosedText(language)).toContain(words);
});
