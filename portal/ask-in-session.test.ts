import { expect, test } from 'vitest';
import { askInSession } from './ask-in-session.ts';

test('asks only in a session', async () => {
  let asked = 0;
  const ask = async (): Promise<string> => `profile ${(asked += 1)}`;
  await expect(askInSession(false, ask)).rejects.toThrow('Failed profile data fetch: authToken is not available');
  expect(asked).toBe(0);
  expect(await askInSession(true, ask)).toBe('profile 1');
});
