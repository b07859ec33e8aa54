import type { OperatorTicket } from '#model/support.ts';

export type Ticket = OperatorTicket;

export interface Conversation {
  readonly key: string;
  readonly kind: 'player' | 'support' | 'note';
  readonly author: string | undefined;
  readonly text: string;
  readonly at: string;
}

/** The whole conversation with the notes in between, oldest first. */
export function listConversation({ Message, CreatedAt, Replies, Notes }: Ticket): readonly Conversation[] {
  const messages: Conversation[] = [
    { key: 'first', kind: 'player', author: undefined, text: Message, at: CreatedAt },
    ...Replies.map((reply, at) => ({
      key: `reply ${at}`,
      kind: reply.FromSupport ? ('support' as const) : ('player' as const),
      author: undefined,
      text: reply.Message,
      at: reply.CreatedAt,
    })),
    ...Notes.map((note, at) => ({
      key: `note ${at}`,
      kind: 'note' as const,
      author: note.Author,
      text: note.Note,
      at: note.CreatedAt,
    })),
  ];
  return messages.toSorted((a, b) => a.at.localeCompare(b.at));
}

/** The ticket `steps` further in the list. Without a chosen one the list begins. */
export function findNeighbour(
  tickets: readonly Pick<Ticket, 'TicketId'>[],
  chosen: string | undefined,
  steps: 1 | -1,
): string | undefined {
  const at = tickets.findIndex(({ TicketId }) => TicketId === chosen);
  if (at === -1) return tickets[0]?.TicketId;
  return tickets[Math.max(0, Math.min(at + steps, tickets.length - 1))]?.TicketId;
}
