// News, push, support, events between games, and links that lead out.
import { Type } from 'typebox';
import { EventRule } from '#model/event.ts';
import { GameName, OneGame } from '#model/game.ts';
import { Locale } from '#model/locale-schema.ts';
import { NewsItem } from '#model/news.ts';
import { PushBroadcast, PushChoices, pushContent, PushOutcome, PushToken, PushTopic } from '#model/push.ts';
import { anySession, route } from '#model/route.ts';
import { Done, email, Nothing, object, text, url, uuid } from '#model/schema.ts';
import { DeskTicket, SupportContext, SupportText, SupportTicket, TicketId, TicketStatus } from '#model/support.ts';
import { IdentityTypeName } from './registries.ts';

export const crossPlay = {
  rules: route({
    method: 'GET',
    path: '/cross-play/events/rules',
    access: ['anyone'],
    summary: 'Which events of a game are wanted; no rules: all of them.',
    query: object({ game: GameName }),
    reply: object({ Rules: Type.Array(EventRule) }),
    errors: ['UnknownGame'],
  }),
  myQuests: route({
    method: 'GET',
    path: '/cross-play/quests/my',
    access: anySession,
    summary: 'The quests of the caller over all games, with their progress.',
    reply: object({
      Quests: Type.Array(
        object({
          Id: uuid,
          Game: GameName,
          Title: text(200),
          Progress: Type.Integer(),
          Goal: Type.Integer(),
          Done: Type.Boolean(),
        }),
      ),
    }),
  }),
  send: route({
    method: 'POST',
    path: '/cross-play/events/send',
    access: anySession,
    summary: 'Record an event of play, if the rules of the game want it, and let quests advance.',
    body: object({
      GameSystemName: GameName,
      EventId: Type.Optional(
        Type.String({ ...uuid, description: 'Chosen by the sender: one that is sent again counts once' }),
      ),
      EventCode: text(100, { minLength: 1 }),
      Value: Type.Optional(Type.Number()),
      P1: Type.Optional(text(256)),
      P2: Type.Optional(text(256)),
      P3: Type.Optional(text(256)),
    }),
    errors: ['UnknownGame', 'SignInAgain'],
    perMinute: 600,
  }),
  dataConnections: route({
    method: 'POST',
    path: '/data-connections/get',
    access: anySession,
    summary: 'Which games share data with a game for this player.',
    body: OneGame,
    reply: object({ Connections: Type.Array(object({ Game: GameName, GameUid: text(128) })) }),
    errors: ['UnknownGame', 'SignInAgain'],
  }),
};

export const info = {
  accountExists: route({
    method: 'GET',
    path: '/info/check_account_exists_by_social_identifier/{Game}/{SocialIdentifierType}/{SocialIdentifier}',
    access: ['anyone', ...anySession],
    summary:
      "Whether an account has this identity. Needs the game's own credential or a session; for e-mail the answer is always the same.",
    params: object({
      Game: GameName,
      SocialIdentifierType: IdentityTypeName,
      SocialIdentifier: text(256, { minLength: 1 }),
    }),
    reply: object({ Exists: Type.Boolean() }),
    errors: ['Unauthenticated', 'UnknownGame'],
    perMinute: 20,
  }),
  news: route({
    method: 'POST',
    path: '/info/news',
    access: ['anyone'],
    summary:
      'News of a game, or of the portal, in a language, the newest first. Each has one message: in the language, else in English; what has neither is not told.',
    body: object({
      GameSystemName: Type.Optional(GameName),
      Locale,
      Tag: Type.Optional({ ...text(40, { minLength: 1 }), description: 'Only news with this tag' }),
      Limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50 })),
      Before: Type.Optional({ ...uuid, description: 'Only news that are older than these' }),
    }),
    reply: object({
      News: Type.Array(NewsItem),
      Next: Type.Optional({ ...uuid, description: 'For `Before` of the next call; absent: there are no more' }),
    }),
  }),
  newsItem: route({
    method: 'POST',
    path: '/info/news_item',
    access: ['anyone'],
    summary: 'One piece of news, of the portal or of a game, in a language.',
    body: object({ Id: uuid, Locale }),
    reply: object({ Item: NewsItem, GameSystemName: Type.Optional(GameName) }),
    errors: ['NotFound'],
  }),
};

