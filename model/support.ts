// A ticket of support: what a player reported, what he let support know besides, and what was written afterwards.
import { Type, type Static } from 'typebox';
import { GameName } from './game.ts';
import { email, instant, object, oneOf, text, uuid } from './schema.ts';

/** What is sent beside a message, as far as its sender lets it: he is shown it, and may leave it out. */
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

/** `Open`: support is to answer. `Answered`: the player may. `Closed`: it is done, and a further message opens it again. */
export const TicketStatus = oneOf(['Open', 'Answered', 'Closed']);

export const SupportText = text(5000, { minLength: 1 });

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

/** As support sees it. */
export const DeskTicket = object({
  ...SupportTicket.properties,
  Email: email,
  Locale: text(10),
  AccountId: Type.Optional(uuid),
});
export type DeskTicket = Static<typeof DeskTicket>;
