import { expect, test } from 'vitest';
import { createOwnCounts, type Counted } from './request-counts.ts';

function counting(mostCallers?: number) {
  const clock = { nowMs: 0 };
  const counts = createOwnCounts(() => clock.nowMs, mostCallers)('', 60_000);
  const add = (caller: string): Counted | undefined => {
    let told: Counted | undefined;
    counts.add(caller, (counted) => (told = counted));
    return told;
  };
  return { clock, add };
}

test('counts each caller until his window ends, and from one again then', () => {
  const { clock, add } = counting();
  expect([add('a'), add('a'), add('b')]).toMatchObject([{ requests: 1 }, { requests: 2 }, { requests: 1 }]);
  clock.nowMs = 59_999;
  expect(add('a')).toEqual({ requests: 3, leftMs: 1 });
  clock.nowMs = 60_000;
  expect(add('a')).toEqual({ requests: 1, leftMs: 60_000 });
});

test('forgets those first whose windows began first, and nobody before there are too many', () => {
  const { clock, add } = counting(2);
  add('a');
  add('b');
  clock.nowMs = 60_000;
  // The window of this one is new, and that of the other one the oldest.
  add('a');
  add('c');
  expect(add('a')).toMatchObject({ requests: 2 });
  expect(add('c')).toMatchObject({ requests: 2 });
  add('d');
  expect(add('a')).toMatchObject({ requests: 1 });
});
