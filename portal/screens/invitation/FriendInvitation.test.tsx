import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { beginSession } from '#portal/session.ts';
import { mockApi } from '#portal/testing/mock-api.ts';
import { renderInPortal } from '#portal/testing/render.tsx';
import { FriendInvitation } from './FriendInvitation.tsx';

test("a request that waits for the link's owner is shown as pending, without a redirect", async () => {
  window.fxidHandedToken = 'fxi_asked';
  beginSession('session of an invited player');
  mockApi({
    'friends.readLink': { Name: 'Ada', Own: false },
    'friends.acceptLink': { Outcome: 'Sent', Name: 'Ada' },
  });
  const { container, text } = await renderInPortal(<FriendInvitation />, { path: '/FriendInvitation' });
  await waitFor(() => expect(text()).toContain('Become friends'));
  [...container.querySelectorAll('button')].find((each) => each.textContent === 'Become friends')?.click();
  await waitFor(() => expect(text()).toContain("Request sent. You'll be friends once Ada accepts it."));
  expect(text()).not.toContain('Not now');
});
