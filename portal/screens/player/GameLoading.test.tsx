import { expect, test, vi } from 'vitest';
import { hostileTexts } from '#model/testing/hostile-texts.ts';
import type { GameLoadingFault } from '#portal/player/loading-state.ts';
import { renderInPortal } from '#portal/testing/render.tsx';
import { GameLoading } from './GameLoading.tsx';

const failed = (fault: GameLoadingFault, detail?: string) =>
  ({ phase: 'failed', reportsProgress: false, fault, ...(detail !== undefined && { detail }) }) as const;

test.each<[GameLoadingFault, string]>([
  ['Threw', 'The game crashed'],
  ['EngineError', 'The game crashed'],
  ['NotAnswering', "The game isn't responding"],
  ['RefusesFraming', "This game can't be shown here"],
  ['Empty', "The game isn't showing anything"],
])('a game that failed with %s shows it, can be retried, and can be shown anyway', async (fault, title) => {
  const [retry, uncover] = [vi.fn<() => void>(), vi.fn<() => void>()];
  const view = await renderInPortal(
    <GameLoading title="Miner" state={failed(fault, 'the detail')} {...{ retry, uncover }} />,
  );
  expect(view.text()).toContain(title);
  expect(view.text()).toContain('the detail');
  await view.press('Try again');
  await view.press('Show anyway');
  expect([retry, uncover].map((each) => each.mock.calls.length)).toEqual([1, 1]);
});

test("a game that can't run in this browser has no button to show it anyway", async () => {
  expect((await renderInPortal(<GameLoading title="Miner" state={failed('NoWebGl')} />)).text()).not.toContain(
    'Show anyway',
  );
});

test('a detail is shown as plain text', async () => {
  const { container, rerender } = await renderInPortal(<GameLoading title="Miner" />);
  for (const text of hostileTexts) {
    await rerender(<GameLoading title="Miner" state={failed('Threw', text)} />);
    const place = container.querySelector('.detail');
    expect([place?.textContent, place?.childElementCount]).toEqual([text, 0]);
  }
});
