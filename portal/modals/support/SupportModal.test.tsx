import { waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { beginSession, endSession } from '#portal/session-token.ts';
import { mockApi, problemResponse } from '#portal/testing/mock-api.ts';
import { renderInPortal } from '#portal/testing/render.tsx';
import { recordLogMessages } from '#portal/testing/record-log-messages.ts';
import { SupportModal } from './SupportModal.tsx';

beforeEach(() => endSession());

async function open(message = 'It is stuck.') {
  const onSent = vi.fn();
  const view = await renderInPortal(
    <SupportModal game="miner" message={message} onSent={onSent} close={() => undefined} />,
  );
  return { ...view, onSent };
}

test('a message needs a text and a valid address', async () => {
  const { type, button, text } = await open('');
  await type('Your email address', 'ada@');
  expect(text()).toContain('Enter a complete email address.');
  expect(button('Send').disabled).toBe(true);
  await type('Your email address', 'ada@example.org');
  expect(button('Send').disabled).toBe(true);
  await type('What happened?', 'It is stuck.');
  expect(button('Send').disabled).toBe(false);
});

test('a signed-in player sends it at once', async () => {
  beginSession('t1');
  const calls = mockApi({
    'profile.get': { AccountId: 'a', Name: 'Ada', Email: '' },
    'support.sendMessage': { Success: true, TicketId: 'K7QF-2M9X-TR4B' },
  });
  const { type, press, text, onSent } = await open();
  // The technical details are shown before sending.
  expect(text()).toContain(navigator.userAgent);
  await type('Your email address', ' ada@example.org');
  await press('Send');
  await waitFor(() => expect(onSent).toHaveBeenCalledOnce());
  const { Context, ...rest } = calls.find(({ name }) => name === 'support.sendMessage')?.body ?? {};
  expect(rest).toEqual({ Game: 'miner', Message: 'It is stuck.', Email: 'ada@example.org' });
  expect(Context).toMatchObject({ Platform: 'fxid', Language: 'en', Browser: navigator.userAgent });
  expect(text()).toContain('ada@example.org');
  expect(text()).toContain('K7QF-2M9X-TR4B');
});

test('a visitor solves a captcha, and the text stays if it fails', async () => {
  const calls = mockApi({ 'support.sendMessage': { Success: true } });
  const { type, press, field, postFromFrame, text, onSent } = await open();
  await type('Your email address', 'ada@example.org');
  await press('Send');
  await postFromFrame({ type: 'fxid-captcha', outcome: 'failed' });
  expect(text()).toContain('Robot check error. Try again.');
  expect(field('What happened?').value).toBe('It is stuck.');
  expect(calls).toEqual([]);
  await press('Send');
  await postFromFrame({ type: 'fxid-captcha', outcome: 'passed', token: 'captcha' });
  await waitFor(() => expect(onSent).toHaveBeenCalledOnce());
  expect(calls[0]?.body).toMatchObject({ CaptchaResult: 'captcha' });
});

test('an expired session requires a captcha', async () => {
  beginSession('t1');
  mockApi({
    'profile.get': { AccountId: 'a', Name: 'Ada', Email: '' },
    'support.sendMessage': ({ body }) =>
      body['CaptchaResult'] === undefined ? problemResponse(403, 'CaptchaFailed') : { Success: true },
  });
  const { type, press, container, postFromFrame, onSent } = await open();
  await type('Your email address', 'ada@example.org');
  await press('Send');
  await waitFor(() => expect(container.querySelector('iframe')).not.toBeNull());
  await postFromFrame({ type: 'fxid-captcha', outcome: 'passed', token: 'captcha' });
  await waitFor(() => expect(onSent).toHaveBeenCalledOnce());
});

test('a failed message shows an error, is logged, and can be sent again', async () => {
  const logged = recordLogMessages();
  beginSession('t1');
  mockApi({
    'profile.get': { AccountId: 'a', Name: 'Ada', Email: '' },
    'support.sendMessage': () => problemResponse(500, 'Unexpected'),
  });
  const { type, press, container, button } = await open();
  await type('Your email address', 'ada@example.org');
  await press('Send');
  await waitFor(() => expect(container.querySelector('.notice')).not.toBeNull());
  expect(logged).toEqual(['The support message could not be sent.']);
  expect(button('Send').disabled).toBe(false);
});

test('technical details can be left out, and the known address is filled in', async () => {
  beginSession('t1');
  const calls = mockApi({
    'support.sendMessage': { Success: true },
    'profile.get': { AccountId: 'a', Name: 'Ada', Email: 'ada@example.org' },
  });
  const { press, field, onSent } = await open();
  await waitFor(() => expect(field('Your email address').value).toBe('ada@example.org'));
  field(/^Include these details/).click();
  await press('Send');
  await waitFor(() => expect(onSent).toHaveBeenCalledOnce());
  const sent = calls.find(({ name }) => name === 'support.sendMessage')?.body;
  expect(sent).toEqual({ Game: 'miner', Message: 'It is stuck.', Email: 'ada@example.org' });
});
