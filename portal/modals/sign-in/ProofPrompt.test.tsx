// A call needs a new proof of identity: the player is asked in place, and the call then succeeds.
import { waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { apiClient, backgroundApiClient } from '#portal/api.ts';
import { beginSession, currentSessionNumber, endSession, sessionToken } from '#portal/session-token.ts';
import { mockApi, problemResponse, type RecordedCall } from '#portal/testing/mock-api.ts';
import { renderInPortal, flushEffects } from '#portal/testing/render.tsx';
import { ProofPrompt } from './ProofPrompt.tsx';

beforeEach(() => endSession());

const overview = {
  Account: { AccountId: 'a1', Name: 'Ada', Guest: false },
  Identities: [{ Type: 'Email', Id: 'ada@example.org', Confirmed: true }],
  Devices: [{ Current: true }],
};

async function drawProfile(provedAs: string) {
  beginSession('stale');
  const calls = mockApi({
    'profile.overview': overview,
    'profile.shareEmail': ({ token }: RecordedCall) => (token === 'fresh' ? {} : problemResponse(403, 'SignInAgain')),
    'invite.emailInvite': { Success: true, Token: 'h1', Mark: 'AB12' },
    'invite.status': { Status: 'Waiting' },
    'auth.authenticateFromEmailCode': { Success: true, Token: 'fresh', AccountId: provedAs },
    'auth.logout': {},
    'profile.get': { AccountId: provedAs },
  });
  const view = await renderInPortal(<ProofPrompt />);
  const outcomes: string[] = [];
  const call = () =>
    flushEffects(() => {
      apiClient.profile.shareEmail({ Game: 'miner', Share: true }).then(
        () => outcomes.push('done'),
        ({ code }: { code: string }) => outcomes.push(code),
      );
    });
  const prove = async () => {
    await waitFor(() => view.button('Continue with email'));
    await view.press('Continue with email');
    await view.postFromFrame({ type: 'fxid-captcha', outcome: 'passed', token: 'captcha' });
    await waitFor(() => view.field(/6-digit code/));
    await view.type(/6-digit code/, '123456');
  };
  return { ...view, calls, outcomes, call, prove };
}

test('several calls cause one prompt; afterwards each is sent again with the new token', async () => {
  const { call, prove, outcomes, container, calls } = await drawProfile('a1');
  const session = currentSessionNumber();
  await call();
  await call();
  await prove();
  await waitFor(() => expect(outcomes).toEqual(['done', 'done']));
  expect(sessionToken()).toBe('fresh');
  expect(currentSessionNumber()).toBe(session);
  expect(container.querySelectorAll('dialog')).toHaveLength(0);
  expect(calls.filter(({ name }) => name === 'invite.emailInvite')).toHaveLength(1);
});

test('if the prompt is closed, the call fails and the session stays', async () => {
  const { call, outcomes, press, button } = await drawProfile('a1');
  await call();
  await waitFor(() => button('Close'));
  await press('Close');
  await waitFor(() => expect(outcomes).toEqual(['SignInAgain']));
  expect(sessionToken()).toBe('stale');
});

test('only the account that has to be proved is changed', async () => {
  const { call, prove, outcomes, press, text, calls } = await drawProfile('a2');
  await call();
  await prove();
  await waitFor(() => expect(text()).toContain('Nothing changed in either.'));
  await press('Continue with the other account');
  await waitFor(() => expect(outcomes).toEqual(['SignInAgain']));
  expect(calls.filter(({ name, token }) => name === 'profile.shareEmail' && token === 'fresh')).toEqual([]);
});

test('background calls never prompt', async () => {
  const { container } = await drawProfile('a1');
  await expect(backgroundApiClient.profile.shareEmail({ Game: 'miner', Share: true })).rejects.toMatchObject({
    code: 'SignInAgain',
  });
  expect(container.querySelector('dialog')).toBeNull();
});
