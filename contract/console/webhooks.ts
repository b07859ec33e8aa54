// Webhooks to games' servers, keys of games' servers, and webhooks of providers that were rejected.
import { Type } from 'typebox';
import { GameName, GameParams } from '#model/game.ts';
import { route } from '#model/route.ts';
import { instant, object, oneOf, SuccessReply, text, uuid } from '#model/schema.ts';
import { DeliveryAttempt, DeliveryStateName, DeliveryType } from './orders.ts';

const Reason = Type.Optional(text(1000, { description: 'Why, for the audit log' }));
const Limit = Type.Optional(Type.Integer({ minimum: 1, maximum: 200, description: 'Default: 50' }));

export const GameWebhookEndpoint = object({
  Url: text(2000),
  HasOldSecret: Type.Boolean({ description: 'For a day after a rotation the old secret signs too' }),
  DisabledAt: Type.Optional(instant),
  DisabledBecause: Type.Optional(text(300)),
  PausedUntil: Type.Optional({ ...instant, description: "The game's server asked to wait" }),
});

export const GameDelivery = object({
  DeliveryId: uuid,
  OrderId: Type.Optional(uuid),
  GameUid: text(200),
  Type: DeliveryType,
  State: DeliveryStateName,
  Attempts: Type.Integer(),
  CreatedAt: instant,
  NextAttemptAt: Type.Optional(instant),
  EndedAt: Type.Optional(instant),
  LastAttempt: Type.Optional(DeliveryAttempt),
});

export const RejectedWebhook = object({
  Id: Type.Integer(),
  Provider: text(60),
  Account: Type.Optional(text(63, { description: "The game whose account it is. Absent: the portal's account" })),
  Outcome: oneOf(['Refused', 'Failed'], {
    description: '`Refused`: it was not valid. `Failed`: we could not process it, and the provider sends it again',
  }),
  Reason: text(300),
  Count: Type.Integer({ minimum: 1, description: 'How many arrived in that hour for this reason' }),
  FirstAt: instant,
  LastAt: instant,
});

const read = { access: ['operator'], permission: 'webhooks.read' } as const;
const send = { access: ['operator'], permission: 'webhooks.send', audit: 'change' } as const;
const manage = { access: ['operator'], permission: 'keys.manage', audit: 'change', stepUp: true } as const;

export const operatorWebhookRoutes = {
  endpoint: route({
    method: 'GET',
    path: '/operator/webhooks/endpoint/{Game}',
    ...read,
    summary: "Where a game's deliveries are sent, and how many wait or were given up.",
    params: GameParams,
    reply: object({
      Endpoint: Type.Optional(GameWebhookEndpoint),
      IsForPage: Type.Boolean({ description: "The game's page receives its purchases, so nothing is sent" }),
      Pending: Type.Integer(),
      Dead: Type.Integer(),
    }),
    errors: ['UnknownGame'],
  }),
  setEndpoint: route({
    method: 'POST',
    path: '/operator/webhooks/set_endpoint',
    ...manage,
    summary: "Set the address of a game's endpoint. The signing secret of a new endpoint is shown once.",
    body: object({ Game: GameName, Url: text(2000, { minLength: 1 }), Reason }),
    reply: object({ Secret: Type.Optional(text(200)) }),
    errors: ['UnknownGame'],
  }),
  rotateSecret: route({
    method: 'POST',
    path: '/operator/webhooks/rotate_secret',
    ...manage,
    summary: 'Create a new signing secret, shown once. The old one also signs for a day.',
    body: object({ Game: GameName, Reason }),
    reply: object({ Secret: text(200) }),
    errors: ['UnknownGame', 'NotFound'],
  }),
  setEnabled: route({
    method: 'POST',
    path: '/operator/webhooks/set_enabled',
    ...send,
    summary: 'Stop sending deliveries, or send again.',
    body: object({ Game: GameName, IsEnabled: Type.Boolean(), Reason }),
    reply: SuccessReply,
    errors: ['UnknownGame', 'NotFound'],
  }),
  deliveries: route({
    method: 'GET',
    path: '/operator/webhooks/deliveries/{Game}',
    ...read,
    summary: "A game's deliveries, newest first.",
    params: GameParams,
    query: object({
      State: Type.Optional(DeliveryStateName),
      BeforeDeliveryId: Type.Optional({ ...uuid, description: 'The next page: older than this delivery' }),
      Limit,
    }),
    reply: object({ Deliveries: Type.Array(GameDelivery) }),
    errors: ['UnknownGame'],
  }),
  delivery: route({
    method: 'GET',
    path: '/operator/webhooks/delivery/{Game}/{DeliveryId}',
    ...read,
    summary: 'One delivery with its content and the responses. The content names the player by the id in the game.',
    params: object({ Game: GameName, DeliveryId: uuid }),
    reply: object({
      Delivery: GameDelivery,
      Payload: Type.Unknown({ description: 'What is sent, without the account id' }),
      Attempts: Type.Array(DeliveryAttempt),
    }),
    errors: ['UnknownGame', 'NotFound'],
  }),
  redeliver: route({
    method: 'POST',
    path: '/operator/webhooks/redeliver',
    ...send,
    summary: 'Send a delivery again, with the same id.',
    body: object({ Game: GameName, DeliveryId: uuid, Reason }),
    reply: SuccessReply,
    errors: ['UnknownGame', 'NotFound', 'Conflict'],
  }),
  sendTest: route({
    method: 'POST',
    path: '/operator/webhooks/send_test',
    ...send,
    summary: 'Send a signed test event of the type `webhook.test` now, and show the response.',
    body: object({ Game: GameName }),
    reply: object({
      IsAccepted: Type.Boolean(),
      Status: Type.Optional(Type.Integer()),
      Fault: Type.Optional(text(300)),
      Response: Type.Optional(text(500)),
    }),
    errors: ['UnknownGame', 'NotFound'],
    perMinute: 10,
  }),
  rejected: route({
    method: 'GET',
    path: '/operator/webhooks/rejected',
    ...read,
    summary:
      "Webhooks of providers that were rejected, newest first; with a game those of the game's own provider accounts.",
    query: object({
      Game: Type.Optional(GameName),
      BeforeId: Type.Optional(Type.Integer({ minimum: 1 })),
      Limit,
    }),
    reply: object({ Webhooks: Type.Array(RejectedWebhook) }),
  }),
};

export const operatorGameKeyRoutes = {
  list: route({
    method: 'GET',
    path: '/operator/game_keys/{Game}',
    access: ['operator'],
    permission: 'keys.read',
    summary: "The keys of a game's server, newest first.",
    params: GameParams,
    reply: object({
      Keys: Type.Array(object({ KeyId: text(16), CreatedAt: instant, RevokedAt: Type.Optional(instant) })),
    }),
    errors: ['UnknownGame'],
  }),
  create: route({
    method: 'POST',
    path: '/operator/game_keys/create',
    ...manage,
    summary: "Create a key for a game's server. It is shown once.",
    body: object({ Game: GameName, Reason }),
    reply: object({ Key: text(200) }),
    errors: ['UnknownGame'],
  }),
  revoke: route({
    method: 'POST',
    path: '/operator/game_keys/revoke',
    ...manage,
    summary: "Revoke a key of a game's server.",
    body: object({ Game: GameName, KeyId: text(16, { minLength: 16 }), Reason }),
    reply: SuccessReply,
    errors: ['UnknownGame', 'NotFound'],
  }),
};
