import { waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { endSession, sessionToken } from '#portal/session-token.ts';
import { mockApi } from '#portal/testing/mock-api.ts';
import { renderInPortal } from '#portal/testing/render.tsx';
import { ErrorScreen } from '../error/ErrorScreen.tsx';
import { LoginValidateEmail } from './LoginValidateEmail.tsx';

beforeEach(() => endSession());

test('a link without its token leads to the error page: no token', async () => {
  await renderInPortal(<LoginValidateEmail />, { path: '/LoginValidateEmail' });
  await waitFor(() => expect(window.location.pathname).toBe('/Error'));
  expect(window.history.state).toMatchObject({ usr: { statusText: 'no token', offer: 'newLink' } });
});

test('a replaced link leads to the error page with that reason', async () => {
  window.fxidHandedToken = 'fxm_replaced';
  mockApi({ 'auth.authenticateFromEmailInvite': { Success: false, Error: 'replaced' } });
  await renderInPortal(<LoginValidateEmail />, { path: '/LoginValidateEmail' });
  await waitFor(() => expect(window.location.pathname).toBe('/Error'));
  expect(window.history.state).toMatchObject({ usr: { offer: 'newestLink' } });
  const { text } = await renderInPortal(<ErrorScreen />, { path: '/Error', state: window.history.state as unknown });
  await waitFor(() => expect(text()).toContain('Open the link in that one.'));
});

test("a gateway's error page is shown as text on the error page", async () => {
  window.fxidHandedToken = 'fxm_any';
  const page = '<h1>502 Bad Gateway</h1>';
  mockApi({ 'auth.authenticateFromEmailInvite': new Response(page, { status: 502 }) });
  await renderInPortal(<LoginValidateEmail />, { path: '/LoginValidateEmail' });
  await waitFor(() => expect(window.location.pathname).toBe('/Error'));
  const { container } = await renderInPortal(<ErrorScreen />, {
    path: '/Error',
    state: window.history.state as unknown,
  });
  expect(container.querySelector('details pre')?.textContent).toBe(page);
});

test('a link with a target leads there, with a link to press', async () => {
  window.fxidHandedToken = 'fxm_target';
  // Only the hash differs: jsdom loads no other page.
  const target = `${window.location.origin}/LoginValidateEmail#there`;
  const documents = Promise.withResolvers<object>();
  mockApi({
    'auth.authenticateFromEmailInvite': { Success: true, Token: 'session of a mail', RedirectUri: target },
    'documents.listLatestUnaccepted': () => documents.promise,
  });
  const { button } = await renderInPortal(<LoginValidateEmail />, { path: '/LoginValidateEmail' });
  await waitFor(() => expect(button('If nothing happens, use this link')).toHaveProperty('href', target));
  expect(sessionToken()).toBe('session of a mail');
  expect(window.location.hash).toBe('');
  documents.resolve({ Documents: [] });
  await waitFor(() => expect(window.location.href).toBe(target));
});

test('a link without a target leads to the first page', async () => {
  window.fxidHandedToken = 'fxm_first_page';
  mockApi({
    'auth.authenticateFromEmailInvite': { Success: true, Token: 'another session of a mail' },
    'documents.listLatestUnaccepted': { Documents: [] },
  });
  const { text } = await renderInPortal(<LoginValidateEmail />, { path: '/LoginValidateEmail' });
  await waitFor(() => expect(window.location.pathname).toBe('/'));
  expect(text()).not.toContain('If nothing happens');
});
