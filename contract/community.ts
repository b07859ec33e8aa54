import { Type } from 'typebox';
import { Achievement } from '#model/achievement.ts';
import { EventRule } from '#model/event.ts';
import { GameName, GameParams } from '#model/game.ts';
import { Locale } from '#model/locale-schema.ts';
import { NewsItem } from '#model/news.ts';
import { PushBroadcast, PushSettings, pushMessageFields, PushSendResult, PushToken, PushTopic } from '#model/push.ts';
import { Quest } from '#model/quest.ts';
import { allSessionKinds, route } from '#model/route.ts';
import { SuccessReply, email, EmptyRequest, object, text, url, uuid } from '#model/schema.ts';
import { SupportContext, SupportMessageText, SupportTicket, TicketId } from '#model/support.ts';
import { supportDeskRoutes } from './console/support.ts';
import { IdentityTypeName } from './registries.ts';

const eventFields = {
  EventCode: text(100, { minLength: 1 }),
  Value: Type.Optional(Type.Number()),
  P1: Type.Optional(text(256)),
  P2: Type.Optional(text(256)),
  P3: Type.Optional(text(256)),
};

export const AdvancedQuests = object({
  Quests: Type.Array(Quest, { description: 'The quests that the event has advanced' }),
  Achievements: Type.Array(Achievement, { description: 'What the completed ones have unlocked' }),
});

export const crossPlayRoutes = {
  rules: route({
    method: 'GET',
    path: '/cross-play/events/rules',
    access: ['anyone'],
    summary: "The rules for which of a game's events to send. No rules: send all events.",
    query: object({ game: GameName }),
    reply: object({ Rules: Type.Array(EventRule) }),
    errors: ['UnknownGame'],
  }),
  myQuests: route({
    method: 'GET',
    path: '/cross-play/quests/my',
    access: allSessionKinds,
    summary: "The caller's quests in all games that they play, or in one game, with progress and rewards.",
    query: object({
      Game: Type.Optional(GameName),
      Locale: Type.Optional({ ...Locale, description: "Default: the account's language" }),
    }),
    reply: object({ Quests: Type.Array(Quest) }),
    errors: ['UnknownGame'],
  }),
  send: route({
    method: 'POST',
    path: '/cross-play/events/send',
    access: allSessionKinds,
    summary: "Record an in-game event if it matches the game's rules, and update quests.",
    body: object({
      GameSystemName: GameName,
      EventId: Type.Optional(Type.String({ ...uuid, description: 'Chosen by the sender. A repeated id counts once' })),
      ...eventFields,
    }),
    reply: AdvancedQuests,
    errors: ['UnknownGame', 'SignInAgain'],
    perMinute: 600,
  }),
  report: route({
    method: 'POST',
    path: '/cross-play/events/report',
    access: ['game'],
    summary:
      "Record an event of a player of this game, as the game's server knows it. It counts like an event from the game's page, and also for quests that count only what the server reports.",
    body: object({
      GameUid: text(128, { minLength: 1 }),
      EventId: Type.String({ ...uuid, description: 'Chosen by the sender. A repeated id counts once' }),
      ...eventFields,
    }),
    reply: AdvancedQuests,
    errors: ['NotFound'],
    perMinute: 1200,
  }),
  dataConnections: route({
    method: 'POST',
    path: '/data-connections/get',
    access: allSessionKinds,
    summary: "The games that share this player's data with a game.",
    body: GameParams,
    reply: object({ Connections: Type.Array(object({ Game: GameName, GameUid: text(128) })) }),
    errors: ['UnknownGame', 'SignInAgain'],
  }),
};

export const infoRoutes = {
  accountExists: route({
    method: 'GET',
    path: '/info/check_account_exists_by_social_identifier/{Game}/{SocialIdentifierType}/{SocialIdentifier}',
    access: ['anyone', ...allSessionKinds],
    summary:
      "Check whether an account has this identity. With the game's server key: an email address, an identity that counts for the whole portal, or one of this game; 2,000 times a day. With a session: only identities of this game, never email.",
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
      'News of a game or of the portal in one language, newest first. Each article has one message, in that language or in English; articles with neither are left out.',
    body: object({
      GameSystemName: Type.Optional(GameName),
      Locale,
      Tag: Type.Optional({ ...text(40, { minLength: 1 }), description: 'Only news with this tag' }),
      Limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50 })),
      Before: Type.Optional({ ...uuid, description: 'Only news older than this article' }),
    }),
    reply: object({
      News: Type.Array(NewsItem),
      Next: Type.Optional({ ...uuid, description: 'Pass as `Before` to get the next page; absent: no more' }),
    }),
  }),
  newsItem: route({
    method: 'POST',
    path: '/info/news_item',
    access: ['anyone'],
    summary: 'One article of the portal or of a game, in one language.',
    body: object({ Id: uuid, Locale }),
    reply: object({ Item: NewsItem, GameSystemName: Type.Optional(GameName) }),
    errors: ['NotFound'],
  }),
};

