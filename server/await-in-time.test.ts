import { expect, test } from 'vitest';
import { awaitInTime } from './await-in-time.ts';

const late = () => new Error('too late');
const never = new Promise<never>(() => undefined);

test('ends as the promise does', async () => {
  expect(await awaitInTime(Promise.resolve(1), 60_000, late)).toBe(1);
  await expect(awaitInTime(Promise.reject(new Error('its own')), 60_000, late)).rejects.toThrow('its own');
});

test('ends with the fault where the promise does not end', async () => {
  await expect(awaitInTime(never, 1, late)).rejects.toThrow('too late');
});
