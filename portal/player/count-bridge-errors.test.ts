import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { maxReportedBridgeErrors } from '#model/analytics-events.ts';
import type { BridgeErrorReport } from '#model/bridge-error-report.ts';
import { createBridgeErrorCounter, bridgeErrorReportIntervalMs } from './count-bridge-errors.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function start(send: (report: BridgeErrorReport) => Promise<void> = async () => undefined) {
  const sent: BridgeErrorReport[] = [];
  const notes: unknown[] = [];
  const document = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  const page = Object.assign(new EventTarget(), { document });
  const errors = createBridgeErrorCounter({
    game: 'gem-miner',
    send: (report) => {
      sent.push(report);
      return send(report);
    },
    page,
    log: { warn: (...note) => void notes.push(note) },
  });
  return { errors, page, sent, notes };
}

test('reports once a minute how often each error occurred, and nothing without errors', () => {
  const { errors, sent } = start();
  vi.advanceTimersByTime(bridgeErrorReportIntervalMs * 3);
  errors.add('GetInfo', 'Timeout');
  errors.add('GetInfo', 'Timeout');
  vi.advanceTimersByTime(bridgeErrorReportIntervalMs - 1);
  errors.add(undefined, 'UnknownMethod');
  expect(sent).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(sent).toEqual([
    {
      Game: 'gem-miner',
      Errors: [
        { Method: 'GetInfo', Code: 'Timeout', Count: 2 },
        { Method: 'other', Code: 'UnknownMethod', Count: 1 },
      ],
    },
  ]);
  vi.advanceTimersByTime(bridgeErrorReportIntervalMs * 3);
  expect(sent).toHaveLength(1);
});

test('reports pending errors once when the page is hidden or left', () => {
  const { errors, page, sent } = start();
  errors.add('GetInfo', 'Timeout');
  page.document.visibilityState = 'hidden';
  page.document.dispatchEvent(new Event('visibilitychange'));
  page.dispatchEvent(new Event('pagehide'));
  expect(sent).toHaveLength(1);
  errors.add('GetInfo', 'Timeout');
  page.dispatchEvent(new Event('pagehide'));
  expect(sent).toHaveLength(2);
  expect(vi.getTimerCount()).toBe(0);
});

test('a game with very many errors causes one report a minute', () => {
  const { errors, sent } = start();
  for (let n = 0; n < 60_000; n += 1) errors.add('StatEvent', 'TooManyRequests');
  vi.advanceTimersByTime(bridgeErrorReportIntervalMs);
  expect(sent).toMatchObject([{ Errors: [{ Count: maxReportedBridgeErrors }] }]);
});

test('a failed report is dropped with one log line', async () => {
  const { errors, sent, notes } = start(() => Promise.reject(new Error('away')));
  errors.add('GetInfo', 'Timeout');
  await vi.advanceTimersByTimeAsync(bridgeErrorReportIntervalMs * 3);
  expect([sent.length, notes.length]).toEqual([1, 1]);
});

test('after dispose everything is reported, and no timer or listener remains', () => {
  const { errors, page, sent } = start();
  errors.add('GetInfo', 'Timeout');
  errors.dispose();
  page.dispatchEvent(new Event('pagehide'));
  expect(sent).toHaveLength(1);
  expect(vi.getTimerCount()).toBe(0);
});
