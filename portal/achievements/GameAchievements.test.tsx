import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Achievement } from '#model/achievement.ts';
import { beginSession } from '#portal/session-token.ts';
import { mockApi, problemResponse } from '#portal/testing/mock-api.ts';
import { renderInPortal } from '#portal/testing/render.tsx';
import { GameAchievements } from './GameAchievements.tsx';

const achievement = (change: Partial<Achievement> = {}): Achievement => ({
  Game: 'gem-miner',
  Code: 'deep',
  Name: 'Deep digger',
  Description: 'Dig down 60 metres',
  Points: 30,
  Progress: 20,
  Target: 60,
  Hidden: false,
  ...change,
});
const done = achievement({ Code: 'first', Name: 'Into the dark', Points: 10, UnlockedAt: '2026-11-18T09:00:00.000Z' });

test('the player sees progress that a screen reader can name, and the friends who show theirs', async () => {
  beginSession('t1');
  const calls = mockApi({
    'achievements.list': { Achievements: [achievement(), done], HiddenCount: 2 },
    'achievements.friends': { Friends: [{ FriendAccountId: 'ben', Name: 'Ben', Points: 40, Unlocked: 2 }] },
  });
  await renderInPortal(<GameAchievements game="gem-miner" />);
  const bar = await screen.findByRole('progressbar', { name: 'Deep digger' });
  expect([bar.getAttribute('value'), bar.getAttribute('max')]).toEqual(['20', '60']);
  expect(screen.getAllByRole('progressbar')).toHaveLength(1);
  expect(screen.getByText('Unlocked: 1 of 4')).toBeDefined();
  expect(screen.getByText('Hidden achievements: 2')).toBeDefined();
  const friends = await screen.findByRole('list', { name: 'Friends' });
  expect(friends.textContent).toBe('BenUnlocked: 2 of 4Points: 40');
  expect(calls[0]).toMatchObject({ body: { GameSystemName: 'gem-miner', Locale: 'en' } });
});

test('a visitor sees the list without progress, and friends are not requested', async () => {
  const calls = mockApi({ 'achievements.list': { Achievements: [achievement()], HiddenCount: 0 } });
  const { text } = await renderInPortal(<GameAchievements game="gem-miner" />);
  await screen.findByText('Deep digger');
  expect(text()).not.toContain('Unlocked:');
  expect(calls).toHaveLength(1);
});

test('a failure can be retried', async () => {
  mockApi({ 'achievements.list': () => problemResponse(503, 'Overloaded') });
  await renderInPortal(<GameAchievements game="sky-courier" />);
  expect(await screen.findByText("Couldn't load the achievements")).toBeDefined();
});
