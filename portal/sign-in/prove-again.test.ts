import { afterEach, expect, test } from 'vitest';
import { beginSession, endSession } from '#portal/session-token.ts';
import { registerProofPrompt, proveAgain } from './prove-again.ts';

let stop: (() => void) | undefined;
afterEach(() => {
  stop?.();
  endSession();
});

test('several concurrent calls cause one prompt, and a later call another', async () => {
  let asked = 0;
  let answer: (isProved: boolean) => void = () => undefined;
  stop = registerProofPrompt(() => {
    asked += 1;
    return new Promise((resolve) => {
      answer = resolve;
    });
  });
  beginSession('old');
  const calls = [proveAgain('old'), proveAgain('old')];
  answer(false);
  expect(await Promise.all(calls)).toEqual([false, false]);
  expect(asked).toBe(1);
  const later = proveAgain('old');
  answer(true);
  expect(await later).toBe(true);
  expect(asked).toBe(2);
});

test('a call sent during the prompt is repeated without another one, but not for another session', async () => {
  let asked = 0;
  stop = registerProofPrompt(async () => {
    asked += 1;
    beginSession('new');
    return true;
  });
  beginSession('stale');
  expect(await proveAgain('stale')).toBe(true);
  expect(await proveAgain('stale')).toBe(true);
  expect(asked).toBe(1);
  beginSession('somebody else');
  await proveAgain('stale');
  expect(asked).toBe(2);
});

test('without a prompt nothing is proved', async () => {
  expect(await proveAgain('old')).toBe(false);
});
