import { expect, test } from 'vitest';
import { createIdempotencyKeys } from './simulator-idempotency-keys.server.ts';

test('a key is processed once, for a day', async () => {
  let nowMs = 0;
  let count = 0;
  const keys = createIdempotencyKeys<number>(() => new Date(nowMs));
  const ask = (key: string, content: object) => keys.once(key, content, async () => (count += 1));
  const both = await Promise.all([ask('a', { x: 1 }), ask('a', { x: 1 })]);
  expect(both).toEqual([{ outcome: 'answered', answer: 1 }, { outcome: 'busy' }]);
  expect(await ask('a', { x: 1 })).toEqual({ outcome: 'replayed', answer: 1 });
  expect(await ask('a', { x: 2 })).toEqual({ outcome: 'different-content' });
  expect(await ask('b', { x: 1 })).toEqual({ outcome: 'answered', answer: 2 });
  nowMs += 24 * 3600_000;
  expect(await ask('a', { x: 2 })).toEqual({ outcome: 'answered', answer: 3 });
});

test('a failed request is not stored', async () => {
  const keys = createIdempotencyKeys<number>(() => new Date());
  const fail = () => keys.once('a', {}, async () => Promise.reject(new Error('no')));
  await expect(fail()).rejects.toThrow('no');
  expect(await keys.once('a', {}, async () => 1)).toEqual({ outcome: 'answered', answer: 1 });
});
