import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { Leaderboard } from '#model/leaderboard.ts';
import { beginSession, endSession } from '#portal/session-token.ts';
import { mockApi, problemResponse } from '#portal/testing/mock-api.ts';
import { renderInPortal } from '#portal/testing/render.tsx';
import { formatScore } from './format-score.ts';
import { LeaderboardPanel } from './LeaderboardPanel.tsx';

beforeEach(() => endSession());

const depth: Leaderboard = { Id: 'depth', Name: { en: 'Depth' }, Ascending: false, Periods: ['AllTime', 'Daily'] };
const time: Leaderboard = { Id: 'time', Name: { en: 'Time' }, Ascending: true, Format: 'Milliseconds' };
const entry = (Rank: number, Name: string, Score: number) => ({ Rank, Name, Score, IsYou: Name === 'Ada' });
const reply = { Entries: [entry(1, 'Ben', 2000), entry(2, 'Ada', 1500)], Total: 2, Period: 'AllTime', PastPeriods: 0 };
const rowsOf = (container: Element) =>
  [...container.querySelectorAll('tbody tr')].map(({ textContent }) => textContent);

test('a visitor sees the best entries and can sign in', async () => {
  const calls = mockApi({ 'leaderboards.entries': reply });
  const { container, text, button } = await renderInPortal(<LeaderboardPanel game="miner" boards={[depth]} />);
  await waitFor(() => expect(rowsOf(container)).toEqual(['1Ben2,000', '2AdaYou1,500']));
  expect(calls).toMatchObject([{ body: { Game: 'miner', Leaderboard: 'depth', View: 'Top', Period: 'AllTime' } }]);
  expect(text()).toContain('Sign in to see your rank and your friends.');
  button('Sign in');
  expect(text()).not.toContain('Around me');
});

test('a player sees their rank, chooses a view, a period and past periods', async () => {
  beginSession('t1');
  const calls = mockApi({
    'leaderboards.entries': ({ body }) => ({
      ...reply,
      ...(body['View'] === 'Friends' && { Entries: [{ ...entry(1, 'Ben', 2000), FriendUid: 'f1' }] }),
      You: { Score: 1500, Rank: 2 },
      ...(body['Period'] === 'Daily' && {
        Period: 'Daily',
        StartsAt: '2026-01-14T00:00:00.000Z',
        EndsAt: '2026-01-15T00:00:00.000Z',
        PastPeriods: 1,
      }),
    }),
  });
  const { container, text, press, button } = await renderInPortal(<LeaderboardPanel game="miner" boards={[depth]} />);
  await waitFor(() => expect(text()).toContain('Your rank: 2'));
  await press('Friends');
  await waitFor(() => expect(rowsOf(container)).toEqual(['1BenFriend2,000']));
  expect(button('Friends').getAttribute('aria-pressed')).toBe('true');
  await press('Today');
  await waitFor(() => expect(text()).toContain('2026'));
  expect(button('Later').disabled).toBe(true);
  await press('Earlier');
  await waitFor(() => expect(calls.at(-1)).toMatchObject({ body: { Ago: '1', Period: 'Daily', View: 'Friends' } }));
  await waitFor(() => expect(button('Earlier').disabled).toBe(true));
});

test('another player is reported with the view and period in which they are seen', async () => {
  beginSession('t1');
  const Entries = [{ ...entry(1, 'Ben', 2000), PlayerId: 'p1' }, entry(2, 'Ada', 1500)];
  const calls = mockApi({
    'leaderboards.entries': { ...reply, Entries, Period: 'Daily' },
    'playerReports.reportOnLeaderboard': { Success: true },
  });
  const { container, text, press } = await renderInPortal(<LeaderboardPanel game="miner" boards={[depth]} />);
  await press('Around me');
  await waitFor(() => expect(container.querySelectorAll('tbody button')).toHaveLength(1));
  await press('Report Ben');
  fireEvent.click(await screen.findByLabelText('Cheating'));
  await press('Send report');
  await waitFor(() => expect(text()).toContain('Our moderators will look at it.'));
  expect(calls.at(-1)).toMatchObject({
    name: 'playerReports.reportOnLeaderboard',
    body: { Game: 'miner', Leaderboard: 'depth', View: 'Around', Period: 'Daily', PlayerId: 'p1', Reason: 'Cheating' },
  });
});

test('an empty leaderboard and a failed request are explained', async () => {
  let isDown = true;
  mockApi({
    'leaderboards.entries': () =>
      isDown ? problemResponse(503, 'DatabaseUnavailable') : { ...reply, Entries: [], Total: 0 },
  });
  const { text, press } = await renderInPortal(<LeaderboardPanel game="miner" boards={[depth, time]} />);
  await waitFor(() => expect(text()).toContain("Couldn't load the leaderboard"));
  isDown = false;
  await press('Try again');
  await waitFor(() => expect(text()).toContain('No scores yet'));
});

test.each([
  [62_345, '1:02.345'],
  [5, '0:00.005'],
  [-1500, '-0:01.500'],
])('%i milliseconds are shown as %s', (score, shown) => {
  expect(formatScore(score, 'Milliseconds', 'en')).toBe(shown);
});
