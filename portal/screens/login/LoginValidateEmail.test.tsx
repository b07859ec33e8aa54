import { expect, test } from 'vitest';
import { answerCalls } from '#portal/testing/answer-calls.ts';
import { draw, until } from '#portal/testing/draw.tsx';
import { ErrorScreen } from '../error/ErrorScreen.tsx';
import { LoginValidateEmail } from './LoginValidateEmail.tsx';

test('a link without its token leads to the error page: no token', async () => {
  await draw(<LoginValidateEmail />, { path: '/LoginValidateEmail' });
  await until(() => expect(window.location.pathname).toBe('/Error'));
  expect(window.history.state).toMatchObject({ usr: { statusText: 'no token', offer: 'newLink' } });
});

test('a link that a newer one has replaced leads to the error page, which says so', async () => {
  window.fxidHandedToken = 'fxm_replaced';
  answerCalls({ 'auth.authenticateFromEmailInvite': { Success: false, Error: 'replaced' } });
  await draw(<LoginValidateEmail />, { path: '/LoginValidateEmail' });
  await until(() => expect(window.location.pathname).toBe('/Error'));
  expect(window.history.state).toMatchObject({ usr: { offer: 'newestLink' } });
  const { text } = await draw(<ErrorScreen />, { path: '/Error', state: window.history.state as unknown });
  await until(() => expect(text()).toContain('Open the link in that one.'));
});
