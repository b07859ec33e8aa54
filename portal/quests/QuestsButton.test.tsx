import { waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { Quest } from '#model/quest.ts';
import { beginSession } from '#portal/session-token.ts';
import { mockApi } from '#portal/testing/mock-api.ts';
import { flushEffects, renderInPortal } from '#portal/testing/render.tsx';
import { QuestsButton } from './QuestsButton.tsx';
import { applyQuestProgress } from './quests-query.ts';

beforeEach(() => beginSession('t1'));

const quest: Quest = {
  Id: '0b1f3f0a-7c1e-4b57-9d2e-3a5f6c7d8e90',
  Game: 'gem-miner',
  Title: 'Dig',
  Progress: 4,
  Goal: 5,
  Done: false,
};

test('progress by an event is shown at once, and a completed quest is announced', async () => {
  const calls = mockApi({ 'crossPlay.myQuests': { Quests: [quest, { ...quest, Id: quest.Id.replace('0b', '1b') }] } });
  const { container, queries, button, press } = await renderInPortal(<QuestsButton game="gem-miner" />);
  await waitFor(() => button('Quests: 0 of 2 completed'));
  expect(calls).toMatchObject([{ body: { Game: 'gem-miner', Locale: 'en' } }]);
  expect(container.querySelector('[role="status"]')).toBeNull();
  expect(container.querySelector('.quests-button span')?.textContent).toBe('2');
  const done = { ...quest, Title: 'Graben', Progress: 5, Done: true };
  await flushEffects(() => applyQuestProgress(queries, 'gem-miner', [done]));
  button('Quests: 1 of 2 completed');
  expect(container.querySelector('.quests-button span')?.textContent).toBe('1');
  expect(container.querySelector('[role="status"]')?.textContent).toBe('Quest completed: Dig');
  // The same report again changes nothing.
  await flushEffects(() => applyQuestProgress(queries, 'gem-miner', [done]));
  button('Quests: 1 of 2 completed');
  expect(calls).toHaveLength(1);
  await press('Quests: 1 of 2 completed');
  await waitFor(() => expect(document.querySelectorAll('dialog progress')).toHaveLength(2));
});

test('a game without quests has no button', async () => {
  const calls = mockApi({ 'crossPlay.myQuests': { Quests: [] } });
  const { container } = await renderInPortal(<QuestsButton game="gem-miner" />);
  await waitFor(() => expect(calls).toHaveLength(1));
  await flushEffects();
  expect(container.querySelector('button')).toBeNull();
});
