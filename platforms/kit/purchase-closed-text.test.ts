import { expect, test } from 'vitest';
import { getPurchaseClosedText } from './purchase-closed-text.ts';

test.each([
  ['de', 'im Spiel'],
  ['ru-RU', 'в игре'],
  ['tlh', 'in the game'],
  [undefined, 'in the game'],
])('somebody who speaks %s reads that it may not be paid: %s', (language, words) => {
  expect(getPurchaseClosedText(language)).toContain(words);
});
