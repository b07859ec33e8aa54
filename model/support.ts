import { Type, type Static } from 'typebox';
import { GameName } from './game.ts';
import { email, instant, object, oneOf, text, uuid } from './schema.ts';

/** Technical details sent with a message. The sender sees them first and can leave them out. */
export const SupportContext = object({
  Build: Type.Optional(text(100, { description: 'Build of the game, or of the portal' })),
  Platform: Type.Optional(text(40)),
  RequestIds: Type.Optional(
    Type.Array(text(64, { minLength: 1 }), { maxItems: 5, description: 'IDs of recent failed calls' }),
  ),
  Language: Type.Optional(text(40)),
  Browser: Type.Optional(text(400)),
});
export type SupportContext = Static<typeof SupportContext>;

export const TicketId = text(36, { minLength: 1 });

/** A reply that all operators can use again. */
export const SavedReply = object({
  ReplyId: uuid,
  Title: text(100),
  Message: text(5000),
  UpdatedBy: text(200),
  UpdatedAt: instant,
});
export type SavedReply = Static<typeof SavedReply>;

/** `Open`: support has to reply. `Answered`: support has replied. `Closed`: resolved; a new message reopens it. */
export const TicketStatus = oneOf(['Open', 'Answered', 'Closed']);

export const SupportMessageText = text(5000, { minLength: 1 });

export const SupportReply = object({ FromSupport: Type.Boolean(), Message: text(5000), CreatedAt: instant });

export const SupportTicket = object({
  TicketId,
  Game: Type.Optional(GameName),
  Status: TicketStatus,
  Message: text(5000),
  Context: SupportContext,
  CreatedAt: instant,
  ChangedAt: instant,
  Replies: Type.Array(SupportReply),
});
export type SupportTicket = Static<typeof SupportTicket>;

export const OperatorTicket = object({
  ...SupportTicket.properties,
  Email: email,
  Locale: text(10),
  AccountId: Type.Optional(uuid),
  Assignee: Type.Optional(object({ OperatorId: uuid, Name: text(100) })),
  Notes: Type.Array(object({ Author: text(200), Note: text(5000), CreatedAt: instant }), {
    description: 'Only operators see them',
  }),
});
export type OperatorTicket = Static<typeof OperatorTicket>;
