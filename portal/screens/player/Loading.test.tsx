import { expect, test, vi } from 'vitest';
import { hostileTexts } from '#model/testing/hostile-texts.ts';
import type { LoadingFault } from '#portal/player/loading-state.ts';
import { draw } from '#portal/testing/draw.tsx';
import { Loading } from './Loading.tsx';

const failed = (fault: LoadingFault, detail?: string) =>
  ({ phase: 'failed', tells: false, fault, ...(detail !== undefined && { detail }) }) as const;

test.each<[LoadingFault, string]>([
  ['Threw', 'The game crashed'],
  ['EngineError', 'The game crashed'],
  ['NotAnswering', "The game isn't responding"],
  ['RefusesFraming', "This game can't be shown here"],
  ['Empty', "The game isn't showing anything"],
])('a game that failed with %s says so, can be tried again, and seen all the same', async (fault, title) => {
  const [retry, uncover] = [vi.fn<() => void>(), vi.fn<() => void>()];
  const drawn = await draw(<Loading title="Miner" state={failed(fault, 'the detail')} {...{ retry, uncover }} />);
  expect(drawn.text()).toContain(title);
  expect(drawn.text()).toContain('the detail');
  await drawn.press('Try again');
  await drawn.press('Show anyway');
  expect([retry, uncover].map((each) => each.mock.calls.length)).toEqual([1, 1]);
});

test('what the player cannot do anything about is not shown all the same', async () => {
  expect((await draw(<Loading title="Miner" state={failed('NoWebGl')} />)).text()).not.toContain('Show anyway');
});

test('a detail stands there as text, whoever wrote it', async () => {
  const { page, redraw } = await draw(<Loading title="Miner" />);
  for (const text of hostileTexts) {
    await redraw(<Loading title="Miner" state={failed('Threw', text)} />);
    const place = page.querySelector('.detail');
    expect([place?.textContent, place?.childElementCount]).toEqual([text, 0]);
  }
});
