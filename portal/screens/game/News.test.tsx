import { useQuery } from '@tanstack/react-query';
import { expect, onTestFinished, test, vi } from 'vitest';
import { mockApi } from '#portal/testing/mock-api.ts';
import { type RenderedComponent, renderInPortal, flushEffects } from '#portal/testing/render.tsx';
import { GameNews } from './News.tsx';

const minuteMs = 60_000;

/** Lets time pass while responses arrive and render. */
async function pass(ms: number): Promise<void> {
  for (let times = 0; times < 5; times += 1) await flushEffects(() => void vi.advanceTimersByTime(ms / 5));
}

/** Lets time pass while nothing is rendered. */
async function leaveFor({ rerender }: RenderedComponent, ms: number): Promise<void> {
  await rerender(null);
  await pass(ms);
}

function holdClock(): void {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
}

test('news are requested again after 5 minutes, and dropped 10 minutes after they were last shown', async () => {
  holdClock();
  const Messages = [{ Locale: 'en', Header: 'Spring', Message: 'Gems!' }];
  const item = { Id: '1', CreatedAt: '2026-01-01T00:00:00Z', Messages, Priority: 'News', Tags: [] };
  const calls = mockApi({ 'info.news': { News: [item] } });
  const view = await renderInPortal(<GameNews game="miner" />);
  await pass(1);
  expect(view.text()).toContain('Spring');
  await leaveFor(view, 5 * minuteMs - 1000);
  await view.rerender(<GameNews game="miner" />);
  expect(calls).toHaveLength(1);
  await leaveFor(view, 2000);
  await view.rerender(<GameNews game="miner" />);
  await pass(1);
  expect(calls).toHaveLength(2);
  await leaveFor(view, 10 * minuteMs - 1000);
  expect(view.queries.getQueryCache().getAll()).toHaveLength(1);
  await leaveFor(view, 2000);
  expect(view.queries.getQueryCache().getAll()).toEqual([]);
});

test('data without a stale time never becomes stale', async () => {
  holdClock();
  const ask = vi.fn<() => Promise<string>>(async () => 'known');
  const Plain = () => useQuery({ queryKey: ['kinds'], queryFn: ask, gcTime: Infinity }).data;
  const view = await renderInPortal(<Plain />);
  await pass(1);
  expect(view.text()).toBe('known');
  await leaveFor(view, 365 * 24 * 60 * minuteMs);
  await view.rerender(<Plain />);
  expect(view.text()).toBe('known');
  expect(ask).toHaveBeenCalledOnce();
});
