import { afterEach, expect, test } from 'vitest';
import {
  beginSession,
  currentSessionNumber,
  endSession,
  deferSessionChange,
  subscribeToSession,
} from './session-token.ts';

let stop: (() => void) | undefined;
afterEach(() => {
  stop?.();
  endSession();
});

function follow() {
  const seen: number[] = [];
  stop = subscribeToSession(() => seen.push(currentSessionNumber()));
  return seen;
}

test("a new token of the same account doesn't count as a new session", () => {
  beginSession('old');
  const before = currentSessionNumber();
  const seen = follow();
  const release = deferSessionChange();
  beginSession('new');
  expect(currentSessionNumber()).toBe(before);
  release(false);
  expect(currentSessionNumber()).toBe(before);
  expect(seen).toEqual([]);
});

test('another account or a sign-out counts as a new session', () => {
  beginSession('old');
  const before = currentSessionNumber();
  const seen = follow();
  const another = deferSessionChange();
  beginSession('another');
  another(true);
  expect(seen).toHaveLength(1);
  expect(currentSessionNumber()).not.toBe(before);
  const ending = deferSessionChange();
  endSession('another');
  ending(false);
  expect(seen).toHaveLength(2);
  expect(currentSessionNumber()).toBe(0);
});
