import { expect, test } from 'vitest';
import { createKeyedMutex } from './keyed-mutex.ts';

test('runs calls with the same key one after another, also after an error, and other keys concurrently', async () => {
  const inTurn = createKeyedMutex();
  const began: string[] = [];
  const gates = ['a1', 'a2', 'a3', 'b1'].map((name) => ({ name, ...Promise.withResolvers<string>() }));
  const [one, two, three, other] = gates.map(({ name, promise }) =>
    inTurn(name.slice(0, 1), () => {
      began.push(name);
      return promise;
    }),
  );
  expect(began).toEqual(['a1', 'b1']);
  gates[0]?.reject(new Error('broken'));
  await expect(one).rejects.toThrow('broken');
  await expect.poll(() => began).toEqual(['a1', 'b1', 'a2']);
  gates[1]?.resolve('second');
  expect(await two).toBe('second');
  gates[2]?.resolve('third');
  gates[3]?.resolve('other');
  expect([await three, await other]).toEqual(['third', 'other']);
  expect(await inTurn('a', async () => 'again')).toBe('again');
});
