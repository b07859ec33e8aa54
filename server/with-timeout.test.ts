import { expect, test } from 'vitest';
import { withTimeout } from './with-timeout.ts';

const late = () => new Error('too late');
const never = new Promise<never>(() => undefined);

test('settles like the promise', async () => {
  expect(await withTimeout(Promise.resolve(1), 60_000, late)).toBe(1);
  await expect(withTimeout(Promise.reject(new Error('its own')), 60_000, late)).rejects.toThrow('its own');
});

test("rejects with the error if the promise doesn't settle", async () => {
  await expect(withTimeout(never, 1, late)).rejects.toThrow('too late');
});
