import { expect, test } from 'vitest';
import { createFreshSingleFlight, createSingleFlight } from './single-flight.ts';

/** Runs whose end the test controls. */
function runs() {
  const started: { end: (value: string) => void; fail: (error: Error) => void }[] = [];
  const run = (): Promise<string> => {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    started.push({ end: resolve, fail: reject });
    return promise;
  };
  return { started, run };
}

test('concurrent calls share the result', async () => {
  const { started, run } = runs();
  const fly = createSingleFlight<string>();
  const both = [fly('a', run), fly('a', run)];
  const other = fly('b', run);
  expect(started).toHaveLength(2);
  started[0]?.end('one');
  started[1]?.end('other');
  expect(await Promise.all([...both, other])).toEqual(['one', 'one', 'other']);
});

test('calls during a run share the next one', async () => {
  const { started, run } = runs();
  const fly = createFreshSingleFlight<string>();
  const first = fly('a', run);
  const late = [fly('a', run), fly('a', run), fly('a', run)];
  expect(started).toHaveLength(1);
  started[0]?.end('before');
  expect(await first).toBe('before');
  await expect.poll(() => started.length).toBe(2);
  started[1]?.end('after');
  expect(await Promise.all(late)).toEqual(['after', 'after', 'after']);
  const again = fly('a', run);
  started[2]?.end('again');
  expect(await again).toBe('again');
  expect(started).toHaveLength(3);
});

test('a failed run rejects only its caller, and the next one starts', async () => {
  const { started, run } = runs();
  const fly = createFreshSingleFlight<string>();
  const first = fly('a', run);
  const late = fly('a', run);
  started[0]?.fail(new Error('the line broke'));
  await expect(first).rejects.toThrow('the line broke');
  await expect.poll(() => started.length).toBe(2);
  started[1]?.end('after');
  expect(await late).toBe('after');
});
