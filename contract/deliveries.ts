// What a game's server collects: purchases, and events of play.
import { Type } from 'typebox';
import { Locale } from '#model/locale-schema.ts';
import { CurrencyCode } from '#model/money.ts';
import { PublicOrderId } from '#model/order.ts';
import { Sku } from '#model/product.ts';
import { route } from '#model/route.ts';
import { instant, object, text, uuid } from '#model/schema.ts';
import { OrderStory } from './store.ts';

export const deliveries = {
  pending: route({
    method: 'GET',
    path: '/deliveries/pending',
    access: ['game'],
    summary: 'Purchases and revocations that the game has yet to acknowledge, oldest first.',
    query: object({ Limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })) }),
    reply: object({
      Deliveries: Type.Array(
        object({
          DeliveryId: uuid,
          Type: Type.Enum(['order.paid', 'order.revoked']),
          CreatedAt: instant,
          PublicOrderId,
          AccountId: Type.Optional(uuid),
          GameUid: text(128),
          Products: Type.Array(
            object({ Sku, Quantity: Type.Integer({ minimum: 1 }), Payload: Type.Optional(text(4000)) }),
          ),
          PriceMinor: Type.Integer({ minimum: 0 }),
          Currency: CurrencyCode,
          IsTest: Type.Boolean(),
          DeveloperPayload: Type.Optional(text(1000)),
        }),
      ),
    }),
  }),
  events: route({
    method: 'GET',
    path: '/deliveries/events',
    access: ['game'],
    summary:
      'Events of play that the rules of the game want, of players who are connected, oldest first; after ten seconds at the earliest. The next page begins after `Next`.',
    query: object({
      After: Type.Optional(text(80, { description: '`Next` of the page before' })),
      Limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
    }),
    reply: object({
      Events: Type.Array(
        object({
          EventId: uuid,
          CreatedAt: instant,
          AccountId: uuid,
          GameUid: text(128),
          EventCode: text(100),
          Value: Type.Optional(Type.Number()),
          P1: Type.Optional(text(256)),
          P2: Type.Optional(text(256)),
          P3: Type.Optional(text(256)),
        }),
      ),
      Next: Type.Optional(text(80, { description: 'Absent: there are none' })),
    }),
    errors: ['InvalidRequest'],
  }),
  orderStory: route({
    method: 'GET',
    path: '/deliveries/order_story',
    access: ['game'],
    summary: 'Everything that happened to one order of the game, as its player reads it.',
    query: object({ PublicOrderId, Locale: Type.Optional(Locale) }),
    reply: OrderStory,
    errors: ['NotFound'],
  }),
  acknowledge: route({
    method: 'POST',
    path: '/deliveries/acknowledge',
    access: ['game'],
    summary: 'Say that a delivery has reached the player. Once is enough; twice does no harm.',
    body: object({ DeliveryId: uuid }),
    reply: object({
      Acknowledged: Type.Boolean({ description: 'False: the money went back before; grant nothing' }),
    }),
    errors: ['NotFound'],
  }),
};