export const pushRoutes = {
  save: route({
    method: 'POST',
    path: '/push_tokens/save',
    access: allSessionKinds,
    summary:
      "Save this browser's push subscription until the session ends. If a game is given, that game may send to the player from now on.",
    body: PushToken,
    reply: SuccessReply,
    errors: ['UnknownGame', 'SignInAgain'],
    perMinute: 30,
  }),
  choices: route({
    method: 'POST',
    path: '/push/choices',
    access: ['handed', 'whole'],
    summary: "The player's push topics and quiet hours.",
    body: EmptyRequest,
    reply: PushSettings,
    perMinute: 60,
  }),
  choose: route({
    method: 'POST',
    path: '/push/choose',
    access: ['whole'],
    summary: 'Turn a push topic on or off, or set quiet hours. A topic that is off is never sent.',
    body: object({
      Topic: Type.Optional(PushTopic),
      On: Type.Optional(Type.Boolean()),
      QuietFrom: Type.Optional(Type.Integer({ minimum: 0, maximum: 23 })),
      QuietUntil: Type.Optional(Type.Integer({ minimum: 0, maximum: 23 })),
      TimeZone: Type.Optional(text(64)),
    }),
    reply: PushSettings,
    perMinute: 60,
  }),
  send: route({
    method: 'POST',
    path: '/push/send',
    access: ['game'],
    summary:
      "Send a push message to players who allow it: those with the given ids, or all. Players who turned the game off, don't want advertising (if it is some) or reached today's limit are skipped. During quiet hours it waits until morning.",
    body: object({
      ...pushMessageFields,
      GameUids: Type.Optional(Type.Array(text(128, { minLength: 1 }), { minItems: 1, maxItems: 100 })),
      Page: Type.Optional(
        text(500, { description: 'The page it opens: `play/{game}` with an optional query, `Games/…` or `Store/…`' }),
      ),
    }),
    reply: PushSendResult,
    errors: ['Conflict'],
    perMinute: 60,
  }),
  broadcast: route({
    method: 'POST',
    path: '/operator/push/send',
    access: ['operator'],
    permission: 'push.send',
    audit: 'change',
    summary:
      "Send a push message to all players who allow a game to send or, without a game, to all who want the portal's news. The rules are the same as for messages from games.",
    body: PushBroadcast,
    reply: PushSendResult,
    errors: ['UnknownGame', 'Conflict'],
  }),
};

export const supportRoutes = {
  sendMessage: route({
    method: 'POST',
    path: '/support/send-message',
    access: ['anyone', ...allSessionKinds],
    summary:
      "Report an issue. It is stored and emailed to the game's support. Callers who aren't signed in have to pass a captcha. A receipt is emailed to the account's verified address or, after a captcha, to the given one.",
    body: object({
      Game: Type.Optional(GameName),
      Message: SupportMessageText,
      Email: email,
      Context: Type.Optional(SupportContext),
      Locale: Type.Optional(Locale),
      CaptchaResult: Type.Optional(text(2048, { description: 'A captcha token for the action `support`' })),
    }),
    reply: object({ Success: Type.Boolean(), TicketId: Type.Optional(TicketId) }),
    errors: ['UnknownGame', 'CaptchaFailed'],
    perMinute: 5,
  }),
  tickets: route({
    method: 'POST',
    path: '/support/tickets',
    access: allSessionKinds,
    summary:
      "Up to 100 of the caller's tickets with replies, last changed first: those of the account and of its verified email addresses. A game session sees only tickets sent from that game.",
    body: EmptyRequest,
    reply: object({ Tickets: Type.Array(SupportTicket) }),
    perMinute: 60,
  }),
  reply: route({
    method: 'POST',
    path: '/support/reply',
    access: allSessionKinds,
    summary: "Reply to one of the caller's tickets. This reopens the ticket.",
    body: object({ TicketId, Message: SupportMessageText }),
    reply: SupportTicket,
    errors: ['NotFound'],
    perMinute: 5,
  }),
  close: route({
    method: 'POST',
    path: '/support/close',
    access: allSessionKinds,
    summary: "Close one of the caller's tickets.",
    body: object({ TicketId }),
    reply: SupportTicket,
    errors: ['NotFound'],
    perMinute: 30,
  }),
  ...supportDeskRoutes,
};

const GoQuery = object({
  url,
  fxref: Type.Optional(text(200, { description: 'Where the link stands: a game, whose own list counts then' })),
  type: Type.Optional(text(40, { description: 'What kind of link it is, for statistics: `community`, `news` …' })),
});

export const outboundLinkRoutes = {
  follow: route({
    method: 'GET',
    path: '/go',
    access: ['anyone'],
    summary:
      'Follow an outbound link: at once if its destination is on the list, otherwise after asking. It is recorded for statistics.',
    query: GoQuery,
    reply: text(100_000),
    replyType: 'text/html',
    perMinute: 60,
  }),
  followByPost: route({
    method: 'POST',
    path: '/go',
    access: ['anyone'],
    summary: 'Where an outbound link leads, and whether its destination is on the list.',
    query: GoQuery,
    reply: object({ Url: url, Trusted: Type.Boolean() }),
    perMinute: 60,
  }),
};
