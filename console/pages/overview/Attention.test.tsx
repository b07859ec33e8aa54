import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { OperatorRole } from '#model/operator.ts';
import { fakeSession } from '#console/testing/fake-session.ts';
import { render } from '#console/testing/render.tsx';
import { Attention } from './Attention.tsx';
import type { Figures } from './figures.ts';

const figures: Figures = {
  At: '2026-01-01T00:00:00Z',
  Online: 0,
  Playing: 0,
  Hours: [],
  Vendors: [],
  Jobs: [{ Job: 'send-mail', Failed: 2, Retrying: 0 }],
  FailedDeliveries: 1,
  RejectedWebhooks: [{ Provider: 'stripe', Outcome: 'Refused', Reason: 'Wrong signature', Count: 7 }],
  OpenDisputes: 3,
  ReportedPlayers: 4,
  Missing: [{ Code: 'GamesWithoutFiles', Games: ['gem-miner', 'sky-hop'] }, { Code: 'NoMail' }],
  Nodes: [],
};

const show = (role: OperatorRole) => {
  render(<Attention figures={figures} />, { session: fakeSession(role) });
  return screen.queryAllByRole('link').map((link) => link.getAttribute('href'));
};

it('links each problem to its page, rejected webhooks with provider, number and reason', () => {
  expect(show('owner')).toEqual([
    '/jobs',
    '/webhooks',
    '/reconciliation?tab=rejected',
    '/disputes?State=Open',
    '/moderation?tab=reports',
    '/games/gem-miner',
  ]);
  const rejected = screen.getByText(/Wrong signature/).textContent;
  expect(rejected).toContain('stripe');
  expect(rejected).toContain('7');
  expect(screen.getByText(/gem-miner and sky-hop can't be played/)).toBeTruthy();
});

it('links no page that the operator may not see', () => {
  expect(show('analyst')).toEqual(['/games/gem-miner']);
  expect(screen.getByText(/Wrong signature/)).toBeTruthy();
});
