import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Route, Routes } from 'react-router';
import english from '#console/i18n/en.json';
import { fakeApi } from '#console/testing/fake-api.ts';
import { fakeSession } from '#console/testing/fake-session.ts';
import { render } from '#console/testing/render.tsx';
import { DraftPage } from './DraftPage.tsx';

const request = {
  ApprovalId: '0f8fad5b-d9cb-469f-a165-70867728950e',
  Call: 'operatorDrafts.apply',
  RequestedBy: 'Ben',
  RequestedAt: '2026-01-01T00:00:00Z',
};

function show({
  Approval,
  MayChange = true,
  State = 'Open',
}: {
  Approval?: object;
  MayChange?: boolean;
  State?: string;
}) {
  fakeApi({
    'GET /operator/drafts/draft': () => ({
      Draft: {
        DraftId: 7,
        Object: 'documents/tos',
        State,
        Author: 'Ben',
        CreatedAt: '2026-01-01T00:00:00Z',
        UpdatedAt: '2026-01-01T00:00:00Z',
      },
      Lines: ['~ /Active: false → true'],
      IsOutdated: false,
      MayChange,
      ...(Approval && { Approval }),
    }),
  });
  render(
    <Routes>
      <Route path="/drafts/:draftId" element={<DraftPage />} />
    </Routes>,
    { path: '/drafts/7', session: fakeSession('editor') },
  );
  return screen.findByText('~ /Active: false → true');
}

const button = (name: string) => screen.queryByRole('button', { name });

it('waits for approval by another operator, with a link to the request', async () => {
  await show({ Approval: request });
  expect(screen.getByText(english.drafts.waiting)).toBeTruthy();
  expect(screen.getByRole('link', { name: english.drafts.openRequest }).getAttribute('href')).toBe(
    `/approvals?approval=${request.ApprovalId}`,
  );
  expect(button(english.drafts.apply)).toBeNull();
  expect(button(english.drafts.schedule)).toBeNull();
  expect(button(english.drafts.discard)).toBeTruthy();
});

it('says that a revert waits', async () => {
  await show({ State: 'Applied', Approval: { ...request, Call: 'operatorDrafts.revert' } });
  expect(screen.getByText(english.drafts.waitingToRevert)).toBeTruthy();
  expect(button(english.drafts.revert)).toBeNull();
});

it('can be applied without a request, by operators who may change this content', async () => {
  await show({});
  expect(screen.queryByText(english.drafts.waiting)).toBeNull();
  expect(button(english.drafts.apply)).toBeTruthy();
});

it('shows no actions to operators who may not change this content', async () => {
  await show({ MayChange: false });
  expect(screen.queryByText(english.drafts.waiting)).toBeNull();
  for (const name of [english.drafts.apply, english.drafts.schedule, english.drafts.discard])
    expect(button(name)).toBeNull();
});
