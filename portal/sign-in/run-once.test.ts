import { expect, test } from 'vitest';
import { runOnce } from './run-once.ts';

test('work runs once per key, even if it fails', async () => {
  const done: string[] = [];
  const work = (name: string) => async (): Promise<string> => {
    done.push(name);
    if (name === 'bad') throw new Error('used up');
    return name;
  };
  const [first, again, other] = await Promise.all([
    runOnce('a', work('a')),
    runOnce('a', work('never')),
    runOnce('b', work('b')),
  ]);
  expect([first, again, other]).toEqual(['a', 'a', 'b']);
  await expect(runOnce('c', work('bad'))).rejects.toThrow('used up');
  await expect(runOnce('c', work('never'))).rejects.toThrow('used up');
  expect(done).toEqual(['a', 'b', 'bad']);
});
