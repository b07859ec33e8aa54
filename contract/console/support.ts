// Tickets as operators see them.
import { Type } from 'typebox';
import { GameName } from '#model/game.ts';
import { route } from '#model/route.ts';
import { instant, object, SuccessReply, text, uuid } from '#model/schema.ts';
import { OperatorTicket, SavedReply, SupportMessageText, TicketId, TicketStatus } from '#model/support.ts';

const deskChange = {
  method: 'POST',
  access: ['operator'],
  permission: 'support.answer',
  audit: 'change',
} as const;

export const supportDeskRoutes = {
  deskTickets: route({
    method: 'GET',
    path: '/operator/support/tickets',
    access: ['operator'],
    permission: 'support.read',
    audit: 'read',
    summary: 'Tickets, last changed first.',
    query: object({
      Status: Type.Optional(TicketStatus),
      Game: Type.Optional(GameName),
      AssigneeId: Type.Optional(Type.String({ ...uuid, description: 'Those of this operator' })),
      Unassigned: Type.Optional(Type.Boolean({ description: 'True: those that nobody works on' })),
      BeforeTicketId: Type.Optional({ ...TicketId, description: 'The next page: changed before this ticket' }),
      Limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, description: 'Default: 100' })),
    }),
    reply: object({ Tickets: Type.Array(OperatorTicket) }),
  }),
  deskTicket: route({
    method: 'GET',
    path: '/operator/support/ticket',
    access: ['operator'],
    permission: 'support.read',
    audit: 'read',
    summary: 'One ticket.',
    query: object({ TicketId }),
    reply: OperatorTicket,
    errors: ['NotFound'],
  }),
  deskAnswer: route({
    method: 'POST',
    path: '/operator/support/answer',
    access: ['operator'],
    permission: 'support.answer',
    audit: 'change',
    summary:
      'Answer a ticket. The sender gets an email, sees the answer on the portal, and gets a push message if they want one.',
    body: object({
      TicketId,
      Message: SupportMessageText,
      Close: Type.Optional(Type.Boolean({ description: 'Whether to close the ticket too' })),
    }),
    reply: OperatorTicket,
    errors: ['NotFound'],
  }),
  deskClose: route({
    method: 'POST',
    path: '/operator/support/close',
    access: ['operator'],
    permission: 'support.answer',
    audit: 'change',
    summary: 'Close a ticket without an answer. A new message from the sender reopens it.',
    body: object({ TicketId }),
    reply: OperatorTicket,
    errors: ['NotFound'],
  }),
  deskAssign: route({
    ...deskChange,
    path: '/operator/support/assign',
    summary: 'Assign a ticket to an operator; without one, to nobody.',
    body: object({ TicketId, OperatorId: Type.Optional(uuid) }),
    reply: OperatorTicket,
    errors: ['NotFound'],
  }),
  deskNote: route({
    ...deskChange,
    path: '/operator/support/note',
    summary: 'Write a note about a ticket, which only operators see.',
    body: object({ TicketId, Note: SupportMessageText }),
    reply: OperatorTicket,
    errors: ['NotFound'],
  }),
  deskContext: route({
    method: 'GET',
    path: '/operator/support/context',
    access: ['operator'],
    permission: 'support.read',
    audit: 'read',
    summary:
      'What helps to answer a ticket: the player, their games, latest orders and other tickets. Only what the operator may read.',
    query: object({ TicketId }),
    reply: object({
      Player: Type.Optional(
        object({
          AccountId: uuid,
          Name: text(200),
          IsGuest: Type.Boolean(),
          IsBlocked: Type.Boolean(),
          CreatedAt: instant,
          Games: Type.Array(object({ Game: GameName, GameUid: text(128), LastPlayedAt: Type.Optional(instant) })),
        }),
      ),
      Orders: Type.Array(
        object({
          OrderId: uuid,
          Game: GameName,
          Sku: text(200),
          PriceMinor: Type.Integer(),
          Currency: text(3),
          Status: text(60),
          CreatedAt: instant,
        }),
      ),
      OtherTickets: Type.Array(object({ TicketId, Status: TicketStatus, Message: text(200), ChangedAt: instant })),
    }),
    errors: ['NotFound'],
  }),
  deskAssignees: route({
    method: 'GET',
    path: '/operator/support/assignees',
    access: ['operator'],
    permission: 'support.read',
    summary: 'Operators who can answer tickets.',
    reply: object({ Assignees: Type.Array(object({ OperatorId: uuid, Name: text(100) })) }),
  }),
  savedReplies: route({
    method: 'GET',
    path: '/operator/support/saved_replies',
    access: ['operator'],
    permission: 'support.read',
    summary: 'Replies to use again, by title.',
    reply: object({ SavedReplies: Type.Array(SavedReply) }),
  }),
  saveSavedReply: route({
    ...deskChange,
    path: '/operator/support/save_saved_reply',
    summary: 'Create or change a reply to use again.',
    body: object({
      ReplyId: Type.Optional(uuid),
      Title: text(100, { minLength: 1, pattern: '\\S' }),
      Message: SupportMessageText,
    }),
    reply: SavedReply,
    errors: ['NotFound'],
  }),
  removeSavedReply: route({
    ...deskChange,
    path: '/operator/support/remove_saved_reply',
    summary: 'Remove a reply to use again.',
    body: object({ ReplyId: uuid }),
    reply: SuccessReply,
    errors: ['NotFound'],
  }),
};
