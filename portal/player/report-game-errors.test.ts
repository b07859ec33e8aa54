import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { GameErrorReport } from '#model/game-error-report.ts';
import { createGameErrorReporter, gameErrorReportDelayMs } from './report-game-errors.ts';

const sent: GameErrorReport[] = [];
let listeners: (() => void)[] = [];
const page = {
  document: {
    visibilityState: 'hidden',
    addEventListener: (_: string, listener: () => void) => void listeners.push(listener),
    removeEventListener: () => undefined,
  },
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
};
const create = () =>
  createGameErrorReporter({
    game: 'gem-miner',
    send: async (report) => void sent.push(report),
    page,
    log: { warn: () => undefined },
  });

beforeEach(() => {
  vi.useFakeTimers();
  sent.length = 0;
  listeners = [];
});
afterEach(() => void vi.useRealTimers());

test('equal errors are counted and reported together, without tokens', () => {
  const errors = create();
  for (let n = 0; n < 3; n += 1) errors.add({ state: 'error', text: 'x is undefined', file: 'game.js:10' });
  errors.add({ state: 'missing', file: 'https://gem-miner.example/a.png?token=secret' });
  errors.add({ state: 'shown' });
  errors.add({ state: 'console', text: 'only in the lab' });
  expect(sent).toEqual([]);
  vi.advanceTimersByTime(gameErrorReportDelayMs);
  expect(sent).toEqual([
    {
      Game: 'gem-miner',
      PageErrors: [
        { Kind: 'Error', Message: 'x is undefined', Place: 'game.js:10', Count: 3 },
        { Kind: 'Missing', Message: '', Place: 'https://gem-miner.example/a.png', Count: 1 },
      ],
    },
  ]);
});

test('a report holds at most twenty different errors, and is sent when the page is hidden or the player leaves', () => {
  const errors = create();
  for (let n = 0; n < 30; n += 1) errors.add({ state: 'error', text: `error ${n}` });
  for (const listener of listeners) listener();
  expect(sent.map(({ PageErrors }) => PageErrors.length)).toEqual([20]);
  errors.add({ state: 'broken', text: 'stopped' });
  errors.dispose();
  expect(sent[1]?.PageErrors).toEqual([{ Kind: 'Broken', Message: 'stopped', Place: '', Count: 1 }]);
});
