import { expect, test, vi } from 'vitest';
import type { GameLoadingEvent } from './loading-state.ts';
import { verifyGamePage, type GamePageVerifierOptions, type GamePageCheckResult } from './verify-game-page.ts';

/** A fake frame that loads on demand; every wait ends when `settle` is called. */
function openArrival(changes: Partial<Pick<GamePageVerifierOptions, 'isHosted' | 'checkPage' | 'probeHost'>>) {
  const frame = new EventTarget();
  const told: GameLoadingEvent[] = [];
  const reported: string[] = [];
  const waiting: (() => void)[] = [];
  const watch = verifyGamePage({
    frame: frame as HTMLIFrameElement,
    game: 'miner',
    isHosted: true,
    tell: (event) => told.push(event),
    checkPage: async () => ({ State: 'Ok' }),
    probeHost: async () => true,
    report: (text) => reported.push(text),
    wait: (run) => waiting.push(run),
    ...changes,
  });
  const load = (): void => void frame.dispatchEvent(new Event('load'));
  const settle = async (): Promise<void> => {
    for (const run of waiting.splice(0)) run();
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { watch, told, reported, load, settle };
}

test('a page that reports itself is not checked; the next page has to report itself again', async () => {
  const { watch, told, load, settle } = openArrival({});
  watch.noteWatched();
  load();
  await settle();
  expect(told).toEqual([]);
  load();
  await settle();
  expect(told).toEqual([{ type: 'settled' }]);
});

test("a page of a host that doesn't respond is not the game", async () => {
  const { told, reported, load, settle } = openArrival({ probeHost: async () => false });
  load();
  await settle();
  expect(told).toEqual([{ type: 'failed', fault: 'NotAnswering', detail: 'The host of miner does not answer.' }]);
  expect(reported).toEqual(['The host of miner does not answer.']);
});

test.each<[GamePageCheckResult['State'], GameLoadingEvent]>([
  ['Ok', { type: 'settled' }],
  ['Unknown', { type: 'settled' }],
  ['NotAnswering', { type: 'failed', fault: 'NotAnswering', detail: 'the reason' }],
  ['NotAPage', { type: 'failed', fault: 'NotAnswering', detail: 'the reason' }],
  ['Redirects', { type: 'failed', fault: 'NotAnswering', detail: 'the reason' }],
  ['Blank', { type: 'failed', fault: 'Empty', detail: 'the reason' }],
  ['RefusesFraming', { type: 'failed', fault: 'RefusesFraming', detail: 'the reason' }],
])('an external page that the server reports as %s', async (State, event) => {
  const { told, load, settle } = openArrival({
    isHosted: false,
    checkPage: async () => ({ State, Detail: 'the reason' }),
  });
  load();
  await settle();
  expect(told).toEqual([event]);
});

test('an external game that connects counts as present, whatever the server reports and whenever', async () => {
  const checkPage = async (): Promise<GamePageCheckResult> => ({ State: 'NotAnswering' });
  const before = openArrival({ isHosted: false, checkPage });
  before.watch.noteConnected();
  before.load();
  await before.settle();
  expect(before.told).toEqual([{ type: 'settled' }]);
  const after = openArrival({ isHosted: false, checkPage });
  after.load();
  await after.settle();
  after.watch.noteConnected();
  expect(after.told).toMatchObject([{ type: 'failed' }, { type: 'shown' }]);
});

test("a failed check doesn't prevent playing, and a disposed check reports nothing", async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const failing = openArrival({ isHosted: false, checkPage: () => Promise.reject(new Error('offline')) });
  failing.load();
  await failing.settle();
  expect(failing.told).toEqual([{ type: 'settled' }]);
  const ended = openArrival({});
  ended.load();
  ended.watch.stop();
  await ended.settle();
  ended.load();
  await ended.settle();
  expect(ended.told).toEqual([]);
});
