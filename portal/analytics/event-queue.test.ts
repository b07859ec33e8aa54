import { expect, test } from 'vitest';
import type { AnalyticsEvent } from '#model/analytics.ts';
import { countBytes, createEventQueue, maxKeepaliveBodyBytes, maxQueuedEvents } from './event-queue.ts';

// Only the fields read here.
const event = (name: string) => ({ name }) as unknown as AnalyticsEvent;
const namesOf = (batch: readonly { event: AnalyticsEvent }[]) =>
  batch.map((each) => (each.event as unknown as { name: string }).name);

test('a batch contains the events of one account, in order', () => {
  const queue = createEventQueue();
  queue.add(event('a'), 't1');
  queue.add(event('b'), 't1');
  queue.add(event('c'), undefined);
  queue.add(event('d'), 't1');
  expect([queue.takeBatch(), queue.takeBatch(), queue.takeBatch()].map(namesOf)).toEqual([['a', 'b'], ['c'], ['d']]);
  expect(queue.takeBatch()).toEqual([]);
});

test('a batch fits into a keepalive request, unless a single event does not', () => {
  const queue = createEventQueue();
  for (let count = 0; count < 4; count += 1) queue.add(event('x'.repeat(25_000)), undefined);
  const batch = queue.takeBatch();
  expect(batch).toHaveLength(2);
  expect(countBytes(batch)).toBeLessThanOrEqual(maxKeepaliveBodyBytes);
  const large = createEventQueue();
  large.add(event('x'.repeat(maxKeepaliveBodyBytes)), undefined);
  large.add(event('y'), undefined);
  expect(large.takeBatch()).toHaveLength(1);
});

test('a failed batch is sent first the next time; above the limit the oldest are dropped and counted once', () => {
  const queue = createEventQueue();
  queue.add(event('old'), undefined);
  const batch = queue.takeBatch();
  queue.add(event('new'), undefined);
  queue.putBack(batch);
  expect(namesOf(queue.takeBatch())).toEqual(['old', 'new']);
  for (let count = 0; count < maxQueuedEvents; count += 1) queue.add(event(String(count)), undefined);
  queue.putBack(batch);
  expect(queue.size()).toBe(maxQueuedEvents);
  expect(queue.takeDropped()).toBe(1);
  expect(queue.takeDropped()).toBe(0);
  expect(namesOf(queue.takeBatch())[0]).toBe('0');
});
