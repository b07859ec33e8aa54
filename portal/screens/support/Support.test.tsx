import { waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { beginSession, endSession } from '#portal/session-token.ts';
import { mockApi, problemResponse } from '#portal/testing/mock-api.ts';
import { renderInPortal } from '#portal/testing/render.tsx';
import { Support } from './Support.tsx';

beforeEach(() => endSession());

const at = '2026-11-16T10:00:00.000Z';
const ticket = {
  TicketId: 'K7QF-2M9X-TR4B',
  Status: 'Answered',
  Message: 'My lamp went out.\nWhat now?',
  Context: {},
  CreatedAt: at,
  ChangedAt: at,
  Replies: [{ FromSupport: true, Message: 'Light it again.', CreatedAt: at }],
};

test('shows requests with their answers; a new message reopens a request, and its text stays after a failure', async () => {
  beginSession('t1');
  let isDown = true;
  const calls = mockApi({
    'support.tickets': { Tickets: [ticket] },
    'support.reply': ({ body }) =>
      isDown
        ? problemResponse(500, 'Unexpected')
        : {
            ...ticket,
            Status: 'Open',
            Replies: [
              ...ticket.Replies,
              { FromSupport: false, Message: body['Message'], CreatedAt: '2026-11-16T10:01:00.000Z' },
            ],
          },
    'support.close': { ...ticket, Status: 'Closed' },
  });
  const { text, type, press, field, container } = await renderInPortal(<Support />);
  await waitFor(() => expect(text()).toContain('Light it again.'));
  expect(text()).toContain('Answered');
  await press('Mark as solved');
  await waitFor(() => expect(container.querySelector('.badge')?.textContent).toBe('Solved'));
  await type('Reply', 'It went out again.');
  await press('Send');
  await waitFor(() => expect(text()).toContain("Couldn't send your message."));
  expect(field('Reply').value).toBe('It went out again.');
  isDown = false;
  await press('Send');
  await waitFor(() => expect(text()).toContain('Waiting for a reply'));
  expect(field('Reply').value).toBe('');
  expect(calls.at(-1)?.body).toEqual({ TicketId: ticket.TicketId, Message: 'It went out again.' });
});

test('a visitor is asked to sign in, and can report an issue', async () => {
  const { text } = await renderInPortal(<Support />);
  expect(text()).toContain('Sign in to see your requests');
  expect(text()).toContain('Report an issue');
});

test('a list that failed to load can be loaded again', async () => {
  beginSession('t1');
  let isDown = true;
  mockApi({ 'support.tickets': () => (isDown ? problemResponse(500, 'Unexpected') : { Tickets: [] }) });
  const { text, press } = await renderInPortal(<Support />);
  await waitFor(() => expect(text()).toContain("Couldn't load"));
  isDown = false;
  await press('Try again');
  await waitFor(() => expect(text()).toContain('No support requests yet'));
});