export const push = {
  save: route({
    method: 'POST',
    path: '/push_tokens/save',
    access: anySession,
    summary:
      'Keep the subscription of this browser to push messages, until this session ends. With a game: that game may send to the player from now on.',
    body: PushToken,
    reply: Done,
    errors: ['UnknownGame', 'SignInAgain'],
    perMinute: 30,
  }),
  choices: route({
    method: 'POST',
    path: '/push/choices',
    access: ['handed', 'whole'],
    summary: 'What the player may be told by push messages, and when he wants to be left alone.',
    body: Nothing,
    reply: PushChoices,
    perMinute: 60,
  }),
  choose: route({
    method: 'POST',
    path: '/push/choose',
    access: ['whole'],
    summary: 'Switch one topic on or off, or set the quiet hours. What is off is not sent, whoever sends it.',
    body: object({
      Topic: Type.Optional(PushTopic),
      On: Type.Optional(Type.Boolean()),
      QuietFrom: Type.Optional(Type.Integer({ minimum: 0, maximum: 23 })),
      QuietUntil: Type.Optional(Type.Integer({ minimum: 0, maximum: 23 })),
      TimeZone: Type.Optional(text(64)),
    }),
    reply: PushChoices,
    perMinute: 60,
  }),
  send: route({
    method: 'POST',
    path: '/push/send',
    access: ['game'],
    summary:
      "Send a push message to players who let the game send: to those of the given ids, or to all of them. Nobody gets it who has switched the game off, who wants no advertising where it is some, or who got enough today; at the player's night it waits for the morning.",
    body: object({
      ...pushContent,
      GameUids: Type.Optional(Type.Array(text(128, { minLength: 1 }), { minItems: 1, maxItems: 100 })),
      Page: Type.Optional(
        text(500, { description: 'What a press opens: `play/{game}` with a query of its own, `Games/…` or `Store/…`' }),
      ),
    }),
    reply: PushOutcome,
    errors: ['Conflict'],
    perMinute: 60,
  }),
  broadcast: route({
    method: 'POST',
    path: '/operator/push/send',
    access: ['operator'],
    summary:
      "Send a push message to all who let a game send, or without a game to all who want the portal's news. The same holds as for messages of games.",
    body: PushBroadcast,
    reply: PushOutcome,
    errors: ['UnknownGame', 'Conflict'],
  }),
};

export const support = {
  sendMessage: route({
    method: 'POST',
    path: '/support/send-message',
    access: ['anyone', ...anySession],
    summary:
      'Report an issue. It is kept and mailed to the support of the game. Who is not signed in passes a robot check. A receipt goes to the proved address of the account, or after a robot check to the given one.',
    body: object({
      Game: Type.Optional(GameName),
      Message: SupportText,
      Email: email,
      Context: Type.Optional(SupportContext),
      Locale: Type.Optional(Locale),
      CaptchaResult: Type.Optional(text(2048, { description: 'A token of the robot check, drawn for `support`' })),
    }),
    reply: object({ Success: Type.Boolean(), TicketId: Type.Optional(TicketId) }),
    errors: ['UnknownGame', 'CaptchaFailed'],
    perMinute: 5,
  }),
  tickets: route({
    method: 'POST',
    path: '/support/tickets',
    access: anySession,
    summary:
      "One's own tickets with their answers, those that changed last first, a hundred at most: those of the account, and those that came from an address that it has proved. A session of a game sees those that were sent from that game.",
    body: Nothing,
    reply: object({ Tickets: Type.Array(SupportTicket) }),
    perMinute: 60,
  }),
  reply: route({
    method: 'POST',
    path: '/support/reply',
    access: anySession,
    summary: "Write again in a ticket of one's own. It is open again, whatever it was.",
    body: object({ TicketId, Message: SupportText }),
    reply: SupportTicket,
    errors: ['NotFound'],
    perMinute: 5,
  }),
  close: route({
    method: 'POST',
    path: '/support/close',
    access: anySession,
    summary: "Say that a ticket of one's own is done.",
    body: object({ TicketId }),
    reply: SupportTicket,
    errors: ['NotFound'],
    perMinute: 30,
  }),
  deskTickets: route({
    method: 'GET',
    path: '/operator/support/tickets',
    access: ['operator'],
    summary: 'Tickets, those that changed last first, a hundred at most.',
    query: object({ Status: Type.Optional(TicketStatus), Game: Type.Optional(GameName) }),
    reply: object({ Tickets: Type.Array(DeskTicket) }),
  }),
  deskTicket: route({
    method: 'GET',
    path: '/operator/support/ticket',
    access: ['operator'],
    summary: 'One ticket.',
    query: object({ TicketId }),
    reply: DeskTicket,
    errors: ['NotFound'],
  }),
  deskAnswer: route({
    method: 'POST',
    path: '/operator/support/answer',
    access: ['operator'],
    summary: 'Answer a ticket: the sender is mailed, sees it on the portal, and is told by push where he wants that.',
    body: object({
      TicketId,
      Message: SupportText,
      Close: Type.Optional(Type.Boolean({ description: 'Whether nothing more is expected' })),
    }),
    reply: DeskTicket,
    errors: ['NotFound'],
  }),
  deskClose: route({
    method: 'POST',
    path: '/operator/support/close',
    access: ['operator'],
    summary: 'Close a ticket without a word. A further message of the sender opens it again.',
    body: object({ TicketId }),
    reply: DeskTicket,
    errors: ['NotFound'],
  }),
};

const GoQuery = object({ url, fxref: Type.Optional(text(200)), type: Type.Optional(text(40)) });

export const go = {
  follow: route({
    method: 'GET',
    path: '/go',
    access: ['anyone'],
    summary: 'Follow a link out: at once when its destination is on the list, else after asking.',
    query: GoQuery,
    reply: text(100_000),
    replyType: 'text/html',
  }),
  followByPost: route({
    method: 'POST',
    path: '/go',
    access: ['anyone'],
    summary: 'Where a link out leads, and whether it is on the list.',
    query: GoQuery,
    reply: object({ Url: url, Trusted: Type.Boolean() }),
  }),
};
