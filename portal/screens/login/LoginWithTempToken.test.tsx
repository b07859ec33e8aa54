import { waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { endSession, sessionToken } from '#portal/session-token.ts';
import { mockApi } from '#portal/testing/mock-api.ts';
import { renderInPortal } from '#portal/testing/render.tsx';
import { LoginWithTempToken } from './LoginWithTempToken.tsx';

beforeEach(() => endSession());

test.each([
  ['its target', '/LoginWithTempToken#there'],
  ['the first page without a target', undefined],
])('a temporary token signs in and leads to %s', async (_, target) => {
  const token = `session to ${target}`;
  window.fxidHandedToken = `fxt_${target}`;
  const calls = mockApi({
    'auth.authenticateFromTempToken': {
      Token: token,
      // Only the hash differs: jsdom loads no other page.
      TempTokenData: target === undefined ? {} : { RedirectUri: window.location.origin + target },
    },
    'profile.get': { AccountId: 'a1', Name: 'Ada' },
    'documents.listLatestUnaccepted': { Documents: [] },
  });
  const { press, text } = await renderInPortal(<LoginWithTempToken />, { path: '/LoginWithTempToken' });
  await waitFor(() => expect(text()).toMatch(/Continue as .*Ada.* on this device\?/));
  await press(/^Continue as .*Ada/);
  await waitFor(() => expect(window.location.pathname + window.location.hash).toBe(target ?? '/'));
  expect(sessionToken()).toBe(token);
  expect(calls[0]).toMatchObject({
    name: 'auth.authenticateFromTempToken',
    body: { TempToken: `fxt_${target}` },
  });
});
