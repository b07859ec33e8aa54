import { expect, test } from 'vitest';
import { findCardProblem } from './simulator-page.server.ts';

test.each(['', '4242424242424242', '4242 4242 4242 4242', '378282246310005', '6011 1111 1111 1117'])(
  'the card %j is accepted',
  (card) => {
    expect(findCardProblem(card)).toBeUndefined();
  },
);

test.each(['4242424242424241', '4242', 'none', '42424242424242424242', '4242-4242-4242-4242'])(
  'the card %j is refused',
  (card) => {
    expect(findCardProblem(card)).toBe('This is not a card number. Try again.');
  },
);
