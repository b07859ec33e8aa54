import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AnalyticsEnvelope } from '#model/analytics.ts';
import { buildAnalyticsEvent } from './analytics-event.ts';
import { batchDelayMs, createAnalyticsSender, maxBatchEvents } from './create-analytics-sender.ts';
import { maxKeepaliveBodyBytes, maxQueuedEvents } from './event-queue.ts';
import type { PostOutcome } from './post-outcome.ts';

interface Posted {
  readonly envelope: AnalyticsEnvelope;
  readonly token: string | undefined;
  readonly keepalive: boolean;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

class FakePage extends EventTarget {
  readonly document = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  hide(): void {
    this.document.visibilityState = 'hidden';
    this.document.dispatchEvent(new Event('visibilitychange'));
  }
}

function start(answer: (posted: Posted) => PostOutcome | Promise<PostOutcome> = () => ({ outcome: 'taken' })) {
  const posted: Posted[] = [];
  const notes: string[] = [];
  const page = new FakePage();
  const sender = createAnalyticsSender({
    sessionId: 'session',
    post: async (envelope, token, { keepalive }) => {
      const one = { envelope, token, keepalive };
      posted.push(one);
      return answer(one);
    },
    page,
    random: () => 1,
    log: { warn: (...parts) => void notes.push(parts.join(' ')) },
  });
  const add = (count: number, token?: string, S1 = 'x'): void => {
    for (let id = 0; id < count; id += 1) sender.add(buildAnalyticsEvent(id, { columns: { S1 } }), token);
  };
  const ids = (): number[][] => posted.map(({ envelope }) => envelope.Events.map(({ EventId }) => EventId));
  const sizes = (): number[] => ids().map(({ length }) => length);
  return { sender, page, posted, notes, add, ids, sizes };
}

const upTo = (count: number): number[] => Array.from({ length: count }, (_, id) => id);

test('sends the events of an interval in one envelope', async () => {
  const { add, posted, sizes } = start();
  add(3, 'token');
  await vi.advanceTimersByTimeAsync(batchDelayMs - 1);
  expect(posted).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(posted).toHaveLength(1);
  expect(posted[0]).toMatchObject({
    token: 'token',
    keepalive: true,
    envelope: { SessionId: 'session', Platform: 24, BuildId: 190 },
  });
  expect(sizes()).toEqual([3]);
  for (const event of posted[0]?.envelope.Events ?? []) expect(event).toMatchObject({ Build: 190, Platform: 24 });
});

test('sends at once when a batch is full, and respects the rate limit', async () => {
  const { add, sizes } = start();
  add(maxBatchEvents);
  expect(sizes()).toEqual([maxBatchEvents]);
  await vi.advanceTimersByTimeAsync(0);
  add(maxBatchEvents * 3);
  expect(sizes()).toEqual([maxBatchEvents]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(sizes()).toEqual([maxBatchEvents, maxBatchEvents * 3]);
});

test('has at most one timer, and none if nothing is pending', async () => {
  const { add } = start();
  expect(vi.getTimerCount()).toBe(0);
  add(5);
  expect(vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(batchDelayMs);
  expect(vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(1000);
  expect(vi.getTimerCount()).toBe(0);
});

test('never mixes the events of two sessions', async () => {
  const { add, page, posted } = start();
  add(1);
  add(2, 'ada');
  add(1, 'bob');
  page.hide();
  expect(posted.map(({ token, envelope }) => [token, envelope.Events.length])).toEqual([
    [undefined, 1],
    ['ada', 2],
    ['bob', 1],
  ]);
});

test.each(['hidden', 'pagehide'])('sends all pending events once when the page is left (%s)', async (how) => {
  const { add, page, ids } = start();
  add(4);
  if (how === 'hidden') page.hide();
  else page.dispatchEvent(new Event('pagehide'));
  page.dispatchEvent(new Event('pagehide'));
  expect(ids()).toEqual([upTo(4)]);
  await vi.advanceTimersByTimeAsync(batchDelayMs * 2);
  expect(ids()).toEqual([upTo(4)]);
});

test('becoming visible sends nothing', () => {
  const { add, page, posted } = start();
  add(1);
  page.document.dispatchEvent(new Event('visibilitychange'));
  expect(posted).toEqual([]);
});

test('splits large batches, and uses keepalive only within its limit', async () => {
  const { add, page, posted } = start(() => new Promise(() => undefined));
  add(49, 'token', 'ж'.repeat(1000));
  page.hide();
  const bytes = posted.map(({ envelope }) => new TextEncoder().encode(JSON.stringify(envelope)).length);
  expect(bytes.length).toBeGreaterThan(1);
  expect(Math.max(...bytes)).toBeLessThanOrEqual(maxKeepaliveBodyBytes);
  const keptAlive = bytes.filter((_, index) => posted[index]?.keepalive);
  expect(keptAlive).toHaveLength(1);
  expect(posted.flatMap(({ envelope }) => envelope.Events.map(({ EventId }) => EventId))).toEqual(upTo(49));
});

test('a larger event is sent alone, without keepalive', () => {
  const { sender, page, posted } = start();
  const columns = Object.fromEntries(['J1', 'J2', 'J3', 'J4'].map((name) => [name, '\u4e00'.repeat(4000)]));
  const texts = Object.fromEntries(upTo(15).map((n) => [`S${n + 1}`, '\u4e00'.repeat(1000)]));
  sender.add(buildAnalyticsEvent(7, { columns: { ...columns, ...texts } }), undefined);
  sender.add(buildAnalyticsEvent(8), undefined);
  page.hide();
  expect(posted.map(({ keepalive, envelope }) => [keepalive, envelope.Events.length])).toEqual([
    [false, 1],
    [true, 1],
  ]);
});

test('retries failed batches in order, with growing delays', async () => {
  let isAway = true;
  const { add, ids } = start(() => (isAway ? { outcome: 'later' } : { outcome: 'taken' }));
  add(2);
  await vi.advanceTimersByTimeAsync(batchDelayMs);
  for (const waitMs of [2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]) {
    const before = ids().length;
    await vi.advanceTimersByTimeAsync(waitMs - 1);
    expect(ids()).toHaveLength(before);
    await vi.advanceTimersByTimeAsync(1);
    expect(ids()).toHaveLength(before + 1);
  }
  isAway = false;
  add(1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ids().at(-1)).toEqual([0, 1, 0]);
  const { length } = ids();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(ids()).toHaveLength(length);
});

test('respects Retry-After', async () => {
  const { add, posted } = start(() => ({ outcome: 'later', waitMs: 90_000 }));
  add(maxBatchEvents);
  await vi.advanceTimersByTimeAsync(89_999);
  add(maxBatchEvents);
  expect(posted).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(90_000 / 5 + 1);
  expect(posted).toHaveLength(2);
});

test('drops a rejected batch with one log line, and continues', async () => {
  const answers: PostOutcome[] = [{ outcome: 'refused', reason: '400 No' }];
  const { add, notes, sizes } = start(() => answers.pop() ?? { outcome: 'taken' });
  add(2);
  await vi.advanceTimersByTimeAsync(batchDelayMs);
  add(1);
  await vi.advanceTimersByTimeAsync(batchDelayMs * 2);
  expect(sizes()).toEqual([2, 1]);
  expect(notes).toEqual(['2 analytics events were rejected and dropped: 400 No']);
});

test('an unexpected error drops the batch with a log line', async () => {
  const { add, notes } = start(() => Promise.reject(new Error('broken')));
  add(1);
  await vi.advanceTimersByTimeAsync(batchDelayMs);
  expect(notes.join()).toContain('broken');
});

test('drops the oldest events above the limit, and logs how many', async () => {
  const { add, notes, posted } = start(() => ({ outcome: 'later' }));
  add(1);
  await vi.advanceTimersByTimeAsync(batchDelayMs);
  add(maxQueuedEvents + 4);
  await vi.advanceTimersByTimeAsync(2000);
  expect(notes).toEqual(['5 analytics events were dropped: only 1000 can wait.']);
  expect(posted.at(-1)?.envelope.Events[0]?.EventId).toBe(4);
});

test('events that failed while the page was hidden are sent when it is visible again', async () => {
  let isAway = true;
  const { add, page, sizes } = start(() => (isAway ? { outcome: 'later' } : { outcome: 'taken' }));
  add(2);
  page.hide();
  await vi.advanceTimersByTimeAsync(0);
  isAway = false;
  await vi.advanceTimersByTimeAsync(batchDelayMs);
  expect(sizes()).toEqual([2, 2]);
});

test('dispose sends pending events and removes timer and listeners', async () => {
  const { add, sender, page, sizes, notes } = start(() => ({ outcome: 'later' }));
  add(2);
  sender.dispose();
  add(1);
  page.hide();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(sizes()).toEqual([2]);
  expect(vi.getTimerCount()).toBe(0);
  expect(notes.join()).toContain('2 analytics events were dropped');
});

test('dispose during a request leaves no timer', async () => {
  let answer: (outcome: PostOutcome) => void = () => undefined;
  const { add, sender } = start(() => new Promise((resolve) => (answer = resolve)));
  add(maxBatchEvents);
  sender.dispose();
  answer({ outcome: 'taken' });
  await vi.advanceTimersByTimeAsync(0);
  expect(vi.getTimerCount()).toBe(0);
});
