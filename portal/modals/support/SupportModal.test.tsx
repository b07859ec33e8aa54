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

test('a message needs a text and a whole address', async () => {
  const { type, button, text } = await open('');
  await type('Your email address', 'ada@');
  expect(text()).toContain('Enter a complete email address.');
  expect(button('Send').disabled).toBe(true);
  await type('Your email address', 'ada@example.org');
  expect(button('Send').disabled).toBe(true);
  await type('What happened?', 'It is stuck.');
  expect(button('Send').disabled).toBe(false);
});

test('who is signed in sends it at once', async () => {
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

test('who is not passes a captcha, and what was written stays when it fails', async () => {
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

test('a session that has ended without a word has the check asked for after all', async () => {
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

test('a message that could not be sent is said and logged, and may be sent again', async () => {
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
  expect(logged).toEqual(['The report of an issue could not be sent.']);
  expect(button('Send').disabled).toBe(false);
});

test('what would be sent along can be left out, and an address that is known need not be typed', async () => {
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
