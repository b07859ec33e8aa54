// Push messages: how many players they reach, sending and scheduling them, and their results.
import { Type } from 'typebox';
import { GameName } from '#model/game.ts';
import { PushBroadcast } from '#model/push.ts';
import { route } from '#model/route.ts';
import { instant, localized, object, oneOf, SuccessReply, text, uuid } from '#model/schema.ts';

const count = (description: string) => Type.Integer({ minimum: 0, description });

export const PushMessageState = oneOf(['Scheduled', 'Sending', 'Sent', 'Cancelled']);

export const OperatorPushMessage = object({
  MessageId: uuid,
  Game: Type.Optional(GameName),
  State: PushMessageState,
  Title: localized(),
  Body: localized(),
  Url: text(4096, { description: 'The page that it opens' }),
  IsMarketing: Type.Boolean(),
  TtlSeconds: Type.Integer({ minimum: 0 }),
  Author: Type.Optional(text(200, { description: "The operator. Absent: the game's server" })),
  CreatedAt: instant,
  SendAt: Type.Optional(instant),
  FinishedAt: Type.Optional(instant),
  Recipients: count('Players it was queued for so far'),
});

const read = { access: ['operator'], permission: 'push.read' } as const;
const change = { access: ['operator'], permission: 'push.send', audit: 'change' } as const;

export const operatorPushRoutes = {
  list: route({
    method: 'GET',
    path: '/operator/push/messages',
    ...read,
    summary: 'Messages to many players of the last 90 days, latest first.',
    query: object({
      Game: Type.Optional(GameName),
      BeforeMessageId: Type.Optional(Type.String({ ...uuid, description: 'The next page: older than this message' })),
      Limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, description: 'Default: 50' })),
    }),
    reply: object({ Messages: Type.Array(OperatorPushMessage) }),
  }),
  message: route({
    method: 'GET',
    path: '/operator/push/message',
    ...read,
    summary: 'A message with its results. They are kept for 30 days.',
    query: object({ MessageId: uuid }),
    reply: object({
      Message: OperatorPushMessage,
      Results: object({
        Waiting: count('Not sent yet, such as in quiet hours'),
        Sent: count('Sent to the browsers of the player'),
        Unwanted: count('The player no longer wants them'),
        Expired: count('No longer useful when it could be sent'),
        NoBrowser: count('The player has no browser that gets messages'),
      }),
    }),
    errors: ['NotFound'],
  }),
  audience: route({
    method: 'GET',
    path: '/operator/push/audience',
    ...read,
    summary:
      "How many players a message would reach now, without the daily limit: all who want the portal's news, or who allow a game to send.",
    query: object({ Game: Type.Optional(GameName), Marketing: Type.Boolean() }),
    reply: object({
      Players: count('Counted up to 100,000'),
      IsMore: Type.Boolean({ description: 'There are more' }),
      PerDay: count('Messages per player and day'),
      PerGameAndDay: count('Of these, messages of one game'),
    }),
    errors: ['UnknownGame'],
  }),
  send: route({
    method: 'POST',
    path: '/operator/push/compose',
    ...change,
    summary: 'Send a message, now or at a time. A repeated id is the same message.',
    body: object({ ...PushBroadcast.properties, SendAt: Type.Optional(instant) }),
    reply: OperatorPushMessage,
    errors: ['UnknownGame', 'Conflict', 'NotFound'],
  }),
  cancel: route({
    method: 'POST',
    path: '/operator/push/cancel',
    ...change,
    summary: 'Stop a message. Players whom it was queued for still get it.',
    body: object({ MessageId: uuid, Reason: Type.Optional(text(1000, { description: 'Why, for the audit log' })) }),
    reply: SuccessReply,
    errors: ['NotFound', 'Conflict'],
  }),
};
