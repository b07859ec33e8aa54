import { waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { analyticsEventIds } from '#model/analytics-events.ts';
import { pageAnalyticsSender } from '#portal/analytics/page-analytics-sender.ts';
import { beginSession, endSession } from '#portal/session-token.ts';
import { buildAccountOverview } from '#portal/testing/build-account-overview.ts';
import { mockApi } from '#portal/testing/mock-api.ts';
import { renderInPortal } from '#portal/testing/render.tsx';
import { ProfileAccountContext } from './account-context.ts';
import { Identities } from './Identities.tsx';
import { useAccountOverview } from './use-overview.ts';

beforeEach(() => endSession());

const identity = (Type: string, Id: string) => ({
  Type,
  Id,
  Confirmed: true,
  Removable: true,
  AddedAt: '2026-01-01T00:00:00.000Z',
});

function Account() {
  const { data } = useAccountOverview();
  return (
    data && (
      <ProfileAccountContext value={{ overview: data, isHanded: false, announce: () => undefined }}>
        <Identities />
      </ProfileAccountContext>
    )
  );
}

test.each([
  ['added', true, ['Email']],
  ['not added', false, []],
])('a sign-in method that is %s is tracked accordingly', async (_, adds, expected) => {
  const add = vi.spyOn(pageAnalyticsSender, 'add').mockImplementation(() => undefined);
  beginSession('t-identities');
  let isAdded = false;
  const calls = mockApi({
    'auth.confirmFresh': { Success: true },
    'profile.get': { AccountId: 'a1' },
    'discovery.named': { Games: [] },
    'profile.overview': () => ({
      ...buildAccountOverview(),
      Identities: [identity('Google', 'g1'), ...(isAdded ? [identity('Email', 'ada@example.org')] : [])],
    }),
    'invite.emailInvite': { Success: true, Token: 'handle', Mark: 'AB12', ResendAfterSeconds: 30 },
    'invite.status': { Status: 'Waiting' },
    'auth.authenticateFromEmailCode': () => {
      isAdded = true;
      return { Success: true, Token: 't-identities', AccountId: 'a1' };
    },
    'documents.listLatestUnaccepted': { Documents: [] },
  });
  const { press, type, text, postFromFrame, button, container } = await renderInPortal(<Account />);
  await waitFor(() => button('Add a sign-in method'));
  await press('Add a sign-in method');
  await waitFor(() => button('Continue with email'));
  const readings = () => calls.filter(({ name }) => name === 'profile.overview').length;
  const before = readings();
  if (adds) {
    await type('Your email address', 'ada@example.org');
    await press('Continue with email');
    await postFromFrame({ type: 'fxid-captcha', outcome: 'passed', token: 'captcha' });
    await waitFor(() => expect(text()).toContain('AB12'));
    await type('Or enter the 6-digit code from the email', '123456');
  } else await press('Close');
  await waitFor(() => expect(container.querySelector('dialog')).toBeNull());
  await waitFor(() => expect(readings()).toBeGreaterThan(before));
  await waitFor(() => expect(container.querySelectorAll('.rows li')).toHaveLength(adds ? 2 : 1));
  const added = () =>
    add.mock.calls
      .filter(([{ EventId }]) => EventId === analyticsEventIds.SocialIdentifierAdded)
      .map(([event]) => 'S1' in event && event.S1);
  await waitFor(() => expect(added()).toEqual(expected));
});
