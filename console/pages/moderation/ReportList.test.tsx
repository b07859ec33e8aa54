import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeApi } from '#console/testing/fake-api.ts';
import { fakeSession } from '#console/testing/fake-session.ts';
import { render } from '#console/testing/render.tsx';
import { ReportList } from './ReportList.tsx';

const AccountId = '00000000-0000-4000-8000-000000000001';
const At = '2026-01-01T00:00:00.000Z';
const board = { Game: 'miner', Leaderboard: 'depth' };
const player = {
  AccountId,
  Name: 'Ben',
  IsBlocked: false,
  Count: 3,
  LastAt: At,
  Reasons: [
    { Reason: 'Cheating', Count: 2 },
    { Reason: 'OffensiveName', Count: 1 },
  ],
  Latest: [
    { Reason: 'Cheating', Text: 'ten million points', Name: 'Ben', ...board, At },
    { Reason: 'Cheating', Text: '', Name: 'Ben', ...board, At },
    { Reason: 'OffensiveName', Text: '', Name: 'Benzene', ...board, At },
  ],
};

describe('reports of players', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('are listed with their reasons, and dismissed with a reason', async () => {
    let players = [player];
    const calls = fakeApi({
      'GET /operator/moderation/reports': () => ({ Players: players, Total: players.length }),
      'POST /operator/moderation/dismiss_reports': () => {
        players = [];
        return { Success: true };
      },
    });
    render(<ReportList />, { session: fakeSession('owner') });
    await screen.findByText('Cheating: 2');
    screen.getByText('Insulting name: 1');
    screen.getByText('“ten million points”');
    screen.getByText('Reported as Benzene');
    fireEvent.click(screen.getByRole('button', { name: 'Actions: Ben' }));
    fireEvent.click(await screen.findByText('Dismiss'));
    fireEvent.change(await screen.findByRole('textbox', { name: /Reason/ }), { target: { value: 'a fair score' } });
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    await screen.findByText('No open reports');
    expect(calls.find(({ name }) => name.endsWith('dismiss_reports'))?.body).toEqual({
      AccountId,
      Reason: 'a fair score',
    });
  });

  it('lead to hiding the scores of the leaderboard', async () => {
    const calls = fakeApi({
      'GET /operator/moderation/reports': () => ({ Players: [player], Total: 120 }),
      'POST /operator/content/change_leaderboard_entries': () => ({ Success: true }),
    });
    render(<ReportList />, { session: fakeSession('owner') });
    fireEvent.click(await screen.findByRole('button', { name: 'Actions: Ben' }));
    screen.getByText('120 players are reported in total.');
    fireEvent.click(await screen.findByText('Hide scores: depth'));
    fireEvent.change(await screen.findByRole('textbox', { name: /Reason/ }), { target: { value: 'impossible' } });
    fireEvent.click(screen.getByRole('button', { name: 'Hide' }));
    await waitFor(() =>
      expect(calls.find(({ name }) => name.endsWith('change_leaderboard_entries'))?.body).toEqual({
        ...board,
        AccountId,
        Change: 'Hide',
        Reason: 'impossible',
      }),
    );
  });
});
