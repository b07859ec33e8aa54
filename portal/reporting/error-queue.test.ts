import { expect, test } from 'vitest';
import { createErrorQueue } from './error-queue.ts';

test('keeps the first errors until there is a receiver, then forwards at once', () => {
  const queue = createErrorQueue();
  for (let number = 0; number < 30; number += 1) queue.capture(number);
  const sent: unknown[] = [];
  queue.sendTo((error) => sent.push(error));
  expect(sent).toEqual(Array.from({ length: 20 }, (_, number) => number));
  queue.capture('later');
  expect(sent.at(-1)).toBe('later');
});

test('drops everything if there will be no receiver', () => {
  const queue = createErrorQueue();
  queue.capture('early');
  queue.forget();
  queue.capture('late');
  const sent: unknown[] = [];
  queue.sendTo((error) => sent.push(error));
  expect(sent).toEqual([]);
});
