import { expect, test, vi } from 'vitest';
import { guardMessages } from './guard-messages.ts';
import type { LoadingEvent } from './loading-state.ts';
import { oneModalAtATime } from './one-modal-at-a-time.ts';
import { watchRunner } from './watch-runner.ts';

const origin = 'https://m.games.example';

function openRunner() {
  const page = new EventTarget() as EventTarget & Window;
  const own = { postMessage: vi.fn<Window['postMessage']>() };
  const told: LoadingEvent[] = [];
  const watch = watchRunner({ contentWindow: own }, origin, (event) => void told.push(event), page);
  const say = (news: object): boolean =>
    page.dispatchEvent(
      Object.assign(new Event('message'), { source: own, origin, data: { type: 'fxid-runner', ...news } }),
    );
  return { own, told, watch, say };
}

test('a Unity build is asked to end, at its own origin, and waited for', async () => {
  const { own, watch, say } = openRunner();
  say({ state: 'ready' });
  let isOver = false;
  const left = watch.leave(60_000).then(() => (isOver = true));
  expect(own.postMessage).toHaveBeenCalledExactlyOnceWith({ type: 'fxid-portal', state: 'leaving' }, origin);
  await Promise.resolve();
  expect(isOver).toBe(false);
  say({ state: 'ended' });
  await left;
});

test('a build that does not end is not waited for any longer', async () => {
  vi.useFakeTimers();
  try {
    const { watch, say } = openRunner();
    say({ state: 'ready' });
    const left = watch.leave(2500);
    await vi.advanceTimersByTimeAsync(2500);
    await left;
  } finally {
    vi.useRealTimers();
  }
});

test('a game that is no Unity build is not asked', async () => {
  const { own, watch } = openRunner();
  await watch.leave(60_000);
  expect(own.postMessage).not.toHaveBeenCalled();
});

test('a page that says without end how far it is, is not believed every time', () => {
  const { told, say } = openRunner();
  const news = { state: 'loading', progress: 0.5, loadedBytes: 5, totalBytes: 10 };
  for (let times = 0; times < 5000; times += 1) say(news);
  expect(told.length).toBeLessThan(1000);
  say({ state: 'ready' });
  expect(told.at(-1)).toEqual({ type: 'ready' });
});

test('a game that posts to the page without end is told of once; others may post what they like', () => {
  const page = new EventTarget() as EventTarget & Window;
  const own = {};
  const onFlood = vi.fn<() => void>();
  const stop = guardMessages({ contentWindow: own }, onFlood, page);
  const post = (source: object | null, times: number): void => {
    for (let posted = 0; posted < times; posted += 1)
      page.dispatchEvent(Object.assign(new Event('message'), { source }));
  };
  post(own, 1000);
  post({}, 10_000);
  post(null, 10_000);
  expect(onFlood).not.toHaveBeenCalled();
  post(own, 50_000);
  expect(onFlood).toHaveBeenCalledOnce();
  stop();
});

test('a game has one modal open at a time, and soon has to wait for the next', async () => {
  let atMs = 0;
  const closing: (() => void)[] = [];
  const open = oneModalAtATime(
    () => new Promise<void>((resolve) => closing.push(resolve)),
    () => atMs,
  );
  const first = open('info', { title: '', text: '' });
  await expect(open('copy', { text: '' })).rejects.toMatchObject({ code: 'Busy' });
  closing.pop()?.();
  await first;
  for (let times = 1; times < 5; times += 1) {
    const next = open('copy', { text: '' });
    closing.pop()?.();
    await next;
  }
  await expect(open('copy', { text: '' })).rejects.toMatchObject({ code: 'TooManyRequests' });
  atMs += 10_000;
  const later = open('copy', { text: '' });
  closing.pop()?.();
  await later;
});
