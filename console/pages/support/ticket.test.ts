import { expect, test } from 'vitest';
import { findNeighbour, listConversation } from './ticket.ts';

const ticket = {
  TicketId: 'A',
  Status: 'Open',
  Message: 'first',
  Context: {},
  CreatedAt: '2026-11-01T00:00:00Z',
  ChangedAt: '2026-11-03T00:00:00Z',
  Email: 'ada@example.com',
  Locale: 'en',
  Replies: [
    { FromSupport: true, Message: 'third', CreatedAt: '2026-11-03T00:00:00Z' },
    { FromSupport: false, Message: 'fourth', CreatedAt: '2026-11-04T00:00:00Z' },
  ],
  Notes: [{ Author: 'Grace', Note: 'second', CreatedAt: '2026-11-02T00:00:00Z' }],
} as const;

test('notes stand in the conversation where they were written', () => {
  const conversation = listConversation({ ...ticket, Replies: [...ticket.Replies], Notes: [...ticket.Notes] });
  expect(conversation.map(({ kind, text, author }) => [kind, text, author])).toEqual([
    ['player', 'first', undefined],
    ['note', 'second', 'Grace'],
    ['support', 'third', undefined],
    ['player', 'fourth', undefined],
  ]);
});

test('j and k stop at the ends of the list, and begin with the first ticket', () => {
  const tickets = [{ TicketId: 'A' }, { TicketId: 'B' }];
  expect(findNeighbour(tickets, undefined, 1)).toBe('A');
  expect(findNeighbour(tickets, 'A', 1)).toBe('B');
  expect(findNeighbour(tickets, 'B', 1)).toBe('B');
  expect(findNeighbour(tickets, 'A', -1)).toBe('A');
  expect(findNeighbour([], 'A', 1)).toBeUndefined();
});
