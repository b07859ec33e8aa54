import { expect, test } from 'vitest';
import { inTime } from './in-time.ts';

const late = () => new Error('too late');
const never = new Promise<never>(() => undefined);

test('ends as the promise does', async () => {
  expect(await inTime(Promise.resolve(1), 60_000, late)).toBe(1);
  await expect(inTime(Promise.reject(new Error('its own')), 60_000, late)).rejects.toThrow('its own');
});

test('ends with the fault where the promise does not end', async () => {
  await expect(inTime(never, 1, late)).rejects.toThrow('too late');
});
