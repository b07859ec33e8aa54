import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { mockApi, problemResponse } from '#portal/testing/mock-api.ts';
import { renderInPortal } from '#portal/testing/render.tsx';
import { LoginFromDevice } from './LoginFromDevice.tsx';

let count = 0;
/** As the inline script of the page leaves it. */
const bring = (): string => (window.fxidHandedToken = `fxq_${(count += 1)}`);

test('it shows the number, and gets the session when the other device accepts', async () => {
  const token = bring();
  let status = 'Waiting';
  const sent = mockApi({
    'handoffs.ask': { Handle: 'fxt_device', Number: '47', LivesSeconds: 60 },
    'handoffs.status': () => ({ Status: status }),
    // A unique token: a page uses each token once.
    'auth.authenticateFromTempToken': { Token: 'session of a device' },
    'profile.get': { AccountId: 'a1', Name: 'Ada' },
  });
  const { container, text } = await renderInPortal(<LoginFromDevice />, { path: '/LoginFromDevice' });
  await waitFor(() => expect(container.querySelector('.number')?.textContent).toBe('47'));
  expect(sent[0]).toMatchObject({ name: 'handoffs.ask', body: { Token: token } });
  status = 'Confirmed';
  await waitFor(() => expect(text()).toMatch(/Continue as .*Ada.* on this device\?/));
  expect(sent.find(({ name }) => name === 'auth.authenticateFromTempToken')?.body).toEqual({ TempToken: 'fxt_device' });
});

test.each([
  ['used or old', () => problemResponse(401, 'TokenExpiredOrUsed'), 'Waiting', 'This code no longer works'],
  ['refused', { Handle: 'fxt_2', Number: '12', LivesSeconds: 60 }, 'Refused', 'The other device denied the request'],
  ['over', { Handle: 'fxt_3', Number: '13', LivesSeconds: 60 }, 'Expired', 'This code no longer works'],
])('a code that is %s is reported as such', async (_, asked, Status, said) => {
  bring();
  mockApi({ 'handoffs.ask': asked, 'handoffs.status': { Status } });
  const { text } = await renderInPortal(<LoginFromDevice />, { path: '/LoginFromDevice' });
  await waitFor(() => expect(text()).toContain(said));
});
