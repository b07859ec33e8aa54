import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { AccountOverview } from '#model/account.ts';
import { beginSession } from '#portal/session-token.ts';
import { mockApi, problemResponse } from '#portal/testing/mock-api.ts';
import { flushEffects, renderInPortal } from '#portal/testing/render.tsx';
import { ProfileAccountContext } from './account-context.ts';
import { AchievementShelf } from './AchievementShelf.tsx';

beforeEach(() => beginSession('t1'));

const achievement = {
  Game: 'gem-miner',
  Code: 'deep',
  Name: 'Deep digger',
  Description: 'Dig down 60 metres',
  Points: 30,
  Progress: 60,
  Target: 60,
  Hidden: false,
  UnlockedAt: '2026-11-18T09:00:00.000Z',
};
const shelf = { Points: 30, Games: [{ Game: 'gem-miner', Points: 30, Total: 3, Achievements: [achievement] }] };

const open = (isHanded = false) =>
  renderInPortal(
    // The shelf reads only whether the session was handed over.
    <ProfileAccountContext value={{ overview: {} as AccountOverview, isHanded, announce: () => undefined }}>
      <AchievementShelf />
    </ProfileAccountContext>,
  );

test('shows the points of all games, and each game opens its list', async () => {
  mockApi({
    'achievements.mine': shelf,
    'achievements.settings': { ShownToFriends: false },
    'discovery.named': { Games: [] },
  });
  const { container } = await open();
  await screen.findByText('Total points: 30');
  expect(container.querySelector('summary')?.textContent).toBe('gem-minerUnlocked: 1 of 3Points: 30');
  expect(screen.getByText('Deep digger')).toBeDefined();
});

test('what friends see is chosen here, and a failed choice is taken back', async () => {
  const answers = [{ ShownToFriends: false }, { ShownToFriends: true }];
  const calls = mockApi({
    'achievements.mine': { Points: 0, Games: [] },
    'achievements.settings': () => answers.shift() ?? problemResponse(503, 'Overloaded'),
  });
  await open();
  await screen.findByText('No achievements yet');
  const allow = await screen.findByRole<HTMLInputElement>('switch', { name: 'Friends can see my achievements' });
  expect(allow.checked).toBe(false);
  await flushEffects(() => fireEvent.click(allow));
  await waitFor(() => expect(allow.checked).toBe(true));
  expect(calls.at(-1)).toMatchObject({ body: { ShownToFriends: true } });
  await flushEffects(() => fireEvent.click(allow));
  await waitFor(() => expect(allow.checked).toBe(true));
});

test('a session that another device handed over can only look', async () => {
  mockApi({ 'achievements.mine': { Points: 0, Games: [] } });
  await open(true);
  await screen.findByText('No achievements yet');
  expect(screen.queryByRole('switch')).toBeNull();
});

test('a failed request shows an error', async () => {
  mockApi({ 'achievements.mine': () => problemResponse(503, 'Overloaded') });
  await open(true);
  expect(await screen.findByText("Couldn't load the achievements")).toBeDefined();
});
