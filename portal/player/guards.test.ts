import { expect, test, vi } from 'vitest';
import { detectMessageFlood } from './detect-message-flood.ts';
import type { GameLoadingEvent } from './loading-state.ts';
import { limitGameModals } from './limit-game-modals.ts';
import { watchUnityRunner } from './watch-unity-runner.ts';

const origin = 'https://m.games.example';

function openRunner() {
  const page = new EventTarget() as EventTarget & Window;
  const own = { postMessage: vi.fn<Window['postMessage']>() };
  const told: GameLoadingEvent[] = [];
  const watch = watchUnityRunner({ contentWindow: own }, origin, (event) => void told.push(event), page);
  const say = (news: object): boolean =>
    page.dispatchEvent(
      Object.assign(new Event('message'), { source: own, origin, data: { type: 'fxid-runner', ...news } }),
    );
  return { own, told, watch, say };
}

test('a Unity build is asked at its own origin to quit, and has time to do so', async () => {
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

test('the wait for a Unity build to quit is limited', async () => {
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

test('a game that is not a Unity build is not asked to quit', async () => {
  const { own, watch } = openRunner();
  await watch.leave(60_000);
  expect(own.postMessage).not.toHaveBeenCalled();
});

test('progress messages of a page are rate limited', () => {
  const { told, say } = openRunner();
  const news = { state: 'loading', progress: 0.5, loadedBytes: 5, totalBytes: 10 };
  for (let times = 0; times < 5000; times += 1) say(news);
  expect(told.length).toBeLessThan(1000);
  say({ state: 'ready' });
  expect(told.at(-1)).toEqual({ type: 'ready' });
});

test('a flood of messages from a game is reported once; other windows may post any number', () => {
  const page = new EventTarget() as EventTarget & Window;
  const own = {};
  const onFlood = vi.fn<() => void>();
  const stop = detectMessageFlood({ contentWindow: own }, onFlood, page);
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

test('a game can open one modal at a time, and is rate limited', async () => {
  let atMs = 0;
  const closing: (() => void)[] = [];
  const { openModal: open } = limitGameModals(
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

test("the server isn't asked about a modal that couldn't be shown", async () => {
  let atMs = 0;
  const opened: string[] = [];
  const modals = limitGameModals(
    async (name) => void opened.push(name),
    () => atMs,
  );
  const asked: string[] = [];
  const request = (answer: boolean) =>
    modals.openModalIf(async () => asked.push('review') > 0 && answer, 'review', { game: 'miner' });
  const purchase = Promise.withResolvers<void>();
  const buying = modals.cover(() => purchase.promise);
  await expect(request(true)).rejects.toMatchObject({ code: 'Busy' });
  await expect(modals.openModal('copy', { text: '' })).rejects.toMatchObject({ code: 'Busy' });
  purchase.resolve();
  await buying;
  expect({ asked, opened }).toEqual({ asked: [], opened: [] });
  // A refused modal opens nothing and does not count toward the limit.
  for (let times = 0; times < 10; times += 1) expect(await request(false)).toBe(false);
  expect(await request(true)).toBe(true);
  expect(opened).toEqual(['review']);
  for (let times = 1; times < 5; times += 1) await modals.openModal('copy', { text: '' });
  asked.length = 0;
  await expect(request(true)).rejects.toMatchObject({ code: 'TooManyRequests' });
  expect(asked).toEqual([]);
  atMs += 10_000;
  expect(await request(true)).toBe(true);
});

test("while a game waits for an answer, it can't open anything else", async () => {
  const opened: string[] = [];
  const modals = limitGameModals(async (name) => void opened.push(name));
  const answer = Promise.withResolvers<boolean>();
  const asking = modals.openModalIf(() => answer.promise, 'review', { game: 'miner' });
  await expect(modals.openModal('copy', { text: '' })).rejects.toMatchObject({ code: 'Busy' });
  answer.resolve(true);
  expect(await asking).toBe(true);
  expect(opened).toEqual(['review']);
});
