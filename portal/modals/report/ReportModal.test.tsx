import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { beginSession, endSession } from '#portal/session-token.ts';
import { mockApi, problemResponse } from '#portal/testing/mock-api.ts';
import { renderInPortal } from '#portal/testing/render.tsx';
import { ReportModal } from './ReportModal.tsx';

beforeEach(() => {
  endSession();
  beginSession('fxs_test');
});

test('a friend is reported with a reason and a text', async () => {
  const calls = mockApi({ 'playerReports.reportFriend': { Success: true } });
  const close = vi.fn<() => void>();
  const { text, type, press, button } = await renderInPortal(
    <ReportModal name="Ben" target={{ FriendAccountId: 'f1' }} close={close} />,
  );
  expect(text()).toContain('Report Ben');
  expect(text()).toContain("Ben isn't told who reported them.");
  // Scores are not seen among friends.
  expect(screen.queryByLabelText('Cheating')).toBeNull();
  expect(button('Send report').disabled).toBe(true);
  fireEvent.click(screen.getByLabelText('Insulting name'));
  await type('Anything else?', '  a slur  ');
  await press('Send report');
  await waitFor(() => expect(text()).toContain('Our moderators will look at it.'));
  expect(calls).toMatchObject([
    { name: 'playerReports.reportFriend', body: { FriendAccountId: 'f1', Reason: 'OffensiveName', Text: 'a slur' } },
  ]);
  fireEvent.click(screen.getByText('Close'));
  expect(close).toHaveBeenCalledOnce();
});

test('a player on a leaderboard is reported with the place; limits and failures are explained', async () => {
  let answer = problemResponse(429, 'TooManyRequests');
  const calls = mockApi({ 'playerReports.reportOnLeaderboard': () => answer });
  const target = { Game: 'miner', Leaderboard: 'depth', View: 'Top', Period: 'Daily', Ago: 1, PlayerId: 'p1' } as const;
  const { text, press } = await renderInPortal(<ReportModal name="Ben" target={target} close={() => undefined} />);
  fireEvent.click(screen.getByLabelText('Cheating'));
  await press('Send report');
  await waitFor(() => expect(text()).toContain("You've reached the limit for now"));
  answer = problemResponse(404, 'NotFound');
  await press('Send report');
  await waitFor(() => expect(text()).toContain("Couldn't send the report"));
  expect(calls[0]).toMatchObject({ body: { ...target, Reason: 'Cheating' } });
  expect(calls[0]?.body).not.toHaveProperty('Text');
});
