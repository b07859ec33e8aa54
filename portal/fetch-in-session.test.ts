import { expect, test } from 'vitest';
import { fetchInSession } from './fetch-in-session.ts';

test('sends a request only with a session', async () => {
  let asked = 0;
  const ask = async (): Promise<string> => `profile ${(asked += 1)}`;
  await expect(fetchInSession(false, ask)).rejects.toThrow('Failed profile data fetch: authToken is not available');
  expect(asked).toBe(0);
  expect(await fetchInSession(true, ask)).toBe('profile 1');
});
