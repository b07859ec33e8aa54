import { expect, test } from 'vitest';
import { draw, until } from '#portal/testing/draw.tsx';
import { LoginValidateEmail } from './LoginValidateEmail.tsx';

test('a link without its token leads to the error page: no token', async () => {
  await draw(<LoginValidateEmail />, { path: '/LoginValidateEmail' });
  await until(() => expect(window.location.pathname).toBe('/Error'));
  expect(window.history.state).toMatchObject({ usr: { statusText: 'no token', offer: 'newLink' } });
});
