import { screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { fakeApi } from '#console/testing/fake-api.ts';
import { fakeSession } from '#console/testing/fake-session.ts';
import { render } from '#console/testing/render.tsx';
import type { Approval } from './approval.ts';
import { ApprovalsPage } from './ApprovalsPage.tsx';

afterEach(() => vi.unstubAllGlobals());

const decided: Approval = {
  ApprovalId: '00000000-0000-4000-8000-000000000009',
  Call: 'operatorGames.publish',
  Permission: 'games.publish',
  Input: {},
  ObjectKind: 'build',
  ObjectId: 'gem-miner/2',
  Reason: 'New level',
  RequestedBy: 'Mia',
  IsOwn: false,
  RequestedAt: '2026-11-14T10:00:00.000Z',
  ExpiresAt: '2026-11-21T10:00:00.000Z',
  Outcome: 'Rejected',
  DecidedBy: 'Ben',
  DecisionReason: 'The level has no end',
};

it('the link of a mail opens the request also after it was decided', async () => {
  fakeApi({
    'GET /operator/approvals': ({ query }) => ({ Approvals: query.get('IsOpen') === 'false' ? [decided] : [] }),
  });
  render(<ApprovalsPage />, { session: fakeSession('admin'), path: `/approvals?approval=${decided.ApprovalId}` });
  expect(await screen.findByRole('dialog')).toBeTruthy();
  expect(await screen.findByText('The level has no end')).toBeTruthy();
});
